import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { mapWithin } from "./walk.ts";

/** How much longer than English a language can be. */
const LONGER = 1.4;

/** Letters with marks above and below, which need a higher line. */
const MARKED: Readonly<Record<string, string>> = {
  a: "å",
  c: "ç",
  e: "é",
  i: "ï",
  n: "ñ",
  o: "ö",
  u: "ű",
  y: "ý",
  A: "Å",
  E: "É",
  I: "Î",
  O: "Ö",
  S: "Š",
  U: "Ü",
};

/** English words with marks, and 40% longer. */
const stretch = (text: string): string => {
  const words = text.replaceAll(/[a-zA-Z]/g, (letter) => MARKED[letter] ?? letter);
  const letters = text.replaceAll(/[^a-zA-Z]/g, "").length;
  const missing = Math.ceil(letters * (LONGER - 1));
  if (missing === 0) return words;
  const [, end = ""] = /(\s*)$/.exec(words) ?? [];
  const filler = "lorem ipsum dolor sit amet ".repeat(Math.ceil(missing / 27)).slice(0, missing);
  return `${words.trimEnd()} ${filler.trim()}${end}`;
};

const stretchAll = (elements: MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) =>
    element.type === TYPE.literal
      ? { ...element, value: stretch(element.value) }
      : mapWithin(element, stretchAll),
  );

/** A message of the pseudo-language, parsed: the English one, 40% longer and with marks on its letters. */
export const pseudoMessage = (message: string): MessageFormatElement[] =>
  stretchAll(parse(message));
