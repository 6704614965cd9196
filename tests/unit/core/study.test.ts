import { expect, test, vi } from "vitest";
import { openSignedIn } from "../support/open-app.ts";
import { skeleton, userCourses } from "../support/small-course.ts";

const SKELETON = "GET /products/PM/skeleton";

/** A student whose courses have arrived. */
const ready = async (closesExpiredCourses = true) => {
  const inside = await openSignedIn("dana", { closesExpiredCourses });
  await inside.courses.load();
  return inside;
};

/** A lesson of the course that is selected. */
const lesson = ({ study }: Awaited<ReturnType<typeof ready>>, key: string) => {
  const found = study.state.selection?.product.lessons[key];
  if (!found) throw new Error(`no lesson ${key}`);
  return found;
};

test("selecting a course fetches it and its progress, and stores it as the current place", async () => {
  const { study, place, progress, school } = await ready();
  expect(await study.ensure("PM", "PMB")).toBe(true);
  expect(study.state).toMatchObject({ waiting: null, failure: null });
  expect(study.state.selection?.menus.map(({ key }) => key)).toEqual(["tools", "darts"]);
  expect(study.state.selection?.course.id).toBe(10);
  expect(place.state).toMatchObject({ productKey: "PM", courseKey: "PMB", lessonKey: null });
  expect(progress.state.next).toBe(1);
  // It is not fetched again, in whatever case it is named.
  expect(await study.ensure("pm", "pmb")).toBe(true);
  expect(school.count(SKELETON)).toBe(1);
});

test("selecting a course is undone when the course list that arrives later no longer contains it", async () => {
  const { study, courses, place, school } = await ready();
  await study.ensure("PM", "PMB");
  await courses.refresh();
  study.recheck();
  expect(study.state).toMatchObject({ failure: null, selection: { courseKey: "PMB" } });
  school.answerWith("GET /user/courses", { courses: [] });
  await courses.refresh();
  await expect.poll(() => study.state.selection).toBeNull();
  expect(study.state.failure).toEqual({ kind: "unknown-course" });
  expect(place.state).toMatchObject({ productKey: null, courseKey: null });
});

test("selecting a course opens the section of the next lesson, unless another was opened before", async () => {
  const inside = await ready();
  inside.school.people.get("dana")?.completed.set(1, "2026-03-01").set(2, "2026-03-01");
  await inside.study.ensure("PM", "PMB");
  expect(inside.place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 2 });
  const known = await ready();
  known.place.selectMenu("PMB", 2, 1);
  await known.study.ensure("PM", "PMB");
  expect(known.place.positionOf("PMB")).toMatchObject({ menu1: 2, menu2: 1 });
});

test.each([
  ["PM", "PMX", { kind: "unknown-course" }],
  ["XX", "PMB", { kind: "unknown-product" }],
  ["PM", "PMS", { kind: "expired", on: "2026-02-06" }],
  ["PM", "PMN", { kind: "no-subscription" }],
])("a course that cannot be studied: %s/%s: %j", async (product, course, failure) => {
  const { study, school, app } = await ready();
  const before = school.requests.length;
  expect(await study.ensure(product, course)).toBe(false);
  expect(study.state).toMatchObject({ selection: null, failure });
  expect(school.requests.length).toBe(before);
  expect(app.alerts.state.list).toEqual([]);
});

test("a course that has expired, in a build that closes none, says that it has expired once the school has taken its content away", async () => {
  const there = await ready(false);
  expect(await there.study.ensure("PM", "PMS")).toBe(true);
  expect(there.study.state).toMatchObject({ selection: { courseKey: "PMS" }, failure: null });
  const { study, school } = await ready(false);
  const { PMB } = skeleton.courses;
  school.answerWith(SKELETON, { product: { ...skeleton, courses: { PMB } } });
  expect(await study.ensure("PM", "PMS")).toBe(false);
  expect(study.state).toMatchObject({ failure: { kind: "expired", on: "2026-02-06" } });
});

test("a course that cannot be studied is refused by its dates also when the lists arrive later than the course", async () => {
  const { study, courses, school } = await openSignedIn();
  const release = school.hold("GET /user/courses");
  const loading = courses.load();
  const selecting = study.ensure("PM", "PMS");
  await vi.waitFor(() => expect(school.count(SKELETON)).toBe(1));
  release();
  await loading;
  expect(await selecting).toBe(false);
  expect(study.state).toMatchObject({ selection: null, failure: { kind: "expired" } });
});

