/** What no program shows: blanks without width, marks of direction, soft hyphens, the blank of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** Joiners and selectors: the names of Persian and Indian people and emoji are written with them. */
const KEPT = /[\u{200c}\u{200d}]|[\u{fe0e}\u{fe0f}]|[\u{e0020}-\u{e007f}]/u;

/** Blanks that no space bar writes. Line breaks and tabs are control characters, which are refused. */
const ODD_BLANK = /[^\S \p{Cc}]/gu;

/**
 * A username or a mail address without the invisible signs that come with it from web pages, mails
 * and spreadsheets. Other blanks than that of the space bar become that one; an address loses them.
 */
export const withoutInvisible = (text: string): string => {
  const seen = text.replace(INVISIBLE, "");
  if (!seen.includes("@")) return seen.replace(ODD_BLANK, " ").trim();
  const parts = seen.replace(ODD_BLANK, "").split("@");
  return parts.map((part) => part.trim()).join("@");
};

/** The same for the name of a person. */
export const withoutMarks = (text: string): string =>
  text
    .replace(INVISIBLE, (sign) => (KEPT.test(sign) ? sign : ""))
    .replace(ODD_BLANK, " ")
    .trim();
