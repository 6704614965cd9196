import { beforeAll, expect, test } from "vitest";
import { handIns, photo, TASK } from "../support/hand-ins.ts";
import { openSchool, type Person, PMB, SWB } from "../support/test-school.ts";

const school = openSchool.shared();
const { student, handIn, answer } = handIns(() => school);
let tutor: Person & { token: string };

const staff = async (level: number, teaches: number[]) => {
  const person = await school.add({ level, teaches });
  return { ...person, token: await school.token(person) };
};
const work = (token: string, id: unknown) => school.call(`/desk/hand-ins/${id}`, { token });

beforeAll(async () => {
  tutor = await staff(10, [PMB]);
});

test("a hand-in comes with its student's progress, and with what was handed in before", async () => {
  const noa = await student();
  const first = (await handIn(noa.token, { comment: "First try" })).json.assignment.uploads[0].id;
  const said = { student_id: noa.id, upload_id: first, state: "returned", text: "Once more" };
  await answer(tutor.token, said);
  const second = (await handIn(noa.token, { files: [photo, photo] })).json.assignment.uploads.at(
    -1,
  ).id;
  const { status, json } = await work(tutor.token, second);
  expect(status).toBe(200);
  expect(json.hand_in).toMatchObject({
    id: second,
    assignment_id: TASK,
    course_id: PMB,
    state: "uploaded",
    answered: null,
    undo_until: null,
    drawings: [],
    claim: null,
  });
  expect(json.hand_in.files).toHaveLength(2);
  expect(json.student).toMatchObject({ id: noa.id, courses: [{ course_id: PMB, completed: 5 }] });
  expect(json.others).toMatchObject([
    { id: first, state: "returned", comment: "First try", feedback: "Once more" },
  ]);
  const earlier = (await work(tutor.token, first)).json;
  expect(earlier.hand_in.feedback.text).toBe("Once more");
  expect(earlier.others.map(({ id }: { id: number }) => id)).toEqual([second]);
});

test("a hand-in brings the measurements of a student who has consented, and of nobody else", async () => {
  const noa = await student();
  const upload = (await handIn(noa.token)).json.assignment.uploads[0].id;
  const table = { name: "Mine", is_default: 1, units: "cm", values: {} };
  await school.call("/user/measurements", { token: noa.token, json: table });
  const consent = async (accepted: boolean) => {
    await school.call("/user/accept-policy", {
      token: noa.token,
      json: { policy: "personaldata", accepted },
    });
    const { json } = await work(tutor.token, upload);
    return [json.consent, json.measurements?.name ?? null];
  };
  expect(await consent(true)).toEqual([true, "Mine"]);
  expect(await consent(false)).toEqual([false, null]);
});

test("a hand-in of another course, of nobody, and a student's question for it are refused", async () => {
  const noa = await student();
  const upload = (await handIn(noa.token)).json.assignment.uploads[0].id;
  const stranger = await staff(10, [SWB]);
  for (const [token, id] of [
    [stranger.token, upload],
    [tutor.token, 999_999],
    [tutor.token, "1.0"],
  ] as const) {
    expect((await work(token, id)).json.code).toBe("assignment/not_found");
  }
  expect((await work((await staff(20, [])).token, upload)).status).toBe(200);
  expect((await work(noa.token, upload)).status).toBe(403);
});
