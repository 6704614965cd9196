import { expect, test, vi } from "vitest";
import { createProgress } from "../../../src/core/progress.ts";
import { failed } from "../../support/results.ts";
import { withNewerAnswers } from "../support/newer-answers.ts";
import { openSignedIn } from "../support/open-app.ts";
import { skeleton } from "../support/small-course.ts";

const { lessonsOrder } = skeleton.courses.PMB;
const COMPLETE = "PUT /user/progress/1/complete";

/** A student who has completed these lessons of the course PMB. */
const studying = async (...done: number[]) => {
  const opened = await openSignedIn();
  for (const id of done) opened.school.people.get("dana")?.completed.set(id, "2026-03-01");
  return opened;
};

/** The same, with the course PMB selected as the school describes it. */
const inCourse = async (...done: number[]) => {
  const opened = await studying(...done);
  opened.progress.setCourse(10, lessonsOrder, await opened.progress.fetchCourseStatus(10));
  return opened;
};

/** A student of the course, at a school that has not described it. */
const inOrder = async (options: Parameters<typeof openSignedIn>[1] = {}) => {
  const opened = await openSignedIn("dana", options);
  opened.progress.setCourse(10, lessonsOrder, null);
  return opened;
};

test("the completed lessons come from the school; an opened lesson is not completed", async () => {
  const { progress, school } = await studying(1);
  const opened = "2026-03-01";
  const done = { lesson_id: "1", opened, completed: opened };
  const progressed = [done, { lesson_id: 2, opened, completed: null }];
  school.answerWith("GET /user/progress", { progress: progressed });
  expect(await progress.load()).toMatchObject({ ok: true });
  expect([...progress.state.completed]).toEqual([1]);
  school.network.up = false;
  expect(await progress.load()).toEqual(failed("unreachable"));
  expect([...progress.state.completed]).toEqual([1]);
});

test("the next lesson differs between a course that was not started and a finished one", async () => {
  const fresh = await inCourse();
  expect(fresh.progress.state).toMatchObject({ next: 1, started: false, finished: false });
  const finished = await inCourse(...lessonsOrder.map(({ id }) => id));
  expect(finished.progress.state).toMatchObject({ next: null, started: true, finished: true });
});

test.each(["previousLesson", "nextLesson"])("the next lesson stays without %s", async (call) => {
  const { progress, school } = await inCourse(1);
  school.people.get("dana")?.completed.set(2, "2026-03-01");
  school.answer(`GET /user/progress/${call}/10`, () => new Response("", { status: 500 }));
  await progress.refresh(10);
  expect(progress.state.next).toBe(2);
  expect(await progress.fetchCourseStatus(10)).toBeNull();
  school.usual(`GET /user/progress/${call}/10`);
  await progress.refresh(10);
  expect(progress.state.next).toBe(5);
});

test("completed and next lessons are fetched again when the school has newer ones", async () => {
  const { transport, queue, school } = await studying(1);
  const { send, newer } = withNewerAnswers(transport.send);
  const progress = createProgress(send, queue);
  await progress.load();
  progress.setCourse(10, lessonsOrder, await progress.fetchCourseStatus(10));
  expect(progress.state).toMatchObject({ next: 2, lastStudied: { id: 1 } });
  school.people.get("dana")?.completed.set(2, "2026-03-01");
  newer();
  await vi.waitFor(() => {
    expect(progress.state).toMatchObject({ next: 5, lastStudied: { id: 2 } });
    expect([...progress.state.completed]).toEqual([1, 2]);
  });
});

test("completing a lesson counts once the school has acknowledged it, and moves on to the next lesson", async () => {
  const { progress, school } = await studying();
  await progress.load();
  progress.setCourse(10, lessonsOrder, null);
  const release = school.hold(COMPLETE);
  const completing = progress.complete(1, 1);
  await vi.waitFor(() => expect(school.count(COMPLETE)).toBe(1));
  expect(progress.state.completed.has(1)).toBe(false);
  release();
  expect(await completing).toBe("sent");
  expect(progress.state).toMatchObject({ next: 2 });
  expect(progress.state.completed.has(1)).toBe(true);
  expect(progress.state.queued.has(1)).toBe(false);
  await vi.waitFor(() => expect(progress.state.lastStudied).toMatchObject({ id: 1 }));
  expect(school.bodies(COMPLETE)).toEqual([{ package_id: 1 }]);
});

