import { expect, test } from "vitest";
import { withCompletion } from "../../../src/kept/kept-school.ts";

const NOW = Date.parse("2026-11-23T08:00:00Z");
const row = { lesson_id: 1, package_id: 2, course_id: 10, opened: "2026-11-01", seconds: 60 };
const answer = (...progress: object[]) => JSON.stringify({ progress });

test("a completed lesson is added to the progress, with what was known of it", () => {
  const opened = { ...row, completed: null };
  expect(withCompletion(answer(opened), 1, NOW)).toEqual({
    progress: [{ ...opened, completed: "2026-11-23T08:00:00.000Z" }],
  });
  expect(withCompletion(answer(), "5", NOW)?.progress).toMatchObject([{ lesson_id: 5 }]);
});

test.each([
  ["a lesson that was completed before", answer({ ...row, completed: "2026-11-02" }), 1],
  ["a damaged answer", "{", 1],
  ["another answer", '{"progress":7}', 1],
  ["a lesson without an id", answer(), null],
])("%s changes nothing", (_, text, lesson) => {
  expect(withCompletion(text, lesson, NOW)).toBeNull();
});
