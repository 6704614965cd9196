import { expect, test } from "vitest";
import { createCaptions } from "../../../../../src/features/lessons/video/captions.ts";
import { createVideoSchool, PLACE } from "../../../support/video-school.ts";

const start = () => {
  const school = createVideoSchool();
  return { school, captions: createCaptions(school.transport.send) };
};
const ENGLISH = [
  { start: 2, end: 3, text: "Turn" },
  { start: 0, end: 2, text: "Pin" },
];

test("a video's captions are sorted by time, with their language and without what can never be shown", async () => {
  const { captions, school } = start();
  const odd = [{ start: 3, end: 1, text: "Back" }, { text: "Never" }, null, ...ENGLISH];
  school.texts.set("en", odd as typeof ENGLISH);
  const texts = ENGLISH.toReversed();
  expect(await captions.read(PLACE, "he")).toEqual({
    ok: true,
    value: { language: "en", texts, version: expect.any(String) },
  });
});

test("a video's captions are empty at a school without captions, and a failure if it does not answer", async () => {
  const { captions, school } = start();
  school.fail(404);
  expect(await captions.read(PLACE, "en")).toEqual({
    ok: true,
    value: { language: "en", texts: [], version: null },
  });
  school.fail("no network");
  expect(await captions.read(PLACE, "en")).toMatchObject({ ok: false });
});
