import type { Term } from "../../contract/reference.ts";
import { foldText } from "../../domain/search-text.ts";
import { type Reads, textIn } from "../../domain/translated.ts";

/** An inflected word is at most this many letters longer than the term: darts, for dart. */
const MAX_SUFFIX_LENGTH = 2;
/** A shorter term is a prefix of too many words. */
const MIN_NAME_LENGTH = 3;

const namesOf = ({ term, translations }: Term): string[] =>
  [term, ...translations.map((translation) => translation.term)].map(foldText);

/**
 * Finds the glossary entry for a word of a text. The word may be a name of the entry in any
 * language, or an inflected form of it.
 * @returns the entry with the longest matching name; null if there is none
 */
export const matchTerm = (terms: readonly Term[], word: string): Term | null => {
  const wanted = foldText(word);
  if (wanted === "") return null;
  let best: { term: Term; length: number } | null = null;
  for (const term of terms) {
    for (const name of namesOf(term)) {
      if (name === wanted) return term;
      const extra = wanted.length - name.length;
      const isInflected = extra <= MAX_SUFFIX_LENGTH && wanted.startsWith(name);
      if (!isInflected || name.length < MIN_NAME_LENGTH || name.length <= (best?.length ?? 0))
        continue;
      best = { term, length: name.length };
    }
  }
  return best?.term ?? null;
};

interface Name {
  text: string;
  language: string;
}

/** The name of a term in a language that is read, or its key. */
export const nameOf = (entry: Term, reads: Reads): Name => {
  const name = textIn(entry.translations, "term", reads);
  return name.text ? name : { text: entry.term, language: "en" };
};

/** The names of a term in the school's other languages. */
export const otherNames = (entry: Term, reads: Reads): Name[] => {
  const shown = nameOf(entry, reads);
  return entry.translations
    .filter((translation) => translation.language !== shown.language && translation.term.trim())
    .map((translation) => ({ text: translation.term, language: translation.language }));
};

/** Sorts terms by the collation of the first language that is read. */
export const sortTerms = (terms: readonly Term[], reads: Reads): Term[] => {
  const { compare } = new Intl.Collator([reads].flat());
  const names = new Map(terms.map((term) => [term, nameOf(term, reads).text]));
  return terms.toSorted((a, b) => compare(names.get(a) ?? "", names.get(b) ?? ""));
};

/** Sorted terms by their first letter, without its accent or points. */
export const groupByLetter = (terms: readonly Term[], reads: Reads): [string, Term[]][] => {
  const groups = Map.groupBy(terms, (entry) => {
    const name = nameOf(entry, reads);
    const [letter = ""] = foldText(name.text);
    // Capitals follow the word's own language: an English "interfacing" is listed under I in
    // Turkish too, not under İ.
    return /\p{L}/u.test(letter) ? letter.toLocaleUpperCase(name.language) : "#";
  });
  return [...groups];
};
