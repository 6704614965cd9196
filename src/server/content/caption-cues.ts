import { MAX_TEXT_LENGTH, type TimedText } from "../../domain/timed-texts.ts";
import type { Report } from "./problem-list.ts";

/** A format of caption files. */
export interface CaptionFormat {
  /** Matches a line of times. Its groups are hours, minutes, seconds and thousandths, twice. */
  times: RegExp;
  /** A line of times, for messages. */
  example: string;
  /** Whether a block without times may begin with this line. It is not shown. */
  isOther(line: string): boolean;
  /** Whether each caption has a number, which may follow the text of the one before it. */
  isNumbered: boolean;
  /**
   * The words of a caption, without markup.
   * @param report takes lines from 0, the first one of the caption's text
   */
  words(text: string, report: Report): string;
}

/** Lines of a file up to a blank one. */
interface Block {
  /** The number of its first line, from 1. */
  line: number;
  /** The lines before its times; all of them if it has none. */
  head: string[];
  times: { line: number; written: string } | null;
  text: string[];
  /** Whether the times of the next block follow without a blank line. */
  endsAtTimes: boolean;
}

/** A line of times whose arrow a word processor has replaced. */
const LIKE_TIMES = /\d:\d\d(?:[.,]\d{1,9})?[ \t]*[^\s\d:]{1,3}[ \t]*\d{1,9}:\d\d/;

/** The algorithm "collect a WebVTT block", without what it does with settings and styles. */
const collectBlock = (lines: readonly string[], from: number): { block: Block; end: number } => {
  const block: Block = { line: from + 1, head: [], times: null, text: [], endsAtTimes: false };
  let at = from;
  for (; lines[at]; at += 1) {
    const line = lines[at] ?? "";
    if (!line.includes("-->")) (block.times ? block.text : block.head).push(line);
    else if (block.times === null && block.head.length <= 1) {
      block.times = { line: at + 1, written: line };
    } else {
      block.endsAtTimes = true;
      break;
    }
  }
  return { block, end: at };
};

const secondsOf = ([hours = "0", minutes = "0", seconds = "0", rest = "0"]: string[]): number =>
  (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(rest)) /
  1000;

const reportLost = (
  { line, head }: Block,
  { example, isOther, isNumbered }: CaptionFormat,
  report: Report,
): void => {
  const [first = ""] = head;
  if (isOther(first) || (isNumbered && head.length === 1 && /^\d+\s*$/.test(first))) return;
  const times = head.findIndex((each) => LIKE_TIMES.test(each));
  if (times >= 0) report(line + times, `The times of a caption must look like ${example}.`);
  else report(line, "This text has no times, so it is not shown.", "warning");
};

const readCue = (
  { line, head, times, text, endsAtTimes }: Block,
  format: CaptionFormat,
  report: Report,
): TimedText | null => {
  if (times === null) return null;
  const found = format.times.exec(times.written);
  if (!found) {
    report(times.line, `The times of a caption must look like ${format.example}.`);
    return null;
  }
  if (format.isOther(head[0] ?? "")) {
    report(line, "A note ends where times begin, so this caption is shown.", "warning");
  }
  const isNextNumber = format.isNumbered && endsAtTimes && /^\d+\s*$/.test(text.at(-1) ?? "");
  const written = text.slice(0, isNextNumber ? -1 : undefined).join("\n");
  const words = format.words(written, (at, ...said) => report(times.line + 1 + at, ...said)).trim();
  const cue = { start: secondsOf(found.slice(1, 5)), end: secondsOf(found.slice(5, 9)) };
  if (words === "") {
    report(times.line, "This caption has no text.", "warning");
    return null;
  }
  if (cue.end <= cue.start) {
    report(times.line, "This caption ends before it begins.");
    return null;
  }
  if (words.length > MAX_TEXT_LENGTH) {
    report(times.line, `This caption has more than ${MAX_TEXT_LENGTH} characters.`, "warning");
  }
  return { ...cue, text: words };
};

/**
 * Reads the captions of a file.
 * @param from the index of the first line behind the header
 * @param report takes line numbers, from 1: an error where words would be lost, else a warning
 */
export const readCues = (
  lines: readonly string[],
  from: number,
  format: CaptionFormat,
  report: Report,
): TimedText[] => {
  const cues: TimedText[] = [];
  for (let at = from; at < lines.length; ) {
    if (!lines[at]) {
      at += 1;
      continue;
    }
    const { block, end } = collectBlock(lines, at);
    if (block.times === null) reportLost(block, format, report);
    const cue = readCue(block, format, report);
    if (cue) cues.push(cue);
    at = end;
  }
  return cues;
};

/** Splits a file into lines, whatever ends them. */
export const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "\uFFFD")
    .split(/\r\n|\r|\n/);
