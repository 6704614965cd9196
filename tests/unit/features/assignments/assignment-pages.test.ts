import { expect, test } from "vitest";
import { getAssignment, getAssignments } from "../../../../src/contract/assignments.ts";
import { answerTo } from "../../../answer-to.ts";
import { handedIn, LIST, openAssignments, task, waiting } from "../../support/open-assignments.ts";

const upload = (id: number) => ({
  ...{ id, date: "2026-03-02T09:00:00Z", comment: "", files: [], feedback: null },
});
const uploadIds = (assignment: { uploads: readonly { id: unknown }[] } | undefined) =>
  assignment?.uploads.map(({ id }) => id);

test("assignments at a school with pages are continued by the next page, each once", async () => {
  const { service, school } = await openAssignments();
  school.answerPages(
    LIST,
    answerTo(getAssignments, { assignments: [task], cursor: "5" }),
    answerTo(getAssignments, { assignments: [task, { ...task, id: 6 }], cursor: null }),
  );
  await service.load();
  expect(service.ownPages.state.cursor).toBe("5");
  school.network.up = false;
  expect(await service.ownPages.more()).toBe(false);
  school.network.up = true;
  expect(await service.ownPages.more()).toBe(true);
  expect(service.own.state.value?.map(({ id }) => id)).toEqual([5, 6]);
  expect(service.ownPages.state.cursor).toBeNull();
});

test("assignments at a school with pages that wait for a tutor are continued likewise, those of two students apart", async () => {
  const { service, school } = await openAssignments("boss");
  const other = { ...waiting, student: { id: 9, name: "Yael" } };
  school.answer(LIST, (context) => {
    if (!context.req.query("state")) return context.json({ assignments: [] });
    return context.json(
      answerTo(
        getAssignments,
        context.req.query("before")
          ? { assignments: [other], cursor: null }
          : { assignments: [waiting], cursor: "31" },
      ),
    );
  });
  await service.load();
  expect(await service.waitingPages.more()).toBe(true);
  expect(service.waiting.state.value?.map(({ student }) => student.name)).toEqual(["Dana", "Yael"]);
});

test.each([
  ["dana", null],
  ["boss", "7"],
])("assignments get their earlier hand-ins when %s asks for them", async (who, student) => {
  const { service, school } = await openAssignments(who);
  const last = { ...(student ? waiting : handedIn), uploads: [upload(31)], uploads_cursor: "31" };
  school.answer(LIST, (context) =>
    context.json({ assignments: !student || context.req.query("state") ? [last] : [] }),
  );
  school.answer("GET /user/assignments/5", (context) => {
    expect(context.req.query()).toEqual({ before: "31", ...(student && { student }) });
    const assignment = { ...last, uploads: [upload(29), upload(30)], uploads_cursor: null };
    return context.json(answerTo(getAssignment, { assignment }));
  });
  await service.load();
  const list = () => (student ? service.waiting : service.own).state.value;
  const [before] = list() ?? [];
  if (!before) throw new Error("there is no assignment");
  expect(await service.earlier(before)).toBe(true);
  expect(uploadIds(list()?.[0])).toEqual([29, 30, 31]);
  expect(list()?.[0]?.uploads_cursor).toBeNull();
});

test.each([
  ["dana", false],
  ["boss", true],
])("gets the earlier hand-ins of one assignment only, for %s", async (who, isTutor) => {
  const { service, school } = await openAssignments(who);
  const last = { ...handedIn, uploads: [upload(31)], uploads_cursor: "31" };
  const entries = isTutor
    ? [waiting, { ...waiting, student: { id: 9, name: "Yael" } }, { ...waiting, id: 6 }].map(
        (each) => ({ ...each, uploads: [upload(31)], uploads_cursor: "31" }),
      )
    : [last, { ...last, id: 6 }];
  school.answer(LIST, (context) =>
    context.json({ assignments: !isTutor || context.req.query("state") ? entries : [] }),
  );
  await service.load();
  const list = () => (isTutor ? service.waiting : service.own).state.value ?? [];
  const [one] = list();
  if (!one) throw new Error("there is no assignment");
  school.network.up = false;
  expect(await service.earlier(one)).toBe(false);
  school.network.up = true;
  school.answerWith(
    "GET /user/assignments/5",
    answerTo(getAssignment, {
      assignment: { ...handedIn, uploads: [upload(30)], uploads_cursor: null },
    }),
  );
  expect(await service.earlier(one)).toBe(true);
  expect(list().map(uploadIds)).toEqual([[30, 31], ...entries.slice(1).map(() => [31])]);
  const [whole] = list();
  if (!whole) throw new Error("there is no assignment");
  const asked = school.requests.length;
  expect(await service.earlier(whole)).toBe(true);
  expect(school.requests).toHaveLength(asked);
});

test("assignments at a school with pages that wait for a tutor can be continued after a failure", async () => {
  const { service, school } = await openAssignments("boss");
  // A school that sends something else on a later page.
  const next = { assignments: [task, waiting], cursor: null };
  school.answerPages(LIST, { assignments: [waiting], cursor: "31" }, next);
  await service.load();
  school.network.up = false;
  expect(await service.waitingPages.more()).toBe(false);
  school.network.up = true;
  expect(await service.waitingPages.more()).toBe(true);
  expect(service.waiting.state.value).toHaveLength(1);
});
