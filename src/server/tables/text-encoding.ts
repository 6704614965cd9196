import { createReadStream } from "node:fs";
import type { Language } from "../../domain/languages.ts";
import { guessPage } from "./guess-page.ts";
import { type TableEncoding, TableProblem } from "./table-format.ts";
import { createDecoder } from "./text-decoder.ts";

/** What a look at all bytes of a file has found. */
interface Found {
  start: Buffer;
  isUtf8: boolean;
  /** Zero bytes at even and at odd places. */
  zeros: [even: number, odd: number];
  bytes: number;
}

const lookAt = async (file: string): Promise<Found> => {
  const found: Found = {
    ...{ start: Buffer.alloc(0), isUtf8: true, zeros: [0, 0], bytes: 0 },
  };
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
