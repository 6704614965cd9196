import { foldText } from "./search-text.ts";

const foldedLetters = new Map<string, string>();

/** One character as it is searched: letters, a space that parts words, or nothing. */
const foldLetter = (letter: string): string => {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  // Between letters, so that a space is not taken for an end.
  const folded = foldText(`a${letter}a`).slice(1, -1);
  foldedLetters.set(letter, folded);
  return folded;
};

/** A part of a text; `marked` where it is what was searched for. */
export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** A text as it is searched, and for each of its characters where the letter that it comes from lies. */
const foldWithPlaces = (text: string) => {
  let folded = "";
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const letter of text) {
    const end = at + letter.length;
    const plain = foldLetter(letter);
    // A point or accent belongs to the letter before it.
    if (plain === "" && to.length > 0) to[to.length - 1] = end;
    for (let i = 0; i < plain.length; i += 1) {
      from.push(at);
      to.push(end);
    }
    folded += plain;
    at = end;
  }
  return { folded, from, to };
};

/** Begin and end of every place where a word of the query stands, in order, none overlapping. */
const matchedRanges = (text: string, query: string): [from: number, to: number][] => {
  const words = foldText(query).split(" ").filter(Boolean);
  const { folded, from, to } = foldWithPlaces(text);
  const ranges: [number, number][] = [];
  for (const word of words) {
    for (let i = folded.indexOf(word); i >= 0; i = folded.indexOf(word, i + word.length)) {
      ranges.push([from[i] ?? 0, to[i + word.length - 1] ?? text.length]);
    }
  }
  ranges.sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push(range);
  }
  return merged;
};

/**
 * Begin and end of every place where the query stands as it is written, its words one after the other,
 * folded as the search folds them.
 */
export const phraseRanges = (text: string, query: string): [from: number, to: number][] => {
  const wanted = foldText(query);
  if (wanted === "") return [];
  const { folded, from, to } = foldWithPlaces(text);
  // However many signs part two words, they are one space.
  const pattern = new RegExp(wanted.replaceAll(" ", " +"), "g");
  return Array.from(folded.matchAll(pattern), ({ 0: found, index }) => [
    from[index] ?? 0,
    to[index + found.length - 1] ?? text.length,
  ]);
};

/** The text in parts, with the words of the query marked as the search finds them. */
export const markMatches = (text: string, query: string): TextPart[] => {
  const parts: TextPart[] = [];
  let done = 0;
  for (const [from, to] of matchedRanges(text, query)) {
    if (from > done) parts.push({ text: text.slice(done, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false });
  return parts;
};

const BEFORE = 40;
const LENGTH = 160;

/** Where the most words of the query stand close together. */
const densestPlace = (text: string, query: string): number => {
  const ranges = matchedRanges(text, query);
  let best = { at: ranges[0]?.[0] ?? 0, words: 0 };
  for (const [at] of ranges) {
    const near = ranges.filter(([from, to]) => from >= at && to <= at + LENGTH - BEFORE);
    const words = new Set(near.map(([from, to]) => foldText(text.slice(from, to)))).size;
    if (words > best.words) best = { at, words };
  }
  return best.at;
};

/** A piece of a longer text where the query is found best, cut at spaces. */
export const excerptAround = (text: string, query: string): string => {
  if (text.length <= LENGTH) return text;
  const first = densestPlace(text, query);
  const space = text.lastIndexOf(" ", Math.max(0, first - BEFORE));
  const from = first <= BEFORE ? 0 : space + 1;
  const end = text.lastIndexOf(" ", from + LENGTH);
  const to = from + LENGTH >= text.length ? text.length : end > first ? end : from + LENGTH;
  return `${from > 0 ? "… " : ""}${text.slice(from, to).trim()}${to < text.length ? " …" : ""}`;
};
