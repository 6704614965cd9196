import { foldText } from "./search-text.ts";

const foldedLetters = new Map<string, string>();

/** A folded character: letters, a space that separates words, or nothing. */
const foldLetter = (letter: string): string => {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  // Letters around it keep `foldText` from trimming a space.
  const folded = foldText(`a${letter}a`).slice(1, -1);
  foldedLetters.set(letter, folded);
  return folded;
};

/** A part of a text; `marked` if it matches the query. */
interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Folds a text. `from` and `to` give the range in the original of each folded character. */
const foldWithRanges = (text: string) => {
  let folded = "";
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const letter of text) {
    const end = at + letter.length;
    const plain = foldLetter(letter);
    // A combining mark belongs to the letter before it.
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

/** The ranges in a text that match a word of the query, in order and merged. */
const matchedRanges = (text: string, query: string): [from: number, to: number][] => {
  const words = foldText(query).split(" ").filter(Boolean);
  const { folded, from, to } = foldWithRanges(text);
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
 * The ranges in a text that match the whole query: its words in sequence, folded by `foldText`.
 */
export const phraseRanges = (text: string, query: string): [from: number, to: number][] => {
  const wanted = foldText(query);
  if (wanted === "") return [];
  const { folded, from, to } = foldWithRanges(text);
  // Several characters between two words are folded to several spaces.
  const pattern = new RegExp(wanted.replaceAll(" ", " +"), "g");
  return Array.from(folded.matchAll(pattern), ({ 0: found, index }) => [
    from[index] ?? 0,
    to[index + found.length - 1] ?? text.length,
  ]);
};

/** Splits a text into parts and marks those that match a word of the query. */
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

/** The number of characters before the match in an excerpt. */
const CONTEXT_LENGTH = 40;
const EXCERPT_LENGTH = 160;

/** The beginning of a text that is looked at first; after that four times as much, and so on. */
const BEGINNING_LENGTH = 150;

/** The offset in a text after which most words of the query occur within one excerpt. */
const densestMatch = (text: string, query: string): number => {
  const all = new Set(foldText(query).split(" ")).size;
  for (let length = BEGINNING_LENGTH; length < text.length; length *= 4) {
    const end = text.lastIndexOf(" ", length);
    const early = densestIn(text.slice(0, Math.max(0, end)), query);
    // Most excerpts are found early, and no later one has more words.
    if (early.words >= all) return early.at;
  }
  return densestIn(text, query).at;
};

const densestIn = (text: string, query: string): { at: number; words: number } => {
  const ranges = matchedRanges(text, query);
  const folded = ranges.map(([from, to]) => foldText(text.slice(from, to)));
  let best = { at: ranges[0]?.[0] ?? 0, words: 0 };
  for (const [index, [at]] of ranges.entries()) {
    const words = new Set<string>();
    for (let next = index; next < ranges.length; next += 1) {
      if ((ranges[next]?.[1] ?? 0) > at + EXCERPT_LENGTH - CONTEXT_LENGTH) break;
      words.add(folded[next] ?? "");
    }
    if (words.size > best.words) best = { at, words: words.size };
  }
  return best;
};

/** An excerpt of a text around the best match of the query, cut at spaces. */
export const excerptAround = (text: string, query: string): string => {
  if (text.length <= EXCERPT_LENGTH) return text;
  const first = densestMatch(text, query);
  const from = text.lastIndexOf(" ", first - CONTEXT_LENGTH) + 1;
  const end = text.lastIndexOf(" ", from + EXCERPT_LENGTH);
  const to =
    from + EXCERPT_LENGTH >= text.length ? text.length : end > first ? end : from + EXCERPT_LENGTH;
  return `${from > 0 ? "… " : ""}${text.slice(from, to).trim()}${to < text.length ? " …" : ""}`;
};
