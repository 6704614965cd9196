import { expect, test } from "vitest";
import { readChapterList } from "../../../src/domain/chapter-list.ts";

test("typed chapters are read whatever stands between time and words, and in the order of their times", () => {
  const typed = [
    "1:15 – Pin the darts",
    "\u200f0:00 - הכלים\u200f",
    "",
    "[1:01:00.5] | Iron",
    "1:30: Turn",
    "2:00 2 pins: left, right",
  ].join("\r\n");
  expect(readChapterList(typed)).toEqual({
    wrong: [],
    chapters: [
      { start: 0, end: 75, text: "הכלים" },
      { start: 75, end: 90, text: "Pin the darts" },
      { start: 90, end: 120, text: "Turn" },
      { start: 120, end: 3660.5, text: "2 pins: left, right" },
      { start: 3660.5, end: 3720.5, text: "Iron" },
    ],
  });
});

test("lines without a time or words, and two of one time, are named", () => {
  const { chapters, wrong } = readChapterList("Pins\n0:10\n0:20 a\n20 b\n99:99:99:99 c");
  expect(wrong).toEqual([1, 2, 4, 5]);
  expect(chapters.map(({ text }) => text)).toEqual(["a"]);
});
