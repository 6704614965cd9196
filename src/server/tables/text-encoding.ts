import { createReadStream } from "node:fs";
import type { Language } from "../../domain/languages.ts";
import { type TableEncoding, TableProblem } from "./table-format.ts";

/** A byte of an accent, a letter of another script, or a sign of Windows' typography. */
const LETTERS = 0xc0;

/** What a look at all bytes of a file has found. */
interface Found {
  start: Buffer;
  isUtf8: boolean;
  /** Zero bytes at even and at odd places. */
  zeros: [even: number, odd: number];
  bytes: number;
  /** High letters, and those of them that follow another one. */
  letters: number;
  adjacent: number;
}

const lookAt = async (file: string): Promise<Found> => {
  const found: Found = {
    ...{ start: Buffer.alloc(0), isUtf8: true, zeros: [0, 0], bytes: 0, letters: 0, adjacent: 0 },
  };
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isAfterLetter = false;
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
      const isLetter = byte >= LETTERS;
      if (isLetter) {
        found.letters += 1;
        if (isAfterLetter) found.adjacent += 1;
      }
      isAfterLetter = isLetter;
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

/** The page of Windows for scripts whose words consist of high letters alone. */
const PAGES: Partial<Record<Language, TableEncoding>> = { el: "windows-1253", he: "windows-1255" };

/**
 * Guesses the encoding of a text file: by its mark, by the bytes that are valid, and else by the languages of
 * the school, the first one first. In Greek and Hebrew most high letters stand beside another one; in the
 * languages with Latin letters few do.
 * @throws TableProblem for a file that is no text
 */
export const guessEncoding = async (
  file: string,
  languages: readonly Language[],
): Promise<TableEncoding> => {
  const { start, isUtf8, zeros, bytes, letters, adjacent } = await lookAt(file);
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const [even, odd] = zeros;
  // Separators and digits have a zero byte each in UTF-16.
  if (even + odd > bytes / 20) {
    if (odd > 10 * even) return "utf-16le";
    if (even > 10 * odd) return "utf-16be";
    throw new TableProblem("table/not_a_table");
  }
  if (isUtf8) return "utf-8";
  const page = languages.map((language) => PAGES[language]).find(Boolean);
  if (page && adjacent > letters / 2) return page;
  // The Turkish page is the western one, with six Turkish letters in place of Icelandic ones.
  return languages.includes("tr") ? "windows-1254" : "windows-1252";
};

/**
 * A file's text in pieces, without a mark at its start.
 * @throws TableProblem for bytes that the encoding does not have
 */
export async function* decodedText(file: string, encoding: TableEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (piece?: Buffer): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
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
