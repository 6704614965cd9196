import { expect, test } from "vitest";
import type { Lesson } from "../../../src/contract/content.ts";
import type { VideoCaptions } from "../../../src/contract/video.ts";
import { findCaptions, formatSeconds, parseTime, webVtt } from "../../../src/domain/timed-texts.ts";
import { readWebVtt } from "../../../src/server/content/captions.ts";
import fc from "../../support/fast-check.ts";

test.each([
  ["75.5", 75.5],
  ["1:15.5", 75.5],
  ["1:15,5", 75.5],
  [" 01:02:03.045 ", 3723.045],
])("a time is read from %s", (written, seconds) => {
  expect(parseTime(written)).toBe(seconds);
});

test("a time is not read from anything else", () => {
  const others = ["", "-1", "1:-2", "one", "1:2:3:4", "1e3", "Infinity", "1.2.3", ":5", "5:"];
  expect(others.filter((written) => parseTime(written) !== null)).toEqual([]);
});

test.each([
  [0, "0:00.0"],
  [75.25, "1:15.25"],
  [59.9999, "1:00.0"],
  [3723.045, "1:02:03.045"],
])("a time of %d seconds is written as %s", (seconds, written) => {
  expect(formatSeconds(seconds)).toBe(written);
});

test("a time is read as it was written", () => {
  for (let time = 0; time < 8000; time += 1.117) {
    const exact = Math.round(time * 1000) / 1000;
    expect(parseTime(formatSeconds(time))).toBe(exact);
  }
});

test("captions become a WebVTT file, in which no text can end its cue or start another", () => {
  const lines = [
    { start: 61.5, end: 3723.004, text: "Fold A < B & press --> here" },
    { start: 0, end: 2, text: "Pin the dart.\n\n\nAll of it." },
    { start: 0, end: 1, text: "First" },
    { start: 5, end: 6, text: "  \n " },
  ];
  expect(webVtt(lines)).toBe(`WEBVTT

00:00:00.000 --> 00:00:01.000
First

00:00:00.000 --> 00:00:02.000
Pin the dart.
All of it.

00:01:01.500 --> 01:02:03.004
Fold A &lt; B &amp; press --&gt; here
`);
});

test("captions show what was written, whatever it is", () => {
  const written = fc
    .array(
      fc.oneof(
        fc.constantFrom("<b>", "</b>", "a < b", "&amp;", "&", "-->", "00:01.000 --> 00:02.000"),
        fc.constantFrom("NOTE", "STYLE", "1", "\n", "\r", "\u200f", "\u2028", "מודדים", "\ufeff"),
        fc.string({ unit: "binary-ascii" }),
      ),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(written, (text) => {
      const shown = readWebVtt(webVtt([{ start: 1, end: 2, text }]), () => {});
      const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim());
      const expected = lines.join("\n").trim().replaceAll("\0", "\uFFFD");
      expect(shown.map((cue) => cue.text)).toEqual(expected ? [expected] : []);
    }),
  );
});

const LESSON = { dbid: 7, key: "Hem" } as Lesson;

const captions = (text: string, change: Partial<VideoCaptions> = {}): VideoCaptions => ({
  ...{ product: "PM", lesson: null, asset: "sew.mp4", language: "en" },
  texts: text ? [{ start: 0, end: 1, text }] : [],
  ...change,
});

/** The text that is found, with its language. */
const found = (all: readonly VideoCaptions[], language = "en", asset = "sew.mp4") => {
  const { texts, ...rest } = findCaptions(all, { product: "pm", lesson: LESSON, asset }, language);
  return [texts[0]?.text ?? "", rest.language];
};

test("captions are those of the video: another product, video or lesson may have its own", () => {
  const others = [
    captions("product", { product: "SW" }),
    captions("video", { asset: "cut.mp4" }),
    captions("lesson", { lesson: 8 }),
    captions("lesson", { lesson: "seam" }),
  ];
  expect(found(others)).toEqual(["", "en"]);
  expect(found([...others, captions("all")])).toEqual(["all", "en"]);
});

test.each([7, "hem", "HEM"])("those of a lesson come before those of all: %j", (lesson) => {
  expect(found([captions("all"), captions("own", { lesson })])).toEqual(["own", "en"]);
});

test("captions in the requested language come before English ones", () => {
  const hebrew = captions("עברית", { language: "he" });
  const english = captions("English", { lesson: 7 });
  expect(found([english, hebrew], "he")).toEqual(["עברית", "he"]);
  expect(found([english, hebrew], "de")).toEqual(["English", "en"]);
  expect(found([english, captions("", { language: "de" })], "de")).toEqual(["English", "en"]);
  expect(found([hebrew], "de")).toEqual(["", "de"]);
});

test("captions are found by the name of their video in another form of Unicode", () => {
  const all = [captions("found", { asset: "cafe\u0301.mp4" })];
  expect(found(all, "en", "caf\u00e9.mp4")).toEqual(["found", "en"]);
});
