import { formatSeconds, parseTime, type TimedText } from "../../../domain/timed-texts.ts";

/** A line of captions as it is being written. */
export interface CaptionLine {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly text: string;
}

export type LineField = "start" | "end" | "text";

export type LineProblem = "no-time" | "end-before-start" | "no-text";

/** The validation errors of a line, by field. */
export type LineProblems = Partial<Record<LineField, LineProblem>>;

let lastId = 0;
const nextId = (): number => {
  lastId += 1;
  return lastId;
};

/** Gives a line an id. */
export const withId = (line: Omit<CaptionLine, "id">): CaptionLine => ({ id: nextId(), ...line });

/** A line with the text and times of a cue. */
export const toCaptionLine = ({ start, end, text }: TimedText): CaptionLine =>
  withId({ start: formatSeconds(start), end: formatSeconds(end), text });

/** An empty line that starts at a playing position and has a default length. */
export const emptyLine = (time: number): CaptionLine =>
  toCaptionLine({ start: time, end: time + 2, text: "" });

/** The validation errors of a line; an empty object if it can be saved. */
export const validateLine = ({ start, end, text }: CaptionLine): LineProblems => {
  const [from, to] = [parseTime(start), parseTime(end)];
  const problems: LineProblems = {};
  if (from === null) problems.start = "no-time";
  if (to === null) problems.end = "no-time";
  else if (from !== null && to <= from) problems.end = "end-before-start";
  if (!text.trim()) problems.text = "no-text";
  return problems;
};

/** Sorts by start time. A line with an unreadable start stays behind the line before it. */
export const sortByStart = (lines: readonly CaptionLine[]): CaptionLine[] => {
  let before = 0;
  const keyed = lines.map((line) => {
    before = parseTime(line.start) ?? before;
    return { line, at: before };
  });
  return keyed.sort((a, b) => a.at - b.at).map(({ line }) => line);
};

/** Converts lines to cues with times in seconds. @returns null while any line is invalid */
export const toTimedTexts = (lines: readonly CaptionLine[]): TimedText[] | null => {
  const texts: TimedText[] = [];
  for (const line of lines) {
    const [start, end] = [parseTime(line.start), parseTime(line.end)];
    if (start === null || end === null || Object.keys(validateLine(line)).length > 0) return null;
    texts.push({ start, end, text: line.text.trim() });
  }
  return texts;
};

/** What differs between lines that are being written and captions that were saved meanwhile, by time. */
export const differingLines = (mine: readonly CaptionLine[], theirs: readonly TimedText[]) => {
  const wordsAt = (lines: readonly Omit<CaptionLine, "id">[]) =>
    new Map(lines.map(({ start, end, text }) => [`${start} – ${end}`, text.trim()]));
  const [own, others] = [wordsAt(mine), wordsAt(theirs.map(toCaptionLine))];
  return [...new Set([...own.keys(), ...others.keys()])]
    .toSorted()
    .map((time) => ({
      name: time,
      label: time,
      theirs: others.get(time) ?? "",
      mine: own.get(time) ?? "",
    }))
    .filter((line) => line.theirs !== line.mine);
};
