import { FIELDS, type FieldKey, type Units } from "./fields.ts";
import { fromEighths, toEighths, toTenths } from "./length.ts";

/** What somebody typed, in the field's own unit. */
export type Reading =
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

/** The zeros of the digits that keyboards for our languages' neighbours may write. */
const ZEROS = ["٠", "۰", "０"].map((zero) => zero.charCodeAt(0));

const westernDigit = (digit: string): string => {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((first) => code >= first && code < first + 10) ?? 0x30;
  return String(code - zero);
};

const plain = (text: string): string =>
  text
    .replace(/[¼½¾⅛⅜⅝⅞]/g, (sign) => ` ${FRACTIONS[sign]}`)
    .replace(/[٠-٩۰-۹０-９]/g, westernDigit)
    // Marks that set a direction, and come along with what is copied.
    .replace(/[\u200e\u200f\u2066-\u2069]/g, "")
    .replace(/[⁄∕]/g, "/")
    .replace(/[,٫]/g, ".")
    .replace(/\s+/g, " ")
    .trim();

/** `26`, `26.5`, `.5`, `26 3/4`, `26-3/4`, `3/4`, with the unit or without. */
const NUMBER =
  /^(?:(\d{1,5}(?:\.\d*)?|\.\d+))?(?:(?:^|[ -])(\d{1,2}) ?\/ ?([1-9]\d?))? ?(cm|in|"|″|''|kg|°)?$/i;

const unitOf = (sign: string | undefined, usual: string): string => {
  if (sign === undefined) return usual;
  if (/^(in|"|″|'')$/i.test(sign)) return "in";
  return sign === "°" ? "deg" : sign.toLowerCase();
};

/**
 * Reads what is typed for a field: with point or comma, or with a fraction. A unit that is written
 * out counts, whatever the table is in.
 * @param kept the value that stands in the table: typed again in eighths it stays as exact as it was
 */
export const readMeasure = (
  text: string,
  field: FieldKey,
  units: Units,
  kept: number | null = null,
): Reading => {
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
  const same = kept !== null && toEighths(kept) === eighths;
  return { kind: "value", value: same ? kept : fromEighths(eighths) };
};