test("a course without a network reports so, and can be tried again", async () => {
  const { study, school, app } = await ready();
  school.network.up = false;
  expect(await study.ensure("PM", "PMB")).toBe(false);
  expect(study.state.failure).toEqual({ kind: "no-connection", status: 0 });
  expect(app.alerts.state.list).toMatchObject([
    { title: "course-failure.no-connection", text: "failure.connection", seconds: 5 },
  ]);
  school.network.up = true;
  expect(await study.ensure("PM", "PMB")).toBe(true);
  expect(study.state.failure).toBeNull();
});

test.each<[string, number | object, string]>([
  [SKELETON, 404, "unknown-product"],
  [SKELETON, { product: { ...skeleton, courses: {} } }, "unknown-course"],
  [SKELETON, 500, "no-connection"],
  // Without the completed lessons.
  ["GET /user/progress", 500, "no-connection"],
])("a course is not shown when the school answers %s with %j: %s", async (call, answer, kind) => {
  const { study, school } = await ready();
  if (typeof answer === "object") school.answerWith(call, answer);
  else school.answer(call, () => new Response("", { status: answer }));
  expect(await study.ensure("PM", "PMB")).toBe(false);
  expect(study.state).toMatchObject({ waiting: null, selection: null, failure: { kind } });
});

test("the school alone decides about a course while the lists are missing", async () => {
  const { study, courses, school, progress } = await openSignedIn();
  school.people.get("dana")?.completed.set(1, "2026-03-01");
  school.answer("GET /user/courses", () => new Response("", { status: 500 }));
  await courses.load();
  expect(await study.ensure("PM", "PMB")).toBe(true);
  await vi.waitFor(() => expect(progress.state.lastStudied).toMatchObject({ id: 1 }));
  expect(school.requests.map(({ call }) => call).join()).not.toContain("undefined");
});

/** A student who has studied this course on this machine. */
const returning = async (productKey: string | null, courseKey: string | null) => {
  const inside = await ready();
  Object.assign(inside.place.state, { productKey, courseKey });
  return inside;
};

test("the course that was studied last is selected at the start, without an overlay or a message", async () => {
  const cut = await returning("PM", "PMB");
  cut.school.network.up = false;
  await cut.study.restore();
  expect(cut.study.state.failure).toEqual({ kind: "no-connection", status: 0 });
  expect(cut.app.alerts.state.list).toEqual([]);
  const nobody = await returning("PM", null);
  await nobody.study.restore();
  expect(nobody.school.count(SKELETON)).toBe(0);
  const { study } = await returning("PM", "PMB");
  const restoring = study.restore();
  expect(study.state.waiting).toBeNull();
  await restoring;
  expect(study.isSelected("PM", "PMB")).toBe(true);
});

test.each([
  ["at a section with an open lesson", { menu1: 2, menu2: 2 }, { menu1: 2, menu2: 2 }],
  ["not at a section that is closed", { menu1: 2, menu2: 1 }, { menu1: 1, menu2: 2 }],
  ["not at a chapter that is not there", { menu1: 9, menu2: 1 }, { menu1: 1, menu2: 2 }],
  ["not at a section whose lesson is missing", { menu1: 2, menu2: 3 }, { menu1: 1, menu2: 2 }],
])("the course that was studied last may begin %s", async (_, preferred, expected) => {
  const { study, school, place } = await returning("PM", "PMB");
  school.people.get("dana")?.completed.set(1, "2026-03-01").set(2, "2026-03-01");
  const [tools, darts] = skeleton.menu.menu1;
  const section = (lessons: string[]) => ({ props: { title: "", translations: [] }, lessons });
  const menu2 = [...(darts?.menu2 ?? []), section(["paper", "dart"]), section(["nowhere"])];
  const product = { ...skeleton, menu: { menu1: [tools, { ...darts, menu2 }] } };
  school.answerWith(SKELETON, { product });
  await study.restore(preferred);
  expect(place.positionOf("PMB")).toMatchObject(expected);
});

