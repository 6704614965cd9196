import * as v from "valibot";

/**
 * A schema of the wire. Its input type is what our school sends, to the letter; its output type is
 * what a client reads. At run time it takes more than its input type says: other schools leave fields
 * out, send null, or send ids as text. The types cost no bytes.
 */
export type WireSchema<Sent, Read = Sent> = v.GenericSchema<Sent, Read>;

/**
 * A field that reads as `instead` where a school leaves it out or sends null. Our school always sends
 * it; one that our school may leave out too is a `v.nullish`.
 */
export const orElse = v.nullish as {
  <Sent, Read>(schema: WireSchema<Sent, Read>, instead: null): WireSchema<Sent | null, Read | null>;
  <Sent, Read>(schema: WireSchema<Sent, Read>, instead: Partial<Sent>): WireSchema<Sent, Read>;
};

/** The schema of an answer in which our school sends more than a client reads. */
export type SendsMore<Schema extends v.GenericSchema, More> = WireSchema<
  v.InferInput<Schema> & More,
  v.InferOutput<Schema>
>;

/** An identifier: a number here, maybe text with another school's server. Digits are read as a number. */
export type Id = number | string;

export const id = v.pipe(
  v.unknown(),
  v.check((value) => typeof value === "number" || typeof value === "string"),
  v.transform(
    (value): Id =>
      typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : (value as Id),
  ),
) as WireSchema<number, Id>;

/** A text that may be missing or null. */
export const text = orElse(v.string(), "");

/** 1, "1" and true are yes: servers in the wild keep booleans in all three ways. */
export const flag = v.nullish(
  v.pipe(
    v.unknown(),
    v.transform((value) => value === true || value === 1 || value === "1"),
  ),
  false,
) as WireSchema<boolean>;

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
) as WireSchema<string | null>;

/** A list that may be missing or null. */
export const list = <Sent, Read>(item: WireSchema<Sent, Read>) => orElse(v.array(item), []);

/** The same, not to be changed at any depth. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;
