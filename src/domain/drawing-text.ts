import { DRAWING_WIDTH } from "../lib/drawing-width.ts";

/**
 * The size of the letters, in units of a drawing: a share of the picture's width, however many pixels it has.
 * On a phone, where a picture is 300 CSS pixels wide or more, they have 12 and more.
 */
export const TEXT_SIZE = 420;
/** From one baseline to the next. */
export const LINE_HEIGHT = 530;
/** From the upper edge of a line to its baseline. */
const ASCENT = 385;
/** The space that stays free at the edges of the page. */
const MARGIN = 100;
/** A text that begins close to the edge still gets so much room, and moves away from the edge. */
const MIN_WIDTH = 4200;

/** Lines of text on a drawing. */
export interface Caption {
  /** Where each line begins, or its middle. */
  readonly x: number;
  /** The baseline of the first line. */
  readonly y: number;
  readonly lines: readonly string[];
  readonly anchor: "start" | "middle";
  readonly direction: "ltr" | "rtl";
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The direction of a text by its first letter, as browsers do it for `dir="auto"`. */
export const directionOf = (text: string): Caption["direction"] =>
  RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : "ltr";

const NARROW = /[\s.,;:!'’|iljtfI()[\]]/u;
const WIDE = /[mwMW@%ЖШЩЮжшщю\u1100-\u{10ffff}]/u;

/** A little more than the width of a text in the fonts of browsers and of the server. */
export const textWidth = (text: string): number => {
  let ems = 0;
  for (const sign of text) ems += NARROW.test(sign) ? 0.4 : WIDE.test(sign) ? 1.05 : 0.74;
  return ems * TEXT_SIZE;
};

/** Splits a word that is wider than a line. */
const pieces = (word: string, width: number): string[] => {
  const parts: string[] = [];
  let part = "";
  for (const sign of word) {
    if (part && textWidth(part + sign) > width) {
      parts.push(part);
      part = "";
    }
    part += sign;
  }
  return part ? [...parts, part] : parts;
};

const wrapped = (line: string, width: number): string[] => {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/\s+/).filter(Boolean)) {
    const longer = current ? `${current} ${word}` : word;
    if (textWidth(longer) <= width) {
      current = longer;
      continue;
    }
    if (current) lines.push(current);
    const parts = pieces(word, width);
    current = parts.pop() ?? "";
    lines.push(...parts);
  }
  return [...lines, current];
};

/**
 * Signs that no XML document may have, and those that change the direction of what follows: a text
 * could reach over the next one with them.
 */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Cs}/gu;

/** Breaks a text into lines that stay on the page. */
export const captionAt = (at: { x: number; y: number }, text: string): Caption => {
  const tidy = text.replace(FORBIDDEN, "");
  const direction = directionOf(tidy);
  // Seen from the edge at which reading begins.
  const mirrored = (x: number) => (direction === "rtl" ? DRAWING_WIDTH - x : x);
  const room = Math.max(MIN_WIDTH, DRAWING_WIDTH - MARGIN - mirrored(at.x));
  const lines = tidy
    .split("\n")
    .flatMap((line) => wrapped(line, Math.min(room, DRAWING_WIDTH - 2 * MARGIN)));
  const width = Math.max(...lines.map(textWidth));
  const latest = Math.max(MARGIN, DRAWING_WIDTH - MARGIN - width);
  const x = Math.min(Math.max(mirrored(at.x), MARGIN), latest);
  return {
    x: Math.round(mirrored(x)),
    y: Math.max(at.y, 0) + ASCENT,
    lines,
    anchor: "start",
    direction,
  };
};

/** A short text around a point. */
export const captionAround = (middle: { x: number; y: number }, text: string): Caption => ({
  x: Math.round(middle.x),
  y: Math.round(middle.y + TEXT_SIZE * 0.36),
  lines: [text],
  anchor: "middle",
  direction: directionOf(text),
});