test("the course that was studied last can be fetched again, without an overlay, and is used meanwhile", async () => {
  const { study, school } = await returning("PM", "PMB");
  await study.refresh();
  expect(school.count(SKELETON)).toBe(0);
  await study.ensure("PM", "PMB");
  const release = school.hold(SKELETON);
  const refreshing = Promise.all([study.refresh(), study.refresh()]);
  expect(study.state).toMatchObject({ waiting: null, selection: { courseKey: "PMB" } });
  release();
  await refreshing;
  expect(school.count(SKELETON)).toBe(2);
  school.network.up = false;
  await study.refresh();
  expect(study.isSelected("PM", "PMB")).toBe(true);
});

test("the access rule opens lessons up to the next one; parts count as their main lesson", async () => {
  const inside = await ready();
  const worth = (name: string) => inside.study.mayBeOpen("PM", "PMB", name);
  expect(worth("dart")).toBe(true);
  await inside.study.ensure("PM", "PMB");
  // Nothing is fetched that is closed or missing, once the course is known.
  expect(["paper", "1", "dart", "nowhere"].map(worth)).toEqual([true, true, false, false]);
  expect(inside.study.mayBeOpen("PM", "PMS", "dart")).toBe(true);
  const open = (key: string) => inside.study.isOpen(lesson(inside, key));
  expect(["paper", "lines_ml", "straight", "curve"].map(open)).toEqual([true, false, false, false]);
  await inside.progress.complete(1, 1);
  expect(["paper", "lines_ml", "straight", "curve"].map(open)).toEqual([true, true, true, false]);
});

test("the menus show the section of a lesson; for a part, that of its main lesson", async () => {
  const inside = await ready();
  await inside.study.ensure("PM", "PMB");
  inside.study.selectMenuOf(lesson(inside, "dart"));
  expect(inside.place.positionOf("PMB")).toMatchObject({ menu1: 2, menu2: 1 });
  inside.study.selectMenuOf(lesson(inside, "curved"));
  expect(inside.place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 1 });
});

const nextOf = (course: number) => `GET /user/progress/nextLesson/${course}`;

/** A student with two open courses: the next lesson is 1 in PMB and 6 in PMS. */
const withTwoCourses = async () => {
  const inside = await openSignedIn();
  const { school, courses } = inside;
  const user_courses = userCourses[0]?.user_courses;
  const open = userCourses.map((course) => ({ ...course, user_courses }));
  school.answerWith("GET /user/courses", { courses: open });
  const dart = { id: 6, key: "dart", title: {}, menu: null, completed: false };
  school.answerWith(nextOf(11), [dart]);
  await courses.load();
  return inside;
};

test("selecting another course while one is being fetched shows the course selected last, with its own progress", async () => {
  const { study, school, progress, place } = await withTwoCourses();
  const release = school.hold(nextOf(11));
  const first = study.ensure("PM", "PMS");
  await vi.waitFor(() => expect(school.count(nextOf(11))).toBe(1));
  expect(await study.ensure("PM", "PMB")).toBe(true);
  release();
  expect(await first).toBe(false);
  expect(school.count(SKELETON)).toBe(2);
  expect(study.state).toMatchObject({ waiting: null, selection: { courseKey: "PMB" } });
  expect(place.state.courseKey).toBe("PMB");
  expect(progress.state.next).toBe(1);
});

test("selecting another course while one is being fetched waits for the one selected last, and fetches it once", async () => {
  const { study, school } = await withTwoCourses();
  const [releaseFirst, releaseLast] = [school.hold(nextOf(11)), school.hold(nextOf(10))];
  const first = study.ensure("PM", "PMS");
  const last = study.ensure("PM", "PMB");
  await vi.waitFor(() => expect(school.count(nextOf(10))).toBe(1));
  releaseFirst();
  expect(await first).toBe(false);
  expect(study.state.waiting).not.toBeNull();
  const again = study.ensure("PM", "PMB");
  releaseLast();
  expect(await Promise.all([last, again])).toEqual([true, true]);
  expect(school.count(nextOf(10))).toBe(1);
});

test("selecting another course while one is being fetched keeps the new course's access rule after a completion in the previous one", async () => {
  const { study, school, progress } = await withTwoCourses();
  await study.ensure("PM", "PMB");
  const release = school.hold(nextOf(10));
  await progress.complete(1, 1);
  await vi.waitFor(() => expect(school.count(nextOf(10))).toBe(2));
  await study.ensure("PM", "PMS");
  expect(progress.state.next).toBe(6);
  release();
  await vi.waitFor(() => expect(school.count(nextOf(10))).toBe(2));
  await new Promise(setImmediate);
  expect(progress.state.next).toBe(6);
});
