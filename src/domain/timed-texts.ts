import type { Lesson } from "../contract/content.ts";
import type { VideoCaptions } from "../contract/video.ts";
import { languagesTried, type Reads } from "./translated.ts";

/** A line of captions, shown from `start` to `end`, in seconds of the video. */
export interface TimedText {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The maximum length of a line; the school refuses longer ones. */
export const MAX_TEXT_LENGTH = 500;

/** Rounds seconds to three decimals, the precision of WebVTT. */
const exact = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Sorts lines by their start, then by their end. */
export const sortByTime = <Line extends Pick<TimedText, "start" | "end">>(
  lines: readonly Line[],
): Line[] => lines.toSorted((a, b) => a.start - b.start || a.end - b.end);

/**
 * Parses a typed time: `75.5`, `1:15.5`, `0:01:15,5`.
 * @returns seconds; null for an invalid or negative time
 */
export const parseTime = (written: string): number | null => {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,6})?)$/.exec(written.trim());
  if (!match) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  return exact(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", ".")));
};

/** Formats seconds so that `parseTime` can read them: `1:15.5`, with hours only if needed. */
export const formatSeconds = (time: number): string => {
  const whole = exact(time);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const [full = "0", part = "0"] = String(exact(whole % 60)).split(".");
  const seconds = `${full.padStart(2, "0")}.${part}`;
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
    : `${minutes}:${seconds}`;
};

/** Such as `1:05`, and `61:05` after more than an hour. @param time in seconds */
export const clockTime = (time: number): string =>
  `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, "0")}`;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

const timestamp = (time: number): string => {
  const milliseconds = Math.round(time * 1000);
  const seconds = Math.floor(milliseconds / 1000);
  const hours = twoDigits(Math.floor(seconds / 3600));
  const minutes = twoDigits(Math.floor(seconds / 60) % 60);
  const thousandths = String(milliseconds % 1000).padStart(3, "0");
  return `${hours}:${minutes}:${twoDigits(seconds % 60)}.${thousandths}`;
};

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes the text of a cue: an empty line would end it, and `<` would start markup. */
const cueText = (text: string): string =>
  text
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim())
    .join("\n");

/** Formats lines as a WebVTT file, sorted by time. Empty lines are left out. */
export const webVtt = (lines: readonly TimedText[]): string => {
  const cues = sortByTime(lines)
    .map(({ start, end, text }) => ({ times: `${timestamp(start)} --> ${timestamp(end)}`, text }))
    .filter(({ text }) => text.trim())
    .map(({ times, text }) => `${times}\n${cueText(text)}\n`);
  return ["WEBVTT\n", ...cues].join("\n");
};

/** The captions of a video in one lesson. */
interface FoundCaptions {
  readonly texts: readonly TimedText[];
  readonly language: string;
}

/**
 * Finds a video's captions in the first of some languages that has any, or else in English. In each language the
 * captions of the lesson come before those that are for every lesson.
 * @param product its key, in any case
 * @returns an empty list, in the first of the languages, if there are none
 */
export const findCaptions = (
  captions: readonly VideoCaptions[],
  { product, lesson, asset }: { product: string; lesson: Lesson; asset: string },
  reads: Reads,
): FoundCaptions => {
  const key = lesson.key.toLowerCase();
  const ofVideo = captions.filter(
    (each) =>
      each.asset.normalize() === asset.normalize() &&
      each.product.toLowerCase() === product.toLowerCase() &&
      (each.lesson === null ||
        each.lesson === lesson.dbid ||
        String(each.lesson).toLowerCase() === key),
  );
  const tried = languagesTried(reads, []);
  for (const language of tried) {
    const inLanguage = ofVideo.filter((each) => each.language === language);
    const chosen = inLanguage.find((each) => each.lesson !== null) ?? inLanguage[0];
    if (chosen && chosen.texts.length > 0) return { texts: chosen.texts, language };
  }
  return { texts: [], language: tried[0] ?? "" };
};