test.each([403, 404, 422])("a completion refused with %i changes nothing", async (status) => {
  const { progress, school } = await inOrder();
  school.answer(COMPLETE, () => new Response("", { status }));
  expect(await progress.complete(1, 1)).toBe("refused");
  expect(progress.state.next).toBe(1);
  expect(progress.state.completed.size).toBe(0);
});

test("completing a lesson asks the school for the next lesson once all completions have been sent", async () => {
  const { progress, queue, school } = await studying();
  const asked = () => school.count("GET /user/progress/nextLesson/10");
  await progress.complete(1, 1);
  progress.setCourse(10, lessonsOrder, null);
  expect(school.requests.filter(({ call }) => call.includes("nextLesson"))).toEqual([]);
  school.network.up = false;
  await progress.complete(2, 1);
  await progress.complete(5, 2);
  school.network.up = true;
  const release = school.hold("PUT /user/progress/5/complete");
  queue.start();
  await vi.waitFor(() => expect(progress.state.queued.size).toBe(1));
  expect(asked()).toBe(0);
  release();
  await vi.waitFor(() => expect(progress.state.lastStudied).toMatchObject({ id: 5 }));
  expect(asked()).toBe(1);
});

test("completing a lesson that waits is not undone by the school's older state", async () => {
  const { progress, school } = await inOrder();
  school.answer(COMPLETE, () => new Response("", { status: 503 }));
  expect(await progress.complete(1, 1)).toBe("waiting");
  expect([...progress.state.queued]).toEqual([1]);
  await progress.load();
  progress.setCourse(10, lessonsOrder, await progress.fetchCourseStatus(10));
  expect([...progress.state.completed]).toEqual([1]);
  expect(progress.state.next).toBe(2);
});

test("completing a lesson that was sent is not undone by an earlier answer", async () => {
  const { progress, school } = await studying();
  const status = await progress.fetchCourseStatus(10);
  const release = school.hold("GET /user/progress");
  const late = progress.load();
  await vi.waitFor(() => expect(school.count("GET /user/progress")).toBe(1));
  school.answerWith("GET /user/progress", { progress: [] });
  expect(await progress.complete(1, 1)).toBe("sent");
  release();
  await late;
  progress.setCourse(10, lessonsOrder, status);
  expect([...progress.state.completed]).toEqual([1]);
  expect(progress.state.next).toBe(2);
});

test("completing a lesson that waited and was then refused no longer counts", async () => {
  const { progress, queue, school } = await inOrder();
  school.network.up = false;
  await progress.complete(1, 1);
  school.network.up = true;
  school.answer(COMPLETE, () => new Response("", { status: 403 }));
  queue.start();
  await vi.waitFor(() => expect(progress.state.completed.size).toBe(0));
  expect(progress.state).toMatchObject({ next: 1 });
  expect(progress.state.queued.size).toBe(0);
});

test("completing a lesson in the hybrid build counts at once, is sent in the background, and no longer counts if the school refuses it", async () => {
  const { progress, school, machine } = await inOrder({ optimistic: true });
  const release = school.hold(COMPLETE);
  const completing = progress.complete(1, 1);
  expect([...progress.state.completed]).toEqual([1]);
  expect(progress.state.next).toBe(2);
  // No delay is shown before the first try has failed.
  expect(progress.state.queued.size).toBe(0);
  expect(machine.tabs.keys().filter((key) => key.startsWith("queue.v1/"))).toHaveLength(1);
  release();
  expect(await completing).toBe("sent");
  expect([...progress.state.completed]).toEqual([1]);
  const other = await inOrder({ optimistic: true });
  other.school.answer(COMPLETE, () => new Response("", { status: 403 }));
  const refusing = other.progress.complete(1, 1);
  expect([...other.progress.state.completed]).toEqual([1]);
  expect(await refusing).toBe("refused");
  expect(other.progress.state).toMatchObject({ next: 1, completed: new Set() });
});

test("an open lesson is reported to the school, and stays open when that cannot be reached", async () => {
  const { progress, school } = await studying();
  expect(await progress.reportOpened(2, 1)).toBe("sent");
  const sent = school.bodies("PUT /user/progress/2/session");
  expect(sent).toEqual([{ lesson_id: 2, package_id: 1 }]);
  school.network.up = false;
  expect(await progress.reportOpened(2, 1)).toBe("waiting");
  expect([progress.state.completed.size, progress.state.queued.size]).toEqual([0, 0]);
});
