import type { Term } from "../contract/reference.ts";
import { foldText } from "./search-text.ts";

/** So many letters more than a term's name has a word that is only bent: darts, for dart. */
const MAX_ENDING_LETTERS = 2;
/** Shorter names begin too many words. */
const MIN_NAME_LENGTH = 3;

const namesOf = ({ term, translations }: Term): string[] =>
  [term, ...translations.map((translation) => translation.term)].map(foldText).filter(Boolean);

/**
 * The glossary's entry for a word as it stands in a text: by any of its names, in any language, with an
 * ending or without.
 * @returns null where there is none; of several the one with the longest name
 */
export const namedTerm = (terms: readonly Term[], word: string): Term | null => {
  const wanted = foldText(word);
  if (wanted === "") return null;
  let best: { term: Term; length: number } | null = null;
  for (const term of terms) {
    for (const name of namesOf(term)) {
      if (name === wanted) return term;
      const more = wanted.length - name.length;
      const bent = more > 0 && more <= MAX_ENDING_LETTERS && wanted.startsWith(name);
      if (!bent || name.length < MIN_NAME_LENGTH || name.length <= (best?.length ?? 0)) continue;
      best = { term, length: name.length };
    }
  }
  return best?.term ?? null;
};
