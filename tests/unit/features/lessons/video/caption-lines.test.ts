import * as v from "valibot";
import { expect, test } from "vitest";
import { putVideoTexts } from "../../../../../src/contract/video.ts";
import { MAX_TEXT_LENGTH } from "../../../../../src/domain/timed-texts.ts";
import {
  emptyLine,
  sortByStart,
  toCaptionLine,
  toTimedTexts,
  validateLine,
  withId,
} from "../../../../../src/features/lessons/video/caption-draft.ts";

const line = (start: string, end: string, text = "Pin") => withId({ start, end, text });

test.each([
  [line("0:01", "0:02"), {}],
  [line("1:15,5", "1:16"), {}],
  [line("", "0:02"), { start: "no-time" }],
  [line("-1", "soon"), { start: "no-time", end: "no-time" }],
  [line("0:02", "0:02"), { end: "end-before-start" }],
  [line("1:00", "0:59"), { end: "end-before-start" }],
  [line("0:01", "0:02", " \n"), { text: "no-text" }],
])("a line of captions %o has the errors %o", (written, problems) => {
  expect(validateLine(written)).toEqual(problems);
});

test("a line of captions that is added starts at the playing position and lasts a moment", () => {
  expect(emptyLine(75.5)).toMatchObject({ start: "1:15.5", end: "1:17.5", text: "" });
});

test("lines of captions are sorted by time; one with an unreadable start stays behind the one before it", () => {
  const lines = [line("0:05", "0:06"), line("soon", "0:07"), line("0:01", "0:02")];
  expect(sortByStart(lines).map(({ start }) => start)).toEqual(["0:01", "0:05", "soon"]);
});

test("lines of captions can be saved once none has an error", () => {
  expect(toTimedTexts([line("0:01", "0:02"), line("0:03", "0:02")])).toBeNull();
  expect(toTimedTexts([line("0:01", "0:02.25", " Pin\nit ")])).toEqual([
    { start: 1, end: 2.25, text: "Pin\nit" },
  ]);
});

test("lines of captions are saved unchanged", () => {
  const texts = [{ start: 3723.045, end: 3724, text: "Pin" }];
  expect(toTimedTexts(texts.map(toCaptionLine))).toEqual(texts);
});

test("lines of captions are at most as long as the school accepts", () => {
  const isTaken = (length: number) =>
    putVideoTexts.body &&
    v.is(putVideoTexts.body, {
      product: "PM",
      lesson: 1,
      asset: "pin.webm",
      language: "en",
      texts: [{ start: 0, end: 1, text: "a".repeat(length) }],
    });
  expect([isTaken(MAX_TEXT_LENGTH), isTaken(MAX_TEXT_LENGTH + 1)]).toEqual([true, false]);
});
