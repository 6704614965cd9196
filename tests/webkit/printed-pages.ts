import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type DecodedPng, decode } from "fast-png";

/** A line of text on a page, in points from its top. */
export interface PrintedLine {
  text: string;
  top: number;
  bottom: number;
}

/** One rendered page of a PDF. Everything is in points, which equal the pixels of its picture. */
export interface PrintedPage {
  width: number;
  height: number;
  lines: PrintedLine[];
  /** Whether every pixel from one height to another is white. */
  isWhite: (top: number, bottom: number) => boolean;
  /** The share of white pixels, 0 to 1. */
  white: number;
}

const WHITE = 255;

const whiteRows = ({ width, height, data, channels }: DecodedPng) => {
  const row = (y: number): number => {
    let count = 0;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const pixel = data.subarray(at, at + Math.min(channels, 3));
      if (pixel.every((value) => value === WHITE)) count += 1;
    }
    return count;
  };
  return Array.from({ length: height }, (_, y) => row(y));
};

const linesOf = (page: string): PrintedLine[] =>
  [...page.matchAll(/<line [^>]*yMin="([\d.-]+)"[^>]*yMax="([\d.-]+)">([\s\S]*?)<\/line>/g)].map(
    ([, top, bottom, words = ""]) => ({
      top: Number(top),
      bottom: Number(bottom),
      text: words
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    }),
  );

export const printedPages = (pdf: string): PrintedPage[] => {
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-pages-"));
  try {
    execFileSync("pdftoppm", ["-r", "72", "-png", pdf, path.join(folder, "page")]);
    const text = execFileSync("pdftotext", ["-bbox-layout", pdf, "-"], { encoding: "utf8" });
    const texts = text.split("<page ").slice(1);
    return readdirSync(folder)
      .sort()
      .map((name, at) => {
        const picture = decode(readFileSync(path.join(folder, name)));
        const { width, height } = picture;
        const rows = whiteRows(picture);
        return {
          width,
          height,
          lines: linesOf(texts[at] ?? ""),
          isWhite: (top, bottom) => rows.slice(top, bottom).every((count) => count === width),
          white: rows.reduce((sum, count) => sum + count, 0) / (width * height),
        };
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
