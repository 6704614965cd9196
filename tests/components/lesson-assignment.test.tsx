import { expect, test } from "vitest";
import { getAssignments, type SentAssignment } from "../../src/contract/assignments.ts";
import { MAX_COMMENT_LENGTH } from "../../src/domain/attachment.ts";
import LessonAssignment from "../../src/features/assignments/lesson-assignment.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { handedIn, LIST, task } from "../unit/support/open-assignments.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { visit, watchView } from "./person.ts";
import { renderApp, says, waitUntil } from "./render.tsx";

watchView();

const show = async (
  assignments: readonly SentAssignment[],
  { language = "en" as "en" | "he", hash = "" } = {},
) => {
  const opened = await openSignedIn();
  opened.school.answer(LIST, (context) => {
    const before = context.req.query("before");
    const page = before ? assignments.slice(1) : assignments.slice(0, 1);
    const cursor = before || assignments.length === 1 ? null : "1";
    return context.json(answerTo(getAssignments, { assignments: page, cursor }));
  });
  visit(`/lessons/PM/PMB/practice${hash}`);
  const lesson = <LessonAssignment lessonId={5} productKey="PM" courseKey="PMB" />;
  await renderApp(opened.app, lesson, { language });
  return opened;
};

const name = () => queryAllByRole("heading").map(({ textContent }) => textContent);

test("a lesson's assignment is found also on a later page of the list", async () => {
  await show([{ ...task, id: 4, lesson_id: 4, title: "Another" }, task]);
  await waitUntil(() => name().includes("Block"));
  expect(name()).toEqual(["Assignment", "Block"]);
  getByRole("button", "Upload");
});

test("the comment of a hand-in has at most as many characters as the school takes", async () => {
  await show([task]);
  const field = await waitUntil(() => queryByRole("textbox", "Comment"));
  expect(field.getAttribute("maxlength")).toBe(String(MAX_COMMENT_LENGTH));
});

test("a lesson's assignment that the school does not list says so", async () => {
  await show([{ ...task, lesson_id: 4 }]);
  await says("There is nothing to hand in yet.");
});

test("a lesson's assignment says how it is judged, in the person's language or in English", async () => {
  const equal = { language: "en", text: "Equal sides" };
  const hebrew = { language: "he", text: "צדדים שווים" };
  const labelled = { language: "en", text: "Labelled" };
  const criteria = [{ translations: [equal, hebrew] }, { translations: [labelled] }];
  await show([{ ...task, criteria }], { language: "he" });
  const points = await waitUntil(() => {
    const found = document.querySelectorAll<HTMLElement>("ul[aria-labelledby] > li[lang]");
    return found.length > 0 ? [...found] : null;
  });
  expect(points.map(({ lang, textContent }) => [lang, textContent])).toEqual([
    ["he", "צדדים שווים"],
    ["en", "Labelled"],
  ]);
});

test("a lesson's assignment takes the focus when a link has led to it", async () => {
  await show([handedIn], { hash: "?page=last#assignment" });
  await waitUntil(() => document.activeElement?.textContent === "Assignment");
});
