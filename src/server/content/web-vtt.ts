import { decodeHTML } from "entities";
import type { TimedText } from "../../domain/timed-texts.ts";
import { type CaptionFormat, linesOf, readCues } from "./caption-cues.ts";
import type { Report } from "./problem-list.ts";

const STAMP = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const SPACE = String.raw`[ \t\f]*`;

/** As the standard's tokenizer finds a tag: up to the next `>`, or to the end of the caption. */
const TAG = /<[^>]*>?/g;
const KNOWN_TAG = new RegExp(
  String.raw`^<(?:\/?(?:c|i|b|u|ruby|rt|v|lang)(?:[.\s][^>]*)?|${STAMP})>$`,
);
/** A tag that the standard does not have, such as `<font color="red">`. */
const OTHER_TAG = /^<\/?[a-z][^<>]*>$/i;

const reportTags = (text: string, report: Report): void => {
  let line = 0;
  let counted = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    if (KNOWN_TAG.test(tag)) continue;
    line += text.slice(counted, index).split("\n").length - 1;
    counted = index;
    const [shown = ""] = tag.split("\n", 1);
    report(
      line,
      `"${shown.slice(0, 40)}" is read as a tag, and is not shown: write &lt; for a "<".`,
      OTHER_TAG.test(tag) ? "warning" : "error",
    );
  }
};

const WEB_VTT: CaptionFormat = {
  times: new RegExp(`^${SPACE}${STAMP}${SPACE}-->${SPACE}${STAMP}(?!\\d)`),
  example: "00:01.500 --> 00:04.000",
  isOther: (line) => /^(?:NOTE|STYLE|REGION)(?:[\s:]|$)/.test(line),
  isNumbered: false,
  words: (text, report) => {
    reportTags(text, report);
    return text.split(TAG).map(decodeHTML).join("");
  },
};

/**
 * Reads the cues of a WebVTT file as the standard's parser does, https://www.w3.org/TR/webvtt1/. Leaves
 * out markup, styles and settings: captions are plain text here.
 * @param report takes what is not shown, and syntax errors, with their lines
 */
export const readWebVtt = (text: string, report: Report): TimedText[] => {
  const lines = linesOf(text);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "")) {
    report(1, "A caption file must begin with the line WEBVTT.");
    return [];
  }
  let start = 1;
  // The header ends at a blank line, or where the first times are.
  while (lines[start] && !lines[start]?.includes("-->")) start += 1;
  return readCues(lines, start, WEB_VTT, report);
};
