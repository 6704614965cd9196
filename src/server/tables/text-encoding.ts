import { createReadStream } from "node:fs";
import type { Language } from "../../domain/languages.ts";
import { countOddLetters } from "./odd-letters.ts";
import { type TableEncoding, TableProblem } from "./table-format.ts";

/** The upper 128 letters of pages of DOS, which Node's decoder does not have. */
const DOS_LETTERS: Readonly<Partial<Record<TableEncoding, string>>> = {
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ibm857:
    "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0",
  ibm737:
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0",
  ibm862:
    "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
};

/** Decodes a text piece by piece. @throws TypeError for bytes that the encoding does not have */
interface PieceDecoder {
  decode(piece?: Uint8Array): string;
}

/** @param fatal false: bytes that the encoding does not have become U+FFFD */
const createDecoder = (encoding: TableEncoding, fatal = true): PieceDecoder => {
  const letters = DOS_LETTERS[encoding];
  if (letters === undefined) {
    const decoder = new TextDecoder(encoding, { fatal });
    return {
      decode: (piece) => (piece ? decoder.decode(piece, { stream: true }) : decoder.decode()),
    };
  }
  return {
    decode(piece = new Uint8Array()) {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
        .toString("latin1")
        .replace(/[\x80-\xff]/g, (byte) => letters.charAt(byte.charCodeAt(0) - 0x80));
      if (fatal && text.includes("\ufffd")) throw new TypeError("No text of this encoding");
      return text;
    },
  };
};

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
const guessPage = async (file: string, languages: readonly Language[]): Promise<TableEncoding> => {
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

/** What a look at all bytes of a file has found. */
interface Found {
  start: Buffer;
  isUtf8: boolean;
  /** Zero bytes at even and at odd places. */
  zeros: [even: number, odd: number];
  bytes: number;
}

const lookAt = async (file: string): Promise<Found> => {
  const found: Found = { start: Buffer.alloc(0), isUtf8: true, zeros: [0, 0], bytes: 0 };
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    if (found.bytes === 0) found.start = Buffer.from(piece.subarray(0, 3));
    if (found.isUtf8) {
      try {
        utf8.decode(piece, { stream: true });
      } catch {
        found.isUtf8 = false;
      }
    }
    for (const byte of piece) {
      if (byte === 0) found.zeros[(found.bytes % 2) as 0 | 1] += 1;
      found.bytes += 1;
    }
  }
  try {
    utf8.decode();
  } catch {
    found.isUtf8 = false;
  }
  return found;
};

/**
 * Guesses the encoding of a text file: by its mark, by the bytes that are valid, and else by what they would mean.
 * @throws TableProblem for a file that is no text
 */
export const guessEncoding = async (
  file: string,
  languages: readonly Language[],
): Promise<TableEncoding> => {
  const { start, isUtf8, zeros, bytes } = await lookAt(file);
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const [even, odd] = zeros;
  // Separators and digits have a zero byte each in UTF-16.
  if (even + odd > bytes / 20) {
    if (odd > 10 * even) return "utf-16le";
    if (even > 10 * odd) return "utf-16be";
    throw new TableProblem("table/not_a_table");
  }
  return isUtf8 ? "utf-8" : guessPage(file, languages);
};

/**
 * A file's text in pieces, without a mark at its start.
 * @throws TableProblem for bytes that the encoding does not have
 */
export async function* decodedText(file: string, encoding: TableEncoding): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  const decode = (piece?: Buffer): string => {
    try {
      return decoder.decode(piece);
    } catch {
      throw new TableProblem("table/wrong_encoding");
    }
  };
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    const text = decode(piece);
    if (text) yield text;
  }
  const rest = decode();
  if (rest) yield rest;
}
