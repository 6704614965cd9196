import { expect, test } from "vitest";
import { termsIn, videosIn } from "../../../src/domain/chapter.ts";
import { readChapterList } from "../../../src/domain/chapter-list.ts";

test("the terms of a text are found however they are written", () => {
  const html =
    "<dfn data-term=\"Dart\">a</dfn> <dfn data-term='Seam &amp; edge'>b</dfn> <dfn data-term=grain>c</dfn>";
  expect(termsIn(html)).toEqual(["dart", "seam & edge", "grain"]);
  expect(termsIn('<dfn data-term="Cafe\u0301">')).toEqual(["caf\u00e9"]);
});

test.each([
  ["in double quotation marks", '<video data-asset="sew it.mp4"></video>', ["sew it.mp4"]],
  ["in single ones", "<VIDEO controls data-asset = 'sew it.mp4'>", ["sew it.mp4"]],
  ["without any", "<video data-asset=hem.mp4 controls>", ["hem.mp4"]],
  ["after other attributes", '<video class="a"\n data-asset="a.mp4">', ["a.mp4"]],
  ["with entities", '<video data-asset="a&amp;b &lt;1&gt; d&#39;s.mp4">', ["a&b <1> d's.mp4"]],
  [
    "each once",
    "<video data-asset=b.mp4><video data-asset=a.mp4><video data-asset='b.mp4'>",
    ["b.mp4", "a.mp4"],
  ],
  ["none of other elements", '<img data-asset="a.svg"><video><a data-asset="b.pdf">', []],
  ["none without a name", '<video data-asset=""></video><video src="x.mp4">', []],
])("the videos of a lesson are found: %s", (_, html, names) => {
  expect(videosIn(html)).toEqual(names);
});

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
