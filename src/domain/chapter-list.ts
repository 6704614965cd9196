import { parseTime, sortByTime, type TimedText } from "./timed-texts.ts";

/** How long the last chapter is for players that want its end; lists of chapters do not show it. */
const LAST_SECONDS = 60;

/** Marks of direction, which keyboards of Hebrew add, and players do not read. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

const LINE = /^[[(]?(?<time>[\d:.,]+)(?![\d:.,])[\])]?[ \t]*(?:[-–—|:][ \t]*)?(?<words>\S.*)$/;

/**
 * Reads the chapters of a film as somebody types them: a line each, its time, then its words, such as
 * `1:15 – Pin the darts`. Empty lines are passed over.
 * @returns `wrong`: the lines, from 1, that have no time or no words, or the time of another one
 */
export const readChapterList = (
  text: string,
): { readonly chapters: readonly TimedText[]; readonly wrong: readonly number[] } => {
  const found: { start: number; text: string }[] = [];
  const wrong: number[] = [];
  const starts = new Set<number>();
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const plain = line.replace(DIRECTION_MARKS, "").trim();
    if (plain === "") continue;
    const { time = "", words = "" } = LINE.exec(plain)?.groups ?? {};
    const start = parseTime(time.replace(/[:.,]+$/, ""));
    if (start === null || words === "" || starts.has(start)) wrong.push(at + 1);
    else found.push({ start, text: words });
    if (start !== null) starts.add(start);
  }
  const sorted = sortByTime(found.map((each) => ({ ...each, end: each.start })));
  const chapters = sorted.map((each, at) => ({
    ...each,
    end: sorted[at + 1]?.start ?? each.start + LAST_SECONDS,
  }));
  return { chapters, wrong };
};
