import { expect, test, vi } from "vitest";
import { openSignedIn } from "../support/open-app.ts";
import { userCourses } from "../support/small-course.ts";

const NEXT = (course: number) => `GET /user/progress/nextLesson/${course}`;

/** A student with two open courses: the next lesson is 1 in PMB and 6 in PMS. */
const withTwoCourses = async () => {
  const inside = await openSignedIn();
  const { school, courses } = inside;
  school.answerWith("GET /user/courses", {
    courses: userCourses.map((course) => ({
      ...course,
      user_courses: userCourses[0]?.user_courses,
    })),
  });
  school.answer(NEXT(11), (context) =>
    context.json([{ id: 6, key: "dart", title: {}, menu: null, completed: false }]),
  );
  await courses.load();
  return inside;
};

test("selecting another course while one is being fetched shows the course selected last, with its own progress", async () => {
  const { study, school, progress, place } = await withTwoCourses();
  const release = school.hold(NEXT(11));
  const first = study.ensure("PM", "PMS");
  await vi.waitFor(() => expect(school.count(NEXT(11))).toBe(1));
  expect(await study.ensure("PM", "PMB")).toBe(true);
  release();
  expect(await first).toBe(false);
  expect(school.count("GET /products/PM/skeleton")).toBe(2);
  expect(study.state).toMatchObject({ waiting: null, selection: { courseKey: "PMB" } });
  expect(place.state.courseKey).toBe("PMB");
  expect(progress.state.next).toBe(1);
});

test("selecting another course while one is being fetched waits for the one selected last, and fetches it once", async () => {
  const { study, school } = await withTwoCourses();
  const [releaseFirst, releaseLast] = [school.hold(NEXT(11)), school.hold(NEXT(10))];
  const first = study.ensure("PM", "PMS");
  const last = study.ensure("PM", "PMB");
  await vi.waitFor(() => expect(school.count(NEXT(10))).toBe(1));
  releaseFirst();
  expect(await first).toBe(false);
  expect(study.state.waiting).not.toBeNull();
  const again = study.ensure("PM", "PMB");
  releaseLast();
  expect(await Promise.all([last, again])).toEqual([true, true]);
  expect(school.count(NEXT(10))).toBe(1);
});

test("selecting another course while one is being fetched keeps the new course's access rule after a completion in the previous one", async () => {
  const { study, school, progress } = await withTwoCourses();
  await study.ensure("PM", "PMB");
  const release = school.hold(NEXT(10));
  await progress.complete(1, 1);
  await vi.waitFor(() => expect(school.count(NEXT(10))).toBe(2));
  await study.ensure("PM", "PMS");
  expect(progress.state.next).toBe(6);
  release();
  await vi.waitFor(() => expect(school.count(NEXT(10))).toBe(2));
  await new Promise(setImmediate);
  expect(progress.state.next).toBe(6);
});
