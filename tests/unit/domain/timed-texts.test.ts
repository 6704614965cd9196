import { expect, test } from "vitest";
import { formatSeconds, parseTime, webVtt } from "../../../src/domain/timed-texts.ts";
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

test.each(["", "-1", "1:-2", "one", "1:2:3:4", "1e3", "Infinity", "1.2.3", ":5", "5:"])(
  "a time is not read from %j",
  (written) => expect(parseTime(written)).toBeNull(),
);

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

const lines = [
  { start: 61.5, end: 3723.004, text: "Fold A < B & press --> here" },
  { start: 0, end: 2, text: "Pin the dart.\n\n\nAll of it." },
  { start: 0, end: 1, text: "First" },
  { start: 5, end: 6, text: "  \n " },
];

test("captions become a WebVTT file, in which no text can end its cue or start another", () => {
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
