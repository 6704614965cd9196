/** The units that are shown beside fields. */
export type ShownUnit = "cm" | "in" | "kg" | "deg";

const NAMES = { cm: "centimeter", in: "inch", kg: "kilogram", deg: "degree" } as const;

const words = new Map<string, string>();

const wordOf = (unit: ShownUnit, language: string): string => {
  const format = new Intl.NumberFormat(language, {
    style: "unit",
    unit: NAMES[unit],
    unitDisplay: unit === "deg" ? "narrow" : "short",
  });
  return format.formatToParts(2).find(({ type }) => type === "unit")?.value ?? unit;
};

/** A unit as it is shown beside a field, such as `cm`, `po` or `ס״מ`. */
export const formatUnit = (unit: ShownUnit, language: string): string => {
  const key = `${unit} ${language}`;
  const word = words.get(key) ?? wordOf(unit, language);
  words.set(key, word);
  return word;
};
