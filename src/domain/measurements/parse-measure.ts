import { FIELDS, type FieldKey, type Units } from "./fields.ts";
import { fromEighths, toEighths, toTenths } from "./length.ts";

/** A parsed value in the field's unit. */
export type ParsedMeasure =
  | { readonly kind: "nothing" }
  | { readonly kind: "value"; readonly value: number }
  | { readonly kind: "unreadable" };

const FRACTIONS: Record<string, string> = {
  "¼": "1/4",
  "½": "1/2",
  "¾": "3/4",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};

/** The zeros of other digits that keyboards can produce, in order: Arabic, Persian, full-width. */
const ZEROS = ["٠", "۰", "０"].map((zero) => zero.charCodeAt(0));

const westernDigit = (digit: string): string => {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.findLast((first) => code >= first) ?? 0x30;
  return String(code - zero);
};

const plain = (text: string): string =>
  text
    .replace(/[¼½¾⅛⅜⅝⅞]/g, (sign) => ` ${FRACTIONS[sign]}`)
    .replace(/[٠-٩۰-۹０-９]/g, westernDigit)
    // Direction marks, which are copied along with a text.
    .replace(/[\u200e\u200f\u2066-\u2069]/g, "")
    .replace(/[⁄∕]/g, "/")
    .replace(/[,٫]/g, ".")
    .replace(/\s+/g, " ")
    .trim();

/** `26`, `26.5`, `.5`, `26 3/4`, `26-3/4`, `3/4`, with the unit or without. */
const NUMBER =
  /^(?:(\d{1,5}(?:\.\d*)?|\.\d+))?(?:(?:^|[ -])(\d{1,2}) ?\/ ?([1-9]\d?))? ?(cm|in|"|″|''|kg|°)?$/i;

const unitOf = (sign: string | undefined, fallback: string): string => {
  if (sign === undefined) return fallback;
  if (/in|"|″|''/i.test(sign)) return "in";
  return sign === "°" ? "deg" : sign.toLowerCase();
};

/**
 * Parses a typed value: with a point, a comma or a fraction. A typed unit takes precedence over the
 * unit of the table.
 * @param units the unit of the table
 * @param present the value in the table; it keeps its precision if the same eighths are typed again
 */
export const parseMeasure = (
  text: string,
  field: FieldKey,
  units: Units,
  present: number | null = null,
): ParsedMeasure => {
  const typed = plain(text);
  if (typed === "") return { kind: "nothing" };
  const [, whole, over, under, sign] = NUMBER.exec(typed) ?? [];
  if (whole === undefined && over === undefined) return { kind: "unreadable" };
  if (over !== undefined && whole?.includes(".")) return { kind: "unreadable" };
  const number = Number(whole ?? 0) + Number(over ?? 0) / Number(under ?? 1);
  const own = FIELDS[field].unit;
  const unit = unitOf(sign, own === "cm" ? units : own);
  if (unit === own) return { kind: "value", value: toTenths(number) };
  if (unit !== "in" || own !== "cm") return { kind: "unreadable" };
  const eighths = Math.round(number * 8);
  const same = present !== null && toEighths(present) === eighths;
  return { kind: "value", value: same ? present : fromEighths(eighths) };
};
