import { createReadStream } from "node:fs";
import type { Language } from "../../domain/languages.ts";
import { countOddLetters } from "./odd-letters.ts";
import type { TableEncoding } from "./table-format.ts";
import { createDecoder } from "./text-decoder.ts";

/** The letters of each language besides those of ASCII. */
const LETTERS: Readonly<Record<Language, string>> = {
  en: "",
  de: "äöüß",
  el: "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
  es: "áéíñóúü",
  fr: "àâæçèéêëîïôœùûü",
  he: "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
  tr: "çğıİöşü",
};

/** The encodings with a byte for a letter, by how often people have them. */
const PAGES: readonly TableEncoding[] = [
  ...(["windows-1252", "windows-1253", "windows-1255"] as const),
  ...(["macintosh", "ibm850", "ibm737", "ibm862"] as const),
];

/** Their Turkish forms, which have Turkish letters in place of Icelandic and other ones. */
const TURKISH: Partial<Record<TableEncoding, TableEncoding>> = {
  "windows-1252": "windows-1254",
  ibm850: "ibm857",
};

/** So many different words show the encoding. */
const MAX_WORDS = 2000;
const MAX_WORD = 40;

/** The words of a file that have letters beyond ASCII, a character for each byte. */
const wordsOf = async (file: string): Promise<ReadonlySet<string>> => {
  const words = new Set<string>();
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const [word] of piece.toString("latin1").matchAll(/[A-Za-z\x80-\xff]+/g)) {
      if (/[\x80-\xff]/.test(word) && word.length <= MAX_WORD) words.add(word);
      if (words.size === MAX_WORDS) return words;
    }
  }
  return words;
};

/** How likely a word is one of a name; below 0 for one that is none. */
const scoreOf = (word: string, own: ReadonlySet<string>, all: ReadonlySet<string>): number => {
  let score = -5 * countOddLetters(word);
  let isAfterAccent = false;
  for (const letter of word) {
    if (letter < "\x80") {
      isAfterAccent = false;
      continue;
    }
    const small = letter === "İ" ? letter : letter.toLowerCase();
    if (own.has(small)) score += 4;
    else if (all.has(small)) score += 3;
    // An apostrophe, as in O’Brien.
    else if (letter === "’") score += 3;
    else if (/\p{L}/u.test(letter)) score += 1;
    // In languages with Latin letters accents rarely stand side by side.
    const isAccent = /\p{Script=Latin}/u.test(letter);
    if (isAccent && isAfterAccent) score -= 4;
    isAfterAccent = isAccent;
  }
  return score;
};

/**
 * Guesses the encoding of a file in which a byte is a letter: the one in which the words look most like
 * names of the school's languages, the likelier one if several do.
 */
export const guessPage = async (
  file: string,
  languages: readonly Language[],
): Promise<TableEncoding> => {
  const words = await wordsOf(file);
  const own = new Set(languages.flatMap((language) => [...LETTERS[language]]));
  const all = new Set(Object.values(LETTERS).join(""));
  const isTurkish = languages.includes("tr");
  let best: TableEncoding = "windows-1252";
  let most = Number.NEGATIVE_INFINITY;
  for (const page of PAGES) {
    const encoding = (isTurkish && TURKISH[page]) || page;
    const decoder = createDecoder(encoding, false);
    let score = 0;
    for (const word of words)
      score += scoreOf(decoder.decode(Buffer.from(word, "latin1")), own, all);
    if (score <= most) continue;
    best = encoding;
    most = score;
  }
  return best;
};
