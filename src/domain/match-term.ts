import type { Term } from "../contract/reference.ts";
import { foldText } from "./search-text.ts";

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
