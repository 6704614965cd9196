import { expect, test } from "vitest";
import { toLessonReference } from "../../../src/server/http/progress/lesson-reference.ts";
import { toSentProgress } from "../../../src/server/http/progress/sent-progress.ts";
import { smallCatalogue } from "./support/small-catalogue.ts";

test("a row of progress is sent with its times in ISO 8601, and without what is the server's", () => {
  const row = {
    account_id: 1,
    lesson_id: 3,
    package_id: 5,
    course_id: 11,
    last_seen: 9,
    seconds: 4,
  };
  expect(toSentProgress({ ...row, opened: 0, completed: null })).toEqual({
    lesson_id: 3,
    package_id: 5,
    course_id: 11,
    opened: "1970-01-01T00:00:00.000Z",
    completed: null,
    seconds: 4,
  });
  expect(toSentProgress({ ...row, opened: null, completed: 1000 })).toMatchObject({
    opened: null,
    completed: "1970-01-01T00:00:01.000Z",
  });
});

test("a part is referred to with the package and the menu of its main lesson", () => {
  const catalogue = smallCatalogue();
  const course = catalogue.courses.get(11);
  const [part, main] = [catalogue.lessons.get(4), catalogue.lessons.get(3)];
  if (!course || !part || !main) throw new Error("The school is incomplete");
  const reference = toLessonReference(course, part, new Set([4]), main);
  expect(reference).toMatchObject({ id: 4, key: "part", package_id: 5, completed: true });
  expect(reference.menu).not.toBe(null);
  expect(reference.menu).toEqual(toLessonReference(course, main, new Set(), undefined).menu);
  expect(toLessonReference(course, part, new Set([3]), undefined)).toMatchObject({
    menu: null,
    completed: false,
  });
});
