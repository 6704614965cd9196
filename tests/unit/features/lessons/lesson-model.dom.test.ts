import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLessonModel } from "../../../../src/features/lessons/lesson-model.ts";
import { openSignedIn } from "../../support/open-app.ts";
import { skeleton } from "../../support/small-course.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A lesson on screen, opened by its address. */
const lesson = async (name: string, done: number[] = [], silent = false) => {
  const inside = await openSignedIn();
  const { school } = inside;
  for (const id of done) school.people.get("dana")?.completed.set(id, "2026-03-01");
  if (silent) {
    const product = structuredClone(skeleton);
    for (const own of Object.values(product.lessons)) Reflect.deleteProperty(own, "subLessons");
    school.answerWith("GET /products/PM/skeleton", { product });
  }
  await inside.courses.load();
  const model = createLessonModel({ ...inside, productKey: "PM", courseKey: "PMB", name });
  return { ...inside, model };
};

const sessions = ({ school }: Awaited<ReturnType<typeof lesson>>) =>
  school.requests.filter(({ call }) => call.endsWith("/session"));

test.each(["paper", "PAPER", "1"])(
  "a lesson is found by key in any case and by id: %s",
  async (name) => {
    const { model, place } = await lesson(name);
    await model.start();
    expect(model.state).toMatchObject({ lesson: { key: "paper" }, failure: null });
    expect(place.state).toMatchObject({ courseKey: "PMB", lessonKey: "paper" });
  },
);

test.each([
  ["that the course does not have", "nowhere", "unknown-lesson"],
  ["that is not yet active, even if the school sends it", "dart", "not-active"],
  ["whose main lesson is not yet active", "curved", "not-active"],
])("a lesson by its address is not shown %s", async (_, name, kind) => {
  const { model } = await lesson(name);
  await model.start();
  expect(model.state).toMatchObject({ lesson: null, failure: { kind } });
});

test.each([
  ["the skeleton says where it belongs", false, 0],
  ["only the main lesson says it", true, 1],
])("a part has place and package of its main lesson, where %s", async (_, silent, fetched) => {
  const opened = await lesson("curved", [1], silent);
  const { model, place, study } = opened;
  await model.start();
  expect(model.state).toMatchObject({ lesson: { key: "curved" }, failure: null });
  expect(place.state.previous).toMatchObject({ key: "lines_ml", isMainLesson: true });
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 1 });
  await vi.waitFor(() =>
    expect(sessions(opened)[0]?.body).toEqual({ lesson_id: 4, package_id: 1 }),
  );
  expect(study.state.selection?.product.lessons.lines_ml?.subLessons).toEqual([3, 4]);
  expect(opened.school.count("GET /products/PM/lessons/lines_ml")).toBe(fetched);
  model.stop();
});

test("the way back from a part leads to the page of its main lesson, if the reader came from it", async () => {
  const { model, ...inside } = await lesson("lines_ml", [1]);
  const open = async (name: string) => {
    const next = createLessonModel({ ...inside, productKey: "PM", courseKey: "PMB", name });
    await next.start();
    next.stop();
    return inside.place.state.previous;
  };
  await model.start();
  model.stop();
  inside.place.selectPage(2);
  const previous = { key: "lines_ml", isMainLesson: true, hasAssignment: false };
  expect(await open("straight")).toEqual({ ...previous, mainLessonPageNum: 2 });
  inside.place.selectPage(2);
  expect(await open("curved")).toEqual({ ...previous, mainLessonPageNum: 1 });
});

test("an open lesson is reported to the school at once and every minute while it is visible", async () => {
  const opened = await lesson("paper");
  await opened.model.start();
  await vi.waitFor(() => expect(sessions(opened)).toHaveLength(1));
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(sessions(opened)).toHaveLength(2));
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  vi.advanceTimersByTime(300_000);
  hidden.mockRestore();
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(sessions(opened)).toHaveLength(3));
  opened.model.stop();
  vi.advanceTimersByTime(300_000);
  await new Promise(setImmediate);
  expect(sessions(opened)).toHaveLength(3);
});

test("an open lesson is not reported in a course that has expired, where the school counts nothing", async () => {
  const inside = await openSignedIn("dana", { closesExpiredCourses: false });
  const { lessonsOrder } = skeleton.courses.PMB;
  const PMS = { ...skeleton.courses.PMS, lessonsOrder };
  inside.school.answerWith("GET /products/PM/skeleton", {
    product: { ...skeleton, courses: { ...skeleton.courses, PMS } },
  });
  await inside.courses.load();
  const place = { productKey: "PM", courseKey: "PMS", name: "paper" };
  const model = createLessonModel({ ...inside, ...place });
  await model.start();
  expect(model.state).toMatchObject({ lesson: { key: "paper" }, failure: null });
  vi.advanceTimersByTime(60_000);
  await new Promise(setImmediate);
  expect(inside.school.requests.filter(({ call }) => call.endsWith("/session"))).toEqual([]);
  model.stop();
});

test("an open lesson is completed once, however often it is requested, also after a refusal", async () => {
  const { model, progress, school } = await lesson("paper");
  await model.complete();
  expect(progress.state.completed.size).toBe(0);
  await model.start();
  school.answer("PUT /user/progress/1/complete", () => school.refusal(403, ""));
  await model.complete();
  expect([model.state.completing, progress.state.completed.size]).toEqual([false, 0]);
  school.usual("PUT /user/progress/1/complete");
  await Promise.all([model.complete(), model.complete()]);
  expect(school.count("PUT /user/progress/1/complete")).toBe(2);
  expect(progress.state.completed.has(1)).toBe(true);
  expect(model.state.completing).toBe(false);
  model.stop();
});
