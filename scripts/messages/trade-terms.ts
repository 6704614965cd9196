import { TYPE } from "@formatjs/icu-messageformat-parser";
import { foldText } from "../../src/domain/search-text.ts";
import { walk } from "./walk.ts";

/** Accepted beginnings of translated terms, by English term and language. */
export type TradeTerms = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The text of a message without placeholders, normalised as for searching. */
const wordsOf = (message: string): string => {
  const texts: string[] = [];
  walk(message, (element) => {
    if (element.type === TYPE.literal) texts.push(element.value);
  });
  return ` ${foldText(texts.join(" "))} `;
};

const speaksOf = (english: string, term: string): boolean =>
  new RegExp(` ${foldText(term)}(e?s)? `).test(english);

/** In German compounds and with Hebrew prefixes a term may begin inside a word; elsewhere it may not. */
const JOINING = new Set(["de", "he"]);

const uses = (words: string, stem: string, language: string): boolean =>
  words.includes(`${JOINING.has(language) ? "" : " "}${foldText(stem)}`);

/** Checks that a translation uses an accepted word for each trade term of the English message. */
export const checkTerms = (
  messages: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
  language: string,
  terms: TradeTerms,
): string[] =>
  Object.entries(messages).flatMap(([key, message]) => {
    const original = english[key];
    if (original === undefined) return [];
    const [here, there] = [wordsOf(message), wordsOf(original)];
    return Object.entries(terms)
      .map(([term, stems]) => [term, stems[language] ?? []] as const)
      .filter(
        ([term, stems]) =>
          stems.length > 0 &&
          speaksOf(there, term) &&
          !stems.some((stem) => uses(here, stem, language)),
      )
      .map(([term, stems]) => `${key} speaks of a ${term}, but of no ${stems.join(", ")}`);
  });
