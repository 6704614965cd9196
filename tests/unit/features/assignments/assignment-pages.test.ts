import { expect, test } from "vitest";
import { getAssignment, getAssignments } from "../../../../src/contract/assignments.ts";
import { answerTo } from "../../../answer-to.ts";
import { handedIn, LIST, openAssignments, task } from "../../support/open-assignments.ts";

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

test("earlier hand-ins are added to their assignment alone", async () => {
  const { service, school } = await openAssignments();
  const list = () => service.own.state.value;
  const last = { ...handedIn, uploads: [upload(31)], uploads_cursor: "31" };
  school.answerWith(LIST, answerTo(getAssignments, { assignments: [last, { ...last, id: 6 }] }));
  school.answer("GET /user/assignments/5", (context) => {
    expect(context.req.query()).toEqual({ before: "31" });
    const assignment = { ...last, uploads: [upload(29), upload(30)], uploads_cursor: null };
    return context.json(answerTo(getAssignment, { assignment }));
  });
  await service.load();
  const [one] = list() ?? [];
  if (!one) throw new Error("there is no assignment");
  school.network.up = false;
  expect(await service.earlier(one)).toBe(false);
  school.network.up = true;
  expect(await service.earlier(one)).toBe(true);
  expect(list()?.map(uploadIds)).toEqual([[29, 30, 31], [31]]);
  const [whole] = list() ?? [];
  if (!whole) throw new Error("there is no assignment");
  expect(whole.uploads_cursor).toBeNull();
  const asked = school.requests.length;
  expect(await service.earlier(whole)).toBe(true);
  expect(school.requests).toHaveLength(asked);
});
