import type { TimedText } from "../../domain/timed-texts.ts";
import type { Report } from "./problem-list.ts";

const STAMP = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMES = new RegExp(String.raw`^\s*${STAMP}\s+-->\s+${STAMP}(?:\s|$)`);

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&lrm;": "\u200e",
  "&rlm;": "\u200f",
};

/** A cue's text without markup for bold or voices, which captions here do not support. */
const wordsOf = (lines: readonly string[]): string =>
  lines
    .join("\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&[a-z]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();

const secondsOf = ([hours = "0", minutes = "0", seconds = "0", rest = "0"]: string[]): number =>
  (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(rest)) /
  1000;

/**
 * Reads the cues of a WebVTT file. Skips notes, styles and settings.
 * @param report takes each syntax error with its line
 */
export const readWebVtt = (text: string, report: Report): TimedText[] => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (!/^WEBVTT(\s|$)/.test(lines[0] ?? "")) {
    report(1, "A caption file must begin with the line WEBVTT.");
    return [];
  }
  const cues: TimedText[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (!line.includes("-->")) continue;
    const times = TIMES.exec(line);
    let end = at + 1;
    while (lines[end]?.trim()) end += 1;
    const cue = times && {
      start: secondsOf(times.slice(1, 5)),
      end: secondsOf(times.slice(5, 9)),
      text: wordsOf(lines.slice(at + 1, end)),
    };
    if (!cue) report(at + 1, `The times of a caption must look like 00:01.500 --> 00:04.000.`);
    else if (cue.end <= cue.start) report(at + 1, "This caption ends before it begins.");
    else if (cue.text === "") report(at + 1, "This caption has no text.");
    else cues.push(cue);
    at = end;
  }
  return cues;
};
