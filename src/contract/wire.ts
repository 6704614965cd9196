import * as v from "valibot";

/** An identifier: a number here, maybe text with another school's server. Digits are read as a number. */
export type Id = number | string;

export const id = v.pipe(
  v.unknown(),
  v.check((value) => typeof value === "number" || typeof value === "string"),
  v.transform(
    (value): Id =>
      typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : (value as Id),
  ),
);

/** A text that may be missing or null. */
export const text = v.nullish(v.string(), "");

/** 1, "1" and true are yes: servers in the wild keep booleans in all three ways. */
export const flag = v.nullish(
  v.pipe(
    v.unknown(),
    v.transform((value) => value === true || value === 1 || value === "1"),
  ),
  false,
);

/** An ISO date, with or without a time, or nothing; what is no such date counts as nothing. */
export const date = v.nullish(
  v.pipe(
    v.unknown(),
    v.transform((value) =>
      typeof value === "string" &&
      /^\d{4}-\d\d-\d\d/.test(value) &&
      !Number.isNaN(Date.parse(value))
        ? value
        : null,
    ),
  ),
  null,
);

/** A list that may be missing or null. */
export const list = <Item>(item: v.GenericSchema<unknown, Item>) => v.nullish(v.array(item), []);

/** An object whose fields stand flat or under `props`: a client takes both. */
export const flat = <Output>(schema: v.GenericSchema<unknown, Output>) =>
  v.pipe(
    v.unknown(),
    v.transform((value) =>
      isRecord(value) && isRecord(value.props) ? { ...value, ...value.props } : value,
    ),
    schema,
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same, not to be changed at any depth. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;
