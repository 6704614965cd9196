import { expect, test } from "vitest";
import { getAssignment, getAssignments } from "../../../../src/contract/assignments.ts";
import { answerTo } from "../../../answer-to.ts";
import {
  handedIn,
  LIST,
  openAssignments,
  openWaiting,
  task,
  waiting as waitingTask,
} from "../../support/open-assignments.ts";

const upload = (id: number) => ({
  ...{ id, date: "2026-03-02T09:00:00Z", comment: "", files: [], feedback: null },
});
/** A student's own list, or the one of a tutor. */
const openList = async (isTutor: boolean) => {
  if (!isTutor) {
    const { service, school } = await openAssignments();
    return { ...service, school, list: () => service.own.state.value };
  }
  const { waiting, school } = await openWaiting();
  return { ...waiting, school, list: () => waiting.state.value };
};

const uploadIds = (assignment: { uploads: readonly { id: unknown }[] } | undefined) =>
  assignment?.uploads.map(({ id }) => id);

test("assignments at a school with pages that wait for a tutor are continued likewise, those of two students apart", async () => {
  const { waiting, school } = await openWaiting();
  const other = { ...waitingTask, student: { id: 9, name: "Yael" } };
  // A school may send something else on a later page.
  const first = answerTo(getAssignments, { assignments: [waitingTask], cursor: "31" });
  const next = answerTo(getAssignments, { assignments: [other, task], cursor: null });
  school.answerPages(LIST, first, next);
  await waiting.load();
  expect(await waiting.pages.more()).toBe(true);
  expect(waiting.state.value?.map(({ student }) => student.name)).toEqual(["Dana", "Yael"]);
});

test.each([
  ["a student", false],
  ["a tutor", true],
])("gets the earlier hand-ins of one assignment only, for %s", async (_, isTutor) => {
  const { list, earlier, load, school } = await openList(isTutor);
  const ofOther = { ...waitingTask, student: { id: 9, name: "Yael" } };
  const own = isTutor ? [waitingTask, ofOther] : [handedIn];
  const entries = [...own, { ...waitingTask, id: 6 }].map((each) => ({
    ...{ ...each, uploads: [upload(31)], uploads_cursor: "31" },
  }));
  school.answer(LIST, (context) =>
    context.json({ assignments: !isTutor || context.req.query("state") ? entries : [] }),
  );
  await load();
  const [one] = list() ?? [];
  if (!one) throw new Error("there is no assignment");
  school.network.up = false;
  expect(await earlier(one)).toBe(false);
  school.network.up = true;
  school.answer("GET /user/assignments/5", (context) => {
    expect(context.req.query()).toEqual({ before: "31", ...(isTutor && { student: "7" }) });
    const assignment = { ...handedIn, uploads: [upload(30)], uploads_cursor: null };
    return context.json(answerTo(getAssignment, { assignment }));
  });
  expect(await earlier(one)).toBe(true);
  expect(list()?.map(uploadIds)).toEqual([[30, 31], ...entries.slice(1).map(() => [31])]);
});
