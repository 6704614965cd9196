import { expect, test } from "vitest";
import type { Lesson } from "../../../src/contract/content.ts";
import type { VideoCaptions } from "../../../src/contract/video.ts";
import { findCaptions } from "../../../src/domain/timed-texts.ts";

const LESSON = { dbid: 7, key: "Hem" } as Lesson;

const captions = (text: string, change: Partial<VideoCaptions> = {}): VideoCaptions => ({
  product: "PM",
  lesson: null,
  asset: "sew.mp4",
  language: "en",
  texts: text ? [{ start: 0, end: 1, text }] : [],
  ...change,
});

/** The text that is found, with its language. */
const found = (all: readonly VideoCaptions[], language = "en") => {
  const { texts, ...rest } = findCaptions(
    all,
    { product: "pm", lesson: LESSON, asset: "sew.mp4" },
    language,
  );
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
  const asset = "caf\u00e9.mp4";
  const all = [captions("found", { asset: asset.normalize("NFD") })];
  const place = { product: "pm", lesson: LESSON, asset };
  expect(findCaptions(all, place, "en").texts[0]?.text).toBe("found");
});
