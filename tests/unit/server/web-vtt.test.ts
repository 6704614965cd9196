import { expect, test } from "vitest";
import { readWebVtt } from "../../../src/server/content/captions.ts";

/** What is reported about a file: `line severity message`. */
const problemsOf = (...lines: string[]): string[] => {
  const problems: string[] = [];
  readWebVtt(lines.join("\n"), (line, message, { code }) => {
    problems.push(`${line} ${code === "captions/lost" ? "error" : "warning"} ${message}`);
  });
  return problems;
};

const TIMES = "00:01.000 --> 00:02.000";
const FORM = "The times of a caption must look like 00:01.500 --> 00:04.000.";

test("a caption file by the standard is read without a word", () => {
  expect(
    problemsOf(
      ...["WEBVTT - a title", "Kind: captions", "", "NOTE a note", "of two lines", ""],
      ...["STYLE", "::cue { color: red }", "", "REGION", "id:a", "", "a name"],
      `${TIMES} align:start region:a`,
      "<v Ada>One</v> <c.x>and</c> <i>two</i> &amp; <00:01.500>three &lt;",
      ...["", "", "00:02.000 --> 00:03.000", "more", "NOTE"],
    ),
  ).toEqual([]);
});

test.each<[name: string, lines: string[], problems: string[]]>([
  ["no signature", ["", TIMES, "x"], ["1 error A caption file must begin with the line WEBVTT."]],
  ["times in another form", ["WEBVTT", "", "1", "00:01,000 --> 00:02,000"], [`4 error ${FORM}`]],
  [
    "an arrow that a word processor has changed",
    ["WEBVTT", "", "00:01.000 –> 00:02.000", "x", "", "1", "00:01.000 → 00:02.000", "x"],
    [`3 error ${FORM}`, `7 error ${FORM}`],
  ],
  [
    "an end before the start, or at it",
    ["WEBVTT", "", "00:02.000 --> 00:01.000", "x", "", "00:02.000 --> 00:02.000", "x"],
    ["3 error This caption ends before it begins.", "6 error This caption ends before it begins."],
  ],
  [
    "text without times",
    ["WEBVTT", "", TIMES, "", "x", "y"],
    [
      "3 warning This caption has no text.",
      "5 warning This text has no times, so it is not shown.",
    ],
  ],
  [
    "a note with times in it, which are shown",
    ["WEBVTT", "", "NOTE not now", TIMES, "x"],
    ["3 warning A note ends where times begin, so this caption is shown."],
  ],
  ["a tag without text", ["WEBVTT", "", TIMES, "<b></b>"], ["3 warning This caption has no text."]],
  [
    "a bare < in the second line",
    ["WEBVTT", "", TIMES, "<b>x</b>", "1 < 2"],
    ['5 error "< 2" is read as a tag, and is not shown: write &lt; for a "<".'],
  ],
  [
    "a tag that never ends",
    ["WEBVTT", "", TIMES, "a <b", "c"],
    ['4 error "<b" is read as a tag, and is not shown: write &lt; for a "<".'],
  ],
  [
    "a tag that is none",
    ["WEBVTT", "", TIMES, '<font size="2">a</font>', "<1>"],
    [
      '4 warning "<font size="2">" is read as a tag, and is not shown: write &lt; for a "<".',
      '4 warning "</font>" is read as a tag, and is not shown: write &lt; for a "<".',
      '5 error "<1>" is read as a tag, and is not shown: write &lt; for a "<".',
    ],
  ],
  [
    "a text that is too long for the app's editor",
    ["WEBVTT", "", TIMES, "x".repeat(501)],
    ["3 warning This caption has more than 500 characters."],
  ],
])("what is not shown is reported with its line: %s", (_, lines, problems) =>
  expect(problemsOf(...lines)).toEqual(problems),
);
