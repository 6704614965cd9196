import { decodeHTML } from "entities";
import { isLanguage, LANGUAGES } from "../../domain/languages.ts";
import { MAX_TEXT_LENGTH, sortByTime, type TimedText } from "../../domain/timed-texts.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { isAccepted } from "./media-type.ts";
import { didYouMean, markOf, type ProblemList, type Report } from "./problem-list.ts";
import type { SchoolCaptions } from "./school.ts";

const LOST = { code: "captions/lost" } as const;
const ODD = { code: "captions/odd" } as const;

const SUB_RIP_STAMP = String.raw`(?:(\d+):)?([0-5]?\d):([0-5]?\d)[,.](\d{3})`;

/** The only markup that players know in this format: `<i>`, `<font color="red">`, `{\an8}`. */
const MARKUP = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi;

const SUB_RIP: CaptionFormat = {
  times: new RegExp(String.raw`^\s*${SUB_RIP_STAMP}\s*-->\s*${SUB_RIP_STAMP}(?!\d)`),
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

const WEB_VTT_STAMP = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const SPACE = String.raw`[ \t\f]*`;

/** As the standard's tokenizer finds a tag: up to the next `>`, or to the end of the caption. */
const TAG = /<[^>]*>?/g;
const KNOWN_TAG = new RegExp(
  String.raw`^<(?:\/?(?:c|i|b|u|ruby|rt|v|lang)(?:[.\s][^>]*)?|${WEB_VTT_STAMP})>$`,
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
      OTHER_TAG.test(tag) ? ODD : LOST,
    );
  }
};

const WEB_VTT: CaptionFormat = {
  times: new RegExp(`^${SPACE}${WEB_VTT_STAMP}${SPACE}-->${SPACE}${WEB_VTT_STAMP}(?!\\d)`),
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
    report(1, "A caption file must begin with the line WEBVTT.", LOST);
    return [];
  }
  let start = 1;
  // The header ends at a blank line, or where the first times are.
  while (lines[start] && !lines[start]?.includes("-->")) start += 1;
  return readCues(lines, start, WEB_VTT, report);
};

interface CaptionFormat {
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
  if (times >= 0) report(line + times, `The times of a caption must look like ${example}.`, LOST);
  else report(line, "This text has no times, so it is not shown.", ODD);
};

const readCue = (
  { line, head, times, text, endsAtTimes }: Block,
  format: CaptionFormat,
  report: Report,
): TimedText | null => {
  if (times === null) return null;
  const found = format.times.exec(times.written);
  if (!found) {
    report(times.line, `The times of a caption must look like ${format.example}.`, LOST);
    return null;
  }
  if (format.isOther(head[0] ?? "")) {
    report(line, "A note ends where times begin, so this caption is shown.", ODD);
  }
  const isNextNumber = format.isNumbered && endsAtTimes && /^\d+\s*$/.test(text.at(-1) ?? "");
  const written = text.slice(0, isNextNumber ? -1 : undefined).join("\n");
  const words = format.words(written, (at, ...said) => report(times.line + 1 + at, ...said)).trim();
  const cue = { start: secondsOf(found.slice(1, 5)), end: secondsOf(found.slice(5, 9)) };
  if (words === "") {
    report(times.line, "This caption has no text.", ODD);
    return null;
  }
  if (cue.end <= cue.start) {
    report(times.line, "This caption ends before it begins.", LOST);
    return null;
  }
  if (words.length > MAX_TEXT_LENGTH) {
    report(times.line, `This caption has more than ${MAX_TEXT_LENGTH} characters.`, ODD);
  }
  return { ...cue, text: words };
};

/**
 * Reads the captions of a file.
 * @param from the index of the first line behind the header
 * @param report takes line numbers, from 1: `captions/lost` where words are lost
 */
const readCues = (
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

const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "\uFFFD")
    .split(/\r\n|\r|\n/);

/** The readers of both formats, by the ending of the file. */
export const CAPTION_READERS = { vtt: readWebVtt, srt: readSubRip } as const;

const NAME =
  /^(?:(?<video>.+?)(?<chapters>\.chapters)?\.)?(?<language>[^./]+)\.(?<format>vtt|srt)$/;

/** What the name of a file beside films says; null for one that has neither captions nor chapters. */
export const captionFileOf = (name: string) => {
  const { video = "", chapters, language = "", format } = NAME.exec(name)?.groups ?? {};
  return format ? { video, isChapters: chapters !== undefined, language, format } : null;
};

export const withoutExtension = (name: string): string => name.replace(/\.[^.]*$/, "");

/**
 * Reads the files with captions and chapters next to a product's videos, such as `pin.he.vtt` and
 * `pin.chapters.he.vtt` for `pin.mp4`.
 */
export const readCaptions = async (
  folder: AuthorFolder,
  problems: ProblemList,
  product: string,
): Promise<{ captions: SchoolCaptions[]; chapters: SchoolCaptions[] }> => {
  const directory = `${product}/assets`;
  const names = await folder.names(directory);
  const videos = Map.groupBy(
    names.filter((name) => isAccepted(name, "video")),
    withoutExtension,
  );
  const captions: SchoolCaptions[] = [];
  const ofChapters: SchoolCaptions[] = [];
  const files = new Map<string, string>();
  for (const name of names) {
    const found = captionFileOf(name);
    if (!found) continue;
    const { video, isChapters, language, format } = found;
    const path = `${directory}/${name}`;
    const report = problems.in(path);
    folder.locate(path);
    if (!isLanguage(language)) {
      report(
        1,
        `Captions are named VIDEO.LANGUAGE.${format}; the languages are ${LANGUAGES.join(", ")}.`,
        markOf("file/not-read", name),
      );
      continue;
    }
    const assets = videos.get(video);
    if (assets === undefined) {
      const near = didYouMean(video, videos.keys()) || ".";
      const message = `There is no video "${video}" beside these captions${near}`;
      report(1, message, markOf("file/unused", name));
      continue;
    }
    const other = files.get(withoutExtension(name));
    if (other) {
      const message = `The captions in ${language} are already in ${other}.`;
      report(1, message, markOf("file/not-read", name));
      continue;
    }
    files.set(withoutExtension(name), name);
    const text = await folder.text(path, report);
    if (text === null) continue;
    const texts = sortByTime(CAPTION_READERS[format as keyof typeof CAPTION_READERS](text, report));
    const list = isChapters ? ofChapters : captions;
    for (const asset of assets) list.push({ product, asset, language, texts });
  }
  return { captions, chapters: ofChapters };
};
