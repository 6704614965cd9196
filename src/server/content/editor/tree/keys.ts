import anyAscii from "any-ascii";
import { normalize } from "../../../normalize.ts";

/** As German writes them where it has no such letters. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** A key is the name of a file, too, with a language and the number of a copy behind it. */
const MAX_KEY = 40;

/** A sign of a title in Latin letters. Marks vanish, and other signs separate words. */
const latin = (sign: string): string => {
  if (/\p{M}/u.test(sign)) return "";
  if (!/\p{L}/u.test(sign)) return " ";
  return (
    UMLAUTS[sign] ??
    anyAscii(sign)
      .toLowerCase()
      .replace(/[^a-z\d]/g, "")
  );
};

/** Words as a key: lower-case Latin letters, digits and `-`; empty if nothing is left of them. */
const plainKey = (words: string): string =>
  normalize(words.slice(0, 4 * MAX_KEY).toLowerCase())
    .replace(/[^a-z\d]/gu, latin)
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
