import { describe, expect, test } from "vitest";
import { readWebVtt } from "../../../src/server/content/web-vtt.ts";

/** The cues of a file, and its problems with their lines. */
const read = (...lines: string[]) => {
  const problems: [number, string][] = [];
  const cues = readWebVtt(lines.join("\n"), (line, message) => void problems.push([line, message]));
  return { cues, problems };
};

const cuesOf = (...lines: string[]) => {
  const { cues, problems } = read("WEBVTT", "", ...lines);
  expect(problems).toEqual([]);
  return cues;
};

describe("a caption file", () => {
  test.each(["WEBVTT", "WEBVTT - a title", "WEBVTT\ta title", "\uFEFFWEBVTT"])(
    "begins with %j",
    (first) => {
      expect(read(first, "", "00:01.000 --> 00:02.000", "Hello")).toEqual({
        cues: [{ start: 1, end: 2, text: "Hello" }],
        problems: [],
      });
    },
  );

  test.each(["", " WEBVTT", "WEBVTTX", "00:01.000 --> 00:02.000", "x\uFEFFWEBVTT"])(
    "does not begin with %j",
    (first) => {
      expect(read(first, "", "00:01.000 --> 00:02.000", "Hello")).toEqual({
        cues: [],
        problems: [[1, "A caption file must begin with the line WEBVTT."]],
      });
    },
  );

  test("has lines that end in any way", () => {
    const text = "WEBVTT\r\n\r\n00:01.000 --> 00:02.000\rone\n\n00:03.000 --> 00:04.000\r\ntwo";
    const cues = readWebVtt(text, () => {});
    expect(cues.map((cue) => cue.text)).toEqual(["one", "two"]);
  });

  test("may have names, notes and styles, which are not read", () => {
    const cues = cuesOf(
      "NOTE a note",
      "of two lines",
      "",
      "STYLE",
      "::cue { color: red }",
      "",
      "a name",
      "00:01.000 --> 00:02.000 align:start",
      "one",
      "",
      "",
      "00:02.000 --> 00:03.000",
      "two",
      "more",
    );
    expect(cues).toEqual([
      { start: 1, end: 2, text: "one" },
      { start: 2, end: 3, text: "two\nmore" },
    ]);
  });
});

describe("the times of a caption", () => {
  test.each([
    ["00:00.000 --> 00:00.001", 0, 0.001],
    ["01:02.345 --> 59:59.999", 62.345, 3599.999],
    ["02:03:04.005 --> 1000:00:00.000", 7384.005, 3_600_000],
    ["  00:01.000\t-->  00:02.000\tline:0", 1, 2],
  ])("are read: %s", (times, start, end) => {
    expect(cuesOf(times, "x")).toEqual([{ start, end, text: "x" }]);
  });

  test.each([
    "0:01.000 --> 00:02.000",
    "00:60.000 --> 01:02.000",
    "60:00.000 --> 61:02.000",
    "00:01,000 --> 00:02,000",
    "00:01.00 --> 00:02.00",
    "00:01.000-->00:02.000",
    "x 00:01.000 --> 00:02.000",
    "00:01.000 --> 00:02.0001",
    "1:00:01.000 --> 1:00:02.000",
  ])("are refused with their line: %s", (times) => {
    expect(read("WEBVTT", "", times, "x", "", "00:05.000 --> 00:06.000", "next")).toEqual({
      cues: [{ start: 5, end: 6, text: "next" }],
      problems: [[3, "The times of a caption must look like 00:01.500 --> 00:04.000."]],
    });
  });

  test.each(["00:02.000 --> 00:02.000", "00:02.000 --> 00:01.000"])("must run on: %s", (times) => {
    expect(read("WEBVTT", "", times, "x")).toEqual({
      cues: [],
      problems: [[3, "This caption ends before it begins."]],
    });
  });
});

describe("the text of a caption", () => {
  test.each([
    ["<v Ada>Hello</v> <b>you</b>", "Hello you"],
    ["a &amp; b &lt;c&gt;&nbsp;&copy;", "a & b <c> &copy;"],
    ["&lrm;x&rlm;", "\u200ex\u200f"],
    ["  x  ", "x"],
    ["1 < 2", "1 < 2"],
  ])("is read without markup: %s", (line, text) => {
    expect(cuesOf("00:01.000 --> 00:02.000", line)).toEqual([{ start: 1, end: 2, text }]);
  });

  test.each([[[]], [["", "text of another block"]], [["<b></b>"]]])(
    "must not be missing: %j",
    (lines) => {
      expect(read("WEBVTT", "00:01.000 --> 00:02.000", ...lines)).toEqual({
        cues: [],
        problems: [[2, "This caption has no text."]],
      });
    },
  );
});
