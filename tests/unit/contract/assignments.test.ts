import { expect, test } from "vitest";
import { getAssignments, postAssignment } from "../../../src/contract/assignments.ts";
import { decode } from "./decode.ts";

const read = (assignment: object) => decode(postAssignment, { assignment })?.assignment;

test("an assignment needs only an id", () => {
  expect(read({ id: "7" })).toEqual({
    ...{ id: 7, lesson_id: null, course_id: null, product: "", title: "", translations: [] },
    ...{ instructions: null, image: null, criteria: [], draft: null, state: "open" },
    ...{ uploads: [], uploads_cursor: null, student: null },
  });
});

test.each<[string | number | null, string]>([
  ["uploaded", "uploaded"],
  ["accepted", "accepted"],
  ["returned", "returned"],
  ["graded", "open"],
  [null, "open"],
  [7, "open"],
])("an assignment in the state %j is %s", (state, expected) => {
  expect(read({ id: 1, state })?.state).toBe(expected);
});

test("an assignment has uploads with valid dates and optional feedback", () => {
  const upload = {
    id: 1,
    date: "soon",
    files: [{ name: "a.jpg" }],
    feedback: { tutor: { id: 9 } },
  };
  expect(read({ id: 1, uploads: [upload] })?.uploads).toEqual([
    {
      ...{ id: 1, date: null, comment: "", thread: null },
      files: [{ name: "a.jpg", size: 0, type: "", marked: null }],
      feedback: { text: "", date: null, tutor: "", new: null, voice: null },
    },
  ]);
});

test("an answer without a list has no assignments", () => {
  for (const answer of [[], {}, { assignments: null }, { assignments: [{}] }]) {
    expect(decode(getAssignments, answer)).toBeNull();
  }
  const none = { assignments: [], cursor: null };
  expect(decode(getAssignments, { assignments: [], more: 1 })).toEqual(none);
});
