import { describe, expect, test } from "vitest";
import { first, LIST, openAssignments, task, waiting } from "../../support/open-assignments.ts";
import type { createSmallSchool } from "../../support/small-school.ts";

const FEEDBACK = "POST /user/assignments/5/feedback";

describe("a tutor", () => {
  test("gets everybody's open hand-ins; a student does not request them", async () => {
    const student = await openAssignments();
    expect(student.service.waiting.state.value).toBeNull();
    expect(student.school.count(LIST)).toBe(1);
    const { service } = await openAssignments("boss");
    expect(service.waiting.state.value).toMatchObject([{ id: 5, student: { name: "Dana" } }]);
  });

  test.each([
    ["refuses", (school: ReturnType<typeof createSmallSchool>) => school.refusal(404, "")],
    ["sends the person's own", () => Response.json({ assignments: [task] })],
  ])("has none at a school that %s", async (_, answer) => {
    const { service, school } = await openAssignments("boss");
    school.answer(LIST, (context) =>
      context.req.query("state") ? answer(school) : context.json({ assignments: [task] }),
    );
    service.waiting.state.value = null;
    await service.load();
    expect([service.waiting.state.value, service.waiting.state.failure]).toEqual([null, null]);
    expect(service.own.state.value).toHaveLength(1);
  });

  test("gives a reason for a return, and keeps what was typed after a failure", async () => {
    const { service, school } = await openAssignments("boss");
    const [assignment] = service.waiting.state.value ?? [];
    if (!assignment) throw new Error("nothing waits");
    const answer = service.answer(assignment);
    await answer.give("returned");
    expect(answer.state.failure).toEqual({ kind: "missing" });
    expect(school.count(FEEDBACK)).toBe(0);
    answer.setText("Turn the grainline");
    school.answer(FEEDBACK, () => school.refusal(500, ""));
    await answer.give("returned");
    expect(answer.state).toMatchObject({
      text: "Turn the grainline",
      failure: { kind: "no-connection" },
      given: null,
    });
    school.answer(FEEDBACK, (context) => context.json({ assignment: waiting }));
    await Promise.all([answer.give("returned"), answer.give("returned")]);
    expect(school.count(FEEDBACK)).toBe(2);
    expect(school.requests.at(-1)?.body).toEqual({
      student_id: 7,
      upload_id: 31,
      state: "returned",
      text: "Turn the grainline",
    });
    expect(answer.state.given).toBe("returned");
  });
});

describe("files", () => {
  test("that do not exist differ from those that could not be fetched", async () => {
    const { service, school } = await openAssignments();
    const { assignment } = first(service);
    const sheet = { ...assignment, instructions: "absent.svg" };
    expect(await service.instructions(sheet)).toEqual({
      ok: false,
      failure: { kind: "not-found" },
    });
    school.network.up = false;
    expect(await service.instructions({ ...sheet, instructions: "task.svg" })).toEqual({
      ok: false,
      failure: { kind: "not-fetched" },
    });
  });

  test("are previewed only if they are photos", async () => {
    const { service, school } = await openAssignments();
    const { assignment } = first(service);
    const address = (name: string) => `GET /user/assignments/5/uploads/31/${name}`;
    school.answer(address("a.jpg"), (context) => context.body(new Uint8Array([0xff, 0xd8, 0xff])));
    school.answer(address("b.jpg"), (context) => context.body("<svg onload=alert(1)>"));
    const photo = service.photo(assignment, 31, "a.jpg");
    expect(await photo.url).toMatch(/^blob:/);
    photo.release();
    expect(await service.photo(assignment, 31, "b.jpg").url).toBeNull();
  });
});
