import type { TimedText } from "../../domain/timed-texts.ts";
import { type CaptionFormat, linesOf, readCues } from "./caption-cues.ts";
import type { Report } from "./problem-list.ts";

const STAMP = String.raw`(?:(\d+):)?([0-5]?\d):([0-5]?\d)[,.](\d{3})`;

/** The only markup that players know in this format: `<i>`, `<font color="red">`, `{\an8}`. */
const MARKUP = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi;

const SUB_RIP: CaptionFormat = {
  times: new RegExp(String.raw`^\s*${STAMP}\s*-->\s*${STAMP}(?!\d)`),
  example: "00:00:01,500 --> 00:00:04,000",
  isOther: () => false,
  isNumbered: true,
  words: (text) => text.replace(MARKUP, ""),
};

/**
 * Reads the captions of a SubRip file (`.srt`). Its text is plain: a `<` or `&` stands for itself.
 * @param report takes what is not shown, and syntax errors, with their lines
 */
export const readSubRip = (text: string, report: Report): TimedText[] =>
  readCues(
    linesOf(text).map((line) => (line.trim() ? line : "")),
    0,
    SUB_RIP,
    report,
  );
