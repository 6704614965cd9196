import type { Term } from "../../contract/reference.ts";
import { foldText } from "../../domain/search-text.ts";
import { textIn } from "../../domain/translated.ts";

/** A text with the language that it is in. */
export interface Name {
  text: string;
  language: string;
}

/** A term as it is called in a language, or as the school keys it. */
export const nameOf = (entry: Term, language: string): Name => {
  const name = textIn(entry.translations, "term", language);
  return name.text ? name : { text: entry.term, language: "en" };
};

/** What a term is called in the school's other languages. */
export const otherNames = (entry: Term, language: string): Name[] => {
  const shown = nameOf(entry, language);
  return entry.translations
    .filter((translation) => translation.language !== shown.language && translation.term.trim())
    .map((translation) => ({ text: translation.term, language: translation.language }));
};

/** Terms in the order of a language's dictionary. */
export const sortTerms = (terms: readonly Term[], language: string): Term[] => {
  const { compare } = new Intl.Collator(language);
  return terms.toSorted((a, b) => compare(nameOf(a, language).text, nameOf(b, language).text));
};

/** Sorted terms by their first letter, without its accent or points. */
export const byLetter = (terms: readonly Term[], language: string): [string, Term[]][] => {
  const groups = Map.groupBy(terms, (entry) => {
    const name = nameOf(entry, language);
    const [letter = ""] = foldText(name.text);
    // A capital is the word's own: an English "interfacing" stands under I in Turkish too, not under İ.
    return /\p{L}/u.test(letter) ? letter.toLocaleUpperCase(name.language) : "#";
  });
  return [...groups];
};
