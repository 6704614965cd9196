import { expect, test } from "vitest";
import { AUDIT_KINDS } from "../../../src/contract/audit.ts";
import { detailsOf, levelToSee } from "../../../src/domain/audit.ts";

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
