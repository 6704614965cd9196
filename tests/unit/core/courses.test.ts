import { expect, test } from "vitest";
import { createCourses } from "../../../src/core/courses.ts";
import { schoolDay } from "../../support/day.ts";
import { withNewerAnswers } from "../support/newer-answers.ts";
import { openSignedIn } from "../support/open-app.ts";

const COURSES = "GET /user/courses";

const drawn = ({ courses }: Awaited<ReturnType<typeof openSignedIn>>) =>
  courses.state.groups.map(({ product, courses: own }) => [
    product.cd,
    own.map(({ course, state }) => `${course.key} ${state.kind}`),
  ]);

test("a student's courses are listed once products and courses have arrived, and stay when they cannot be fetched again", async () => {
  const inside = await openSignedIn();
  expect(inside.courses.state).toMatchObject({ status: "loading", groups: [] });
  await inside.courses.load();
  expect(inside.courses.state.status).toBe("ready");
  const listed = [["PM", ["PMB active", "PMS expired", "PMN no-subscription"]]];
  expect(drawn(inside)).toEqual(listed);
  inside.school.network.up = false;
  await inside.courses.refresh();
  expect(inside.courses.state.status).toBe("ready");
  expect(drawn(inside)).toEqual(listed);
});

test("a student's courses are all open to an administrator", async () => {
  const inside = await openSignedIn("boss");
  await inside.courses.load();
  expect(drawn(inside)).toEqual([["PM", ["PMB active", "PMS active", "PMN active"]]]);
});

test("a student's courses are found by their keys in any case", async () => {
  const { courses, school } = await openSignedIn();
  const cds = ["PM", "DR"].map((cd, at) => ({ id: at + 1, cd, title: "", translations: [] }));
  school.answerWith("GET /products", { cds });
  expect(courses.hasProduct("pm")).toBe(false);
  await courses.load();
  expect(courses.find("pmb")?.course.id).toBe(10);
  expect(courses.find("PMX")).toBeNull();
  expect([courses.hasProduct("pm"), courses.hasProduct("SW")]).toEqual([true, false]);
});

test.each([COURSES, "GET /products"])("courses that fail at %s can be retried", async (call) => {
  const { courses, school } = await openSignedIn();
  school.answer(call, () => new Response("", { status: 500 }));
  await courses.load();
  expect(courses.state.status).toBe("failed");
  expect(courses.find("PMB")).toBeNull();
  school.usual(call);
  await courses.load();
  expect(courses.state.status).toBe("ready");
});

test("a student's courses are fetched again when the school has newer ones", async () => {
  const { transport, school } = await openSignedIn();
  const { send, newer } = withNewerAnswers(transport.send);
  const today = () => schoolDay("2026-03-02");
  const courses = createCourses({ send, today, level: () => 0, closesExpired: true });
  await courses.load();
  expect(courses.find("PMB")).not.toBeNull();
  school.answerWith(COURSES, { courses: [] });
  newer();
  await courses.settled();
  expect(courses.find("PMB")).toBeNull();
});
