import { normalize } from "../../../normalize.ts";

/** Letters that another alphabet, or a mark, has in place of Latin ones. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", œ: "oe", ø: "o", ı: "i", ł: "l" },
  ...{ α: "a", β: "v", γ: "g", δ: "d", ε: "e", ζ: "z", η: "i", θ: "th", ι: "i", κ: "k", λ: "l" },
  ...{ μ: "m", ν: "n", ξ: "x", ο: "o", π: "p", ρ: "r", σ: "s", ς: "s", τ: "t", υ: "y", φ: "f" },
  ...{ χ: "ch", ψ: "ps", ω: "o", א: "a", ב: "b", ג: "g", ד: "d", ה: "h", ו: "v", ז: "z", ח: "h" },
  ...{ ט: "t", י: "y", כ: "k", ך: "k", ל: "l", מ: "m", ם: "m", נ: "n", ן: "n", ס: "s", ע: "a" },
  ...{ פ: "p", ף: "f", צ: "tz", ץ: "tz", ק: "k", ר: "r", ש: "sh", ת: "t" },
};

/** A key is the name of a file, too, with a language and the number of a copy behind it. */
const MAX_KEY = 40;

/** Letters without their marks. */
const withoutMarks = (words: string): string =>
  // biome-ignore lint/plugin: no more letters than a few keys have.
  words.normalize("NFD").replace(/\p{M}/gu, "");

const latin = (words: string, otherwise?: string): string =>
  words.replace(/[^a-z\d]/gu, (sign) => LATIN[sign] ?? otherwise ?? sign);

/** Words as a key: lower-case Latin letters, digits and `-`; empty if nothing is left of them. */
const plainKey = (words: string): string =>
  latin(withoutMarks(latin(normalize(words.slice(0, 4 * MAX_KEY).toLowerCase()))), " ")
    .trim()
    .split(/ +/)
    .join("-")
    .slice(0, MAX_KEY)
    .replace(/-+$/, "");

const free = (key: string, taken: ReadonlySet<string>, end = ""): string => {
  for (let copy = 1; ; copy += 1) {
    const found = copy === 1 ? key + end : `${key}-${copy}${end}`;
    if (!taken.has(found.toLowerCase())) return found;
  }
};

/**
 * A key that no other has: of a lesson, which is the name of its file, of a chapter, or of a term.
 * @param taken in lower case
 * @param end such as `_ml`
 */
export const keyFor = (
  title: string,
  kind: "lesson" | "chapter" | "term",
  taken: ReadonlySet<string>,
  end = "",
): string => free(plainKey(title) || kind, taken, end);

/** The key of a product or a course: upper case, beginning with a letter. @param taken in lower case */
export const codeFor = (
  title: string,
  kind: "PRODUCT" | "COURSE",
  taken: ReadonlySet<string>,
): string => {
  const key = plainKey(title).slice(0, 20).replace(/-+$/, "").toUpperCase();
  return free(/^[A-Z]/.test(key) ? key : kind, taken);
};
