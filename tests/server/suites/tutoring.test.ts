import { beforeAll, describe, expect, test } from "vitest";
import { handIns } from "../support/hand-ins.ts";
import { MINUTE, NOON, openSchool, PMB } from "../support/test-school.ts";

const school = openSchool.shared();
let tutor: string;
beforeAll(async () => {
  tutor = await school.token(await school.add({ level: 10 }));
});
const { get, mine, student, handIn, answer } = handIns(() => school);

describe("assignments and their tutors", () => {
  test("tutors see everybody's open hand-ins, accept or return them, and the student sees it", async () => {
    const { token, id } = await student();
    const waiting = async () =>
      (await get(tutor, "/user/assignments?state=uploaded")).assignments.filter(
        (assignment: { student: { id: number } }) => assignment.student.id === id,
      );
    expect(await waiting()).toEqual([]);
    // Today's class lists those that wait for the student.
    const today = async () =>
      (await get(token, `/user/progress/today/${PMB}`)).today.assignments.map(
        ({ state }: { state: string }) => state,
      );
    expect(await today()).toEqual(["open"]);
    await handIn(token, { comment: "First" });
    expect(await today()).toEqual([]);
    const [listed] = await waiting();
    const [own] = await mine(token);
    expect(listed).toEqual({ ...own, student: { id, name: "Noa Brand" } });

    school.now = NOON + MINUTE;
    const said = { student_id: id, upload_id: own.uploads[0].id };
    const returned = await answer(tutor, { ...said, state: "returned", text: "Mend the hem" });
    school.now = NOON;
    expect(returned.status).toBe(200);
    expect(await waiting()).toEqual([]);
    const [after] = await mine(token);
    const date = new Date(NOON + MINUTE).toISOString();
    const feedback = { text: "Mend the hem", date, tutor: "Noa Brand", new: true };
    expect(after).toMatchObject({ state: "returned", uploads: [{ feedback }] });
    expect(await today()).toEqual(["returned"]);
    expect(returned.json.assignment).toEqual({ ...after, student: listed.student });

    await handIn(token, { comment: "Second" });
    const [again] = await waiting();
    expect(again.uploads).toHaveLength(2);
    const latest = { ...said, upload_id: again.uploads[1].id };
    await answer(tutor, { ...latest, state: "accepted", text: "" });
    expect((await mine(token))[0]).toMatchObject({ state: "accepted" });
    const late = await handIn(token);
    expect([late.status, late.json.code]).toEqual([409, "assignment/accepted"]);
  });
});
