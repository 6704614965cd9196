/** A line of captions, shown from `start` to `end`, in seconds of the video. */
export interface TimedText {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a line may hold; the school takes no more. */
export const MAX_TEXT_LENGTH = 500;

/** Seconds with three decimals: what WebVTT can say. */
const exact = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** In the order in which they are shown. */
export const inOrderOfTime = <Line extends Pick<TimedText, "start" | "end">>(
  lines: readonly Line[],
): Line[] => lines.toSorted((a, b) => a.start - b.start || a.end - b.end);

/**
 * Reads a time as people write it: `75.5`, `1:15.5`, `0:01:15,5`.
 * @returns seconds; null for what is no time, a negative one included
 */
export const readTime = (written: string): number | null => {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,6})?)$/.exec(written.trim());
  if (!match) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  return exact(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", ".")));
};

/** Writes a time so that `readTime` gives it back: `1:15.5`, hours only where there are any. */
export const writeTime = (time: number): string => {
  const whole = exact(time);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const [full = "0", part = "0"] = String(exact(whole % 60)).split(".");
  const seconds = `${full.padStart(2, "0")}.${part}`;
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
    : `${minutes}:${seconds}`;
};

const twoDigits = (value: number): string => String(value).padStart(2, "0");

const timestamp = (time: number): string => {
  const milliseconds = Math.round(time * 1000);
  const seconds = Math.floor(milliseconds / 1000);
  const hours = twoDigits(Math.floor(seconds / 3600));
  const minutes = twoDigits(Math.floor(seconds / 60) % 60);
  const rest = String(milliseconds % 1000).padStart(3, "0");
  return `${hours}:${minutes}:${twoDigits(seconds % 60)}.${rest}`;
};

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A cue ends at an empty line, and what looks like markup would be taken for it. */
const cueText = (text: string): string =>
  text
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim())
    .join("\n");

/** The lines as a WebVTT file, in order of time; lines without words are left out. */
export const webVtt = (lines: readonly TimedText[]): string => {
  const cues = inOrderOfTime(lines)
    .map(({ start, end, text }) => ({ times: `${timestamp(start)} --> ${timestamp(end)}`, text }))
    .filter(({ text }) => text.trim())
    .map(({ times, text }) => `${times}\n${cueText(text)}\n`);
  return ["WEBVTT\n", ...cues].join("\n");
};
