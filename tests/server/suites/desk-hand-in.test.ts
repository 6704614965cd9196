import { beforeAll, expect, test } from "vitest";
import { handIns, photo, TASK } from "../support/hand-ins.ts";
import { openSchool, type Person, PMB } from "../support/test-school.ts";

const school = openSchool.shared();
const { student, handIn, answer } = handIns(() => school);
let tutor: Person & { token: string };

const work = (token: string, id: unknown) => school.call(`/desk/hand-ins/${id}`, { token });

beforeAll(async () => {
  tutor = await school.signedIn({ level: 10, teaches: [PMB] });
});

test("a hand-in comes with its student's progress, and with what was handed in before", async () => {
  const noa = await student();
  const first = (await handIn(noa.token, { comment: "First try" })).json.assignment.uploads[0].id;
  const said = { student_id: noa.id, upload_id: first, state: "returned", text: "Once more" };
  await answer(tutor.token, said);
  const again = await handIn(noa.token, { files: [photo, photo] });
  const second = again.json.assignment.uploads.at(-1).id;
  const { status, json } = await work(tutor.token, second);
  expect(status).toBe(200);
  expect(json.hand_in).toMatchObject({
    ...{ id: second, assignment_id: TASK, course_id: PMB, state: "uploaded" },
    ...{ answered: null, undo_until: null, drawings: [], claim: null },
  });
  expect(json).toMatchObject({ consent: false, measurements: null });
  expect(json.hand_in.files).toHaveLength(2);
  expect(json.student).toMatchObject({ id: noa.id, courses: [{ course_id: PMB, completed: 5 }] });
  expect(json.others).toMatchObject([
    { id: first, state: "returned", comment: "First try", feedback: "Once more" },
  ]);
  const earlier = (await work(tutor.token, first)).json;
  expect(earlier.hand_in.feedback.text).toBe("Once more");
  expect(earlier.others.map(({ id }: { id: number }) => id)).toEqual([second]);
});
