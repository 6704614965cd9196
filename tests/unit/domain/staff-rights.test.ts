import { expect, test } from "vitest";
import { AUDIT_KINDS } from "../../../src/contract/audit.ts";
import { detailsOf, levelToSee } from "../../../src/domain/audit.ts";
import { roleOf } from "../../../src/domain/roles.ts";
import {
  isStaff,
  mayChangePerson,
  mayGiveLevel,
  maySee,
  runsSchool,
  type Viewer,
} from "../../../src/domain/staff-rights.ts";

test.each([
  [100, "admin"],
  [99, "manager"],
  [20, "manager"],
  [19, "tutor"],
  [10, "tutor"],
  [0, "student"],
  [-1, "student"],
])("level %i is a %s", (level, role) => {
  expect(roleOf(level)).toBe(role);
});

test.each([
  [0, false, false],
  [10, false, false],
  [20, true, false],
  [100, true, true],
])("level %i: staff is %s, runs the school is %s", (level, staff, school) => {
  expect([isStaff(level), runsSchool(level)]).toEqual([staff, school]);
});

test.each([
  [10, 0, false],
  [20, 0, true],
  [20, 20, true],
  [20, 100, false],
  [100, 100, true],
])("level %i may give level %i and change people who have it: %s", (own, other, may) => {
  expect([mayGiveLevel(own, other), mayChangePerson(own, other)]).toEqual([may, may]);
});

const PMB = 1;
const SWB = 2;

const student: Viewer = { id: 1, level: 0, teaches: new Set() };
const fallen: Viewer = { id: 2, level: 0, teaches: "all" };
const idle: Viewer = { id: 3, level: 10, teaches: new Set() };
const tutor: Viewer = { id: 4, level: 10, teaches: new Set([PMB]) };
const both: Viewer = { id: 5, level: 19, teaches: new Set([PMB, SWB]) };
const all: Viewer = { id: 6, level: 10, teaches: "all" };
const manager: Viewer = { id: 7, level: 20, teaches: new Set() };
const admin: Viewer = { id: 8, level: 100, teaches: new Set([SWB]) };

test.each<[string, Viewer, number[], boolean]>([
  ["another student, of the same course", student, [PMB], false],
  ["a student who was a tutor of all courses", fallen, [PMB], false],
  ["a tutor without courses", idle, [PMB], false],
  ["a tutor of its course", tutor, [PMB], true],
  ["a tutor of one of its courses", tutor, [SWB, PMB], true],
  ["a tutor of another course", tutor, [SWB], false],
  ["a tutor of one course, where it belongs to none", tutor, [], false],
  ["a tutor of both courses", both, [SWB], true],
  ["a tutor of all courses", all, [SWB], true],
  ["a tutor of all courses, where it belongs to none", all, [], true],
  ["a manager without courses", manager, [SWB], true],
  ["an administrator with another course", admin, [PMB], true],
  ["an administrator, where it belongs to none", admin, [], true],
])("what belongs to a student is seen by %s", (_, viewer, courses, expected) => {
  expect(maySee(viewer, { owner: 99, courses })).toBe(expected);
});

const EVERYBODY = [student, fallen, idle, tutor, both, all, manager, admin];

test.each(EVERYBODY)("everybody sees their own, whatever its course: level $level", (viewer) => {
  expect(maySee(viewer, { owner: viewer.id, courses: [SWB] })).toBe(true);
});

test("managers see changes of content and of people up to their level, and nothing of the school itself", () => {
  const seen = AUDIT_KINDS.filter((kind) => levelToSee(kind, [0]) <= 20);
  expect(seen.join(" ")).toBe("person content lesson announcement term question hand-in comment");
});

test("a change of a person is seen from the highest level on that the person has or had", () => {
  expect(levelToSee("person", [0])).toBe(20);
  expect(levelToSee("person", [10, 50])).toBe(50);
  expect(levelToSee("person", [100, 10])).toBe(100);
  // Nobody knows any more who it was.
  expect(levelToSee("person", [])).toBe(100);
});

test("details tell values before and now from lists and from values alone", () => {
  const details = { level: [0, 10], last_day: [null, "2027-01-31"], courses: ["PMB", "SWB"] };
  expect(detailsOf({ ...details, teaches: ["all", ["PMB"]], blocked: true, name: "" })).toEqual([
    { field: "level", before: ["0"], now: ["10"] },
    { field: "last_day", before: [], now: ["2027-01-31"] },
    { field: "courses", before: null, now: ["PMB", "SWB"] },
    { field: "teaches", before: ["all"], now: ["PMB"] },
    { field: "blocked", before: null, now: ["true"] },
    { field: "name", before: null, now: [] },
  ]);
});
