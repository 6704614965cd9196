import type * as v from "valibot";
import fc from "../../support/fast-check.ts";

/** A schema of the contract, of which only the parts below are known. */
interface Schema {
  type: string;
  entries?: Record<string, Schema>;
  wrapped?: Schema;
  item?: Schema;
  value?: Schema;
  options?: readonly unknown[];
  literal?: unknown;
}

const TEXTS = [
  ...["", " ", "-1", "1e999", "9".repeat(26), "NaN", "2026-02-31", "+275760-09-13"],
  ...["\ud800", "\udfff\ud800", "\u0000", "a\u0000b", "__proto__", "constructor"],
  ...["../../etc/passwd", "..\\..\\school.db", "%00", "%2e%2e%2f", "\r\nSet-Cookie: a=b"],
  ...["' or 1=1 --", "';select pg_sleep(9)--", "<script>alert(1)</script>", "javascript:alert(1)"],
  ...["\u{1f9f5}".repeat(5000), "a".repeat(70_000)],
];

export const hostileText = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
);

const hostileNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 1e-320),
);

const anything = (): fc.Arbitrary<unknown> =>
  fc.oneof(hostileText, hostileNumber, fc.boolean(), fc.constant(null), fc.jsonValue());

/** Values that a schema accepts, or nearly: of the right types, with hostile contents. */
const valuesOf = (schema: Schema): fc.Arbitrary<unknown> => {
  const { type, entries, wrapped, item, value, options = [], literal } = schema;
  switch (type) {
    case "object":
    case "loose_object":
    case "strict_object": {
      const fields = Object.entries(entries ?? {}).map(([name, each]) => [name, fieldOf(each)]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    }
    case "array":
      return fc.array(item ? fieldOf(item) : anything(), { maxLength: 4 });
    case "record":
      return fc.dictionary(hostileText, value ? fieldOf(value) : anything(), { maxKeys: 4 });
    case "nullish":
    case "nullable":
    case "optional":
      return fc.option(wrapped ? valuesOf(wrapped) : anything(), { nil: null });
    case "union":
      return fc.oneof(...options.map((option) => valuesOf(option as Schema)));
    case "picklist":
      return fc.constantFrom(...options);
    case "literal":
      return fc.constant(literal);
    case "string":
      return hostileText;
    case "number":
      return hostileNumber;
    case "boolean":
      return fc.boolean();
    default:
      return anything();
  }
};

/** Mostly what the field accepts, sometimes anything. */
const fieldOf = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: valuesOf(schema) }, { weight: 1, arbitrary: anything() });

const deep = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

/** JSON that `JSON.stringify` does not write. */
const RAW_VALUES = [
  ...[deep(5000, "[", "]"), deep(5000, '{"a":', "}"), "1e999", "-1e999", "-0"],
  ...[`1${"0".repeat(400)}`, `0.${"1".repeat(2000)}`, '"\\ud800"', '"\\u0000"', "[[],{},null]"],
];

const PROTOTYPES = [
  '"__proto__":{"level":100,"isAdmin":true}',
  '"constructor":{"prototype":{"level":100}}',
  '"toString":1,"valueOf":null,"hasOwnProperty":0',
  '"then":{},"toJSON":"x"',
];

const withRaw = (value: unknown, raw: string, at: number): string => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return raw;
  const entries = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field) ?? "null"}`,
  );
  if (entries.length === 0) return `{${raw.includes(":") && raw.startsWith('"') ? raw : ""}}`;
  const isField = /^"(__proto__|constructor|toString|then)"/.test(raw);
  const index = at % entries.length;
  if (isField) entries.push(raw);
  else entries[index] = `${(entries[index] ?? "").split(":", 1)[0]}:${raw}`;
  return `{${entries.join(",")}}`;
};

const NO_JSON = [
  Buffer.alloc(0),
  Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
  Buffer.from('{"a":"\xc3\x28"}', "latin1"),
  Buffer.from('{"text":"\xed\xa0\x80"}', "latin1"),
  Buffer.from("\ufeff{}"),
  ...["{", "nul", "[]", "null", '"text"', '{"a":1}{"b":2}', "a=b&c=d"].map((text) =>
    Buffer.from(text),
  ),
  Buffer.from(deep(30_000, "[", "]")),
];

/** Bodies for a schema: hostile values, wrong types, prototype keys, deep nesting, no JSON at all. */
export const hostileBody = (given: v.GenericSchema<unknown, unknown>): fc.Arbitrary<Buffer> => {
  const values = valuesOf(given as unknown as Schema);
  const text = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "null");
  return fc.oneof(
    { weight: 4, arbitrary: values.map(text) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(values, fc.constantFrom(...RAW_VALUES, ...PROTOTYPES), fc.nat(20))
        .map(([value, raw, at]) => Buffer.from(withRaw(value, raw, at))),
    },
    { weight: 1, arbitrary: anything().map(text) },
    { weight: 1, arbitrary: fc.constantFrom(...NO_JSON) },
  );
};

/** Sequences that no client writes into an address. */
const RAW_SEGMENTS = ["%", "%zz", "%00", "%ff%fe", "%c0%ae%c0%ae", "..%2f..%2f", "%2e%2e"];

/** A part of an address, already encoded, so that it can be sent as it is. */
export const hostileSegment = fc.oneof(
  {
    weight: 3,
    arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 1500)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_SEGMENTS) },
);
