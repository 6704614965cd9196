import { expect, test, vi } from "vitest";
import { createPlace } from "../../../src/core/place.ts";
import {
  createMemoryMachine,
  type MemoryMachine,
} from "../../../src/platform/memory/memory-machine.ts";

const KEY = "place.v2/7";
const NOWHERE = { productKey: null, courseKey: null, lessonKey: null, page: 1, previous: null };

const from = { key: "lines_ml", isMainLesson: true, mainLessonPageNum: 2, hasAssignment: false };

const open = (machine = createMemoryMachine(), personId = 7) => ({
  machine,
  place: createPlace(machine.storage, personId),
});

/** The place is stored a moment after it has changed. */
const keptBy = async (machine: MemoryMachine, part: object): Promise<void> =>
  vi.waitFor(() => expect(JSON.parse(machine.storage.get(KEY) ?? "null")).toMatchObject(part));

test("a new person has no place, and every course starts at the first section of the first chapter", () => {
  const { place } = open();
  expect(place.state).toMatchObject(NOWHERE);
  expect(place.has("PMB")).toBe(false);
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 1 });
});

test("the menus return to the section last used in a chapter", () => {
  const { place } = open();
  place.selectMenu("PMB", 1, 3);
  place.selectMenu("PMB", 2);
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 2, menu2: 1 });
  place.selectMenu("PMB", 1);
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 3 });
  // Another course is not affected.
  expect(place.positionOf("SWB")).toMatchObject({ menu1: 1, menu2: 1 });
  expect([place.has("PMB"), place.has("SWB")]).toEqual([true, false]);
});

test("a lesson opens at its first page, keeps its page when it is selected again, and stores where the person came from", () => {
  const { place } = open();
  place.selectCourse("PM", "PMB");
  place.selectLesson("lines_ml", null);
  place.selectPage(2);
  place.selectLesson("lines_ml", from);
  expect(place.state).toMatchObject({ lessonKey: "lines_ml", page: 2, previous: null });
  place.selectLesson("straight", from);
  expect(place.state).toMatchObject({ lessonKey: "straight", page: 1, previous: from });
  place.selectLesson("curved", null);
  expect(place.state).toMatchObject({ lessonKey: "curved", previous: from });
});

test("a lesson is closed without leaving the course, or for another course", () => {
  const { place } = open();
  place.selectCourse("PM", "PMB");
  place.selectLesson("straight", from);
  place.selectPage(2);
  // The same course again changes nothing.
  place.selectCourse("PM", "PMB");
  expect(place.state).toMatchObject({ lessonKey: "straight", page: 2 });
  place.leaveLesson();
  expect(place.state).toMatchObject({ courseKey: "PMB", lessonKey: null, previous: from });
  place.selectLesson("curved", null);
  place.selectCourse("SW", "SWB");
  expect(place.state).toMatchObject({ productKey: "SW", courseKey: "SWB", lessonKey: null });
});

const studied = async () => {
  const opened = open();
  opened.place.selectCourse("PM", "PMB");
  opened.place.selectMenu("PMB", 2, 3);
  opened.place.selectLesson("straight", from);
  opened.place.selectPage(2);
  await keptBy(opened.machine, { lessonKey: "straight", page: 2 });
  return opened;
};

test("the stored place is restored at the next start, and another person has none", async () => {
  const { machine } = await studied();
  const { place } = open(machine);
  const studying = { productKey: "PM", courseKey: "PMB", lessonKey: "straight", page: 2 };
  expect(place.state).toMatchObject({ ...studying, previous: from });
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 2, menu2: 3 });
  expect(open(machine, 8).place.state).toMatchObject(NOWHERE);
});

test.each([
  ["deleted on signing out", "clear", NOWHERE],
  ["kept when the session ends by itself", "stop", { lessonKey: "straight", page: 2 }],
] as const)("the stored place is %s, and later changes are not stored", async (_, end, left) => {
  const { machine, place } = await studied();
  place[end]();
  expect(machine.storage.get(KEY) === null).toBe(end === "clear");
  place.selectLesson("curved", null);
  await Promise.resolve();
  expect(machine.storage.get(KEY) === null).toBe(end === "clear");
  expect(open(machine).place.state).toMatchObject(left);
});
