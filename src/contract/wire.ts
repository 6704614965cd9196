import * as v from "valibot";

/**
 * A schema of data in the contract. Its input type is exactly what our school sends, its output
 * type what a client reads. At run time it accepts more than the input type, because other schools
 * leave fields out, send null, or send ids as text.
 */
export type WireSchema<Sent, Read = Sent> = v.GenericSchema<Sent, Read>;

/**
 * A field with a default, which is used if a school leaves the field out or sends null. Our school
 * always sends it; a field that our school may leave out is a `v.nullish`.
 */
export const withDefault = v.nullish as {
  <Sent, Read>(
    schema: WireSchema<Sent, Read>,
    fallback: null,
  ): WireSchema<Sent | null, Read | null>;
  <Sent, Read>(schema: WireSchema<Sent, Read>, fallback: Partial<Sent>): WireSchema<Sent, Read>;
};

/** The schema of an answer in which our school sends more fields than a client reads. */
export type SendsMore<Schema extends v.GenericSchema, More> = WireSchema<
  v.InferInput<Schema> & More,
  v.InferOutput<Schema>
>;

/** An identifier: a number at our school, maybe a text at another one. Digits read as a number. */
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
export const text = withDefault(v.string(), "");

/** The type of a `text` that our school leaves out where it has none. */
type LeftOut = v.NullishSchema<v.StringSchema<undefined>, "">;

/** A text that our school leaves out where it has none. */
export const leftOut = text as unknown as LeftOut;

/** A boolean. Other servers send `1`, `"1"` or `true`. */
export const flag = v.nullish(
  v.pipe(
    v.unknown(),
    v.transform((value) => value === true || value === 1 || value === "1"),
  ),
  false,
) as WireSchema<boolean>;

/** An ISO date, with or without a time, or null. Invalid dates read as null. */
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

/** A day, `YYYY-MM-DD`. */
export const day = v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/));

/** A list that may be missing or null. */
export const list = <Sent, Read>(item: WireSchema<Sent, Read>) => withDefault(v.array(item), []);

/** A list in a body, which is measured before its elements are decoded. */
export const boundedList = <Sent, Read>(item: v.GenericSchema<Sent, Read>, most: number) =>
  v.pipe(
    v.instance<typeof Array<unknown>>(Array),
    v.maxLength(most),
    v.array(item),
  ) as v.GenericSchema<Sent[], Read[]>;

/** A type with all properties readonly, at any depth. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;
