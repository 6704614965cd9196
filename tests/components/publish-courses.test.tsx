import { expect, test } from "vitest";
import {
  postComparison,
  postDraftPublish,
  postMissingFiles,
  postRollBack,
  putDraftFiles,
} from "../../src/contract/staff-content.ts";
import { getDraftSteps } from "../../src/contract/staff-editor.ts";
import { createUpload } from "../../src/features/courses/upload.ts";
import { UploadView } from "../../src/features/courses/upload-view.tsx";
import StaffScreens from "../../src/features/staff/staff-screens.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, enter, visit } from "./person.ts";
import { act, renderApp, says, waitUntil } from "./render.tsx";

const PUBLISH = "POST /staff/content/draft/publish";
const NONE = { new: 0, changed: 0, moved: 0, removed: 0 };
const course = (key: string, title: string, lessons: object, students = 0) => ({
  ...{ key, titles: [{ language: "en", title }], change: "changed", students, outline: false },
  lessons: { ...NONE, ...lessons },
});
const SKIRTS = course("PMS", "Skirts", { new: 2 }, 12);
const BASICS = course("PMB", "Basics", { changed: 1 }, 3);
const checked = (courses: object[], others: string[] = []) => ({
  ...{ problems: [], problem_count: 0, warnings: [], warning_count: 0 },
  found: {
    ...{ products: 1, courses: 2, lessons: 9, changes: NONE, changed_lessons: [] },
    ...{ changed_courses: courses, others, untranslated: [] },
  },
});
const made = { actor: "person", by: "mira", files: 3, bytes: 9 };
const version = (id: number, note: string) => ({
  ...{ id, published: "2026-03-02T09:00:00Z", ...made, products: 1, courses: 2, lessons: 9, note },
  summary: { course: "", rolled_back_to: null, courses: [SKIRTS], others: ["glossary"] },
});
const content = {
  ...{ languages: ["en"], products: [], versions: [version(2, "Skirts"), version(1, "Before")] },
  draft: {
    ...{ id: 3, version: "3.1", changed: "2026-03-02T09:00:00Z", ...made, outdated: false },
    checked: checked([SKIRTS, BASICS]),
  },
  ...{ job: null, photos: null, films: null, kept_pictures: [], kept_count: 0 },
};

/** The screen of the courses, at a school whose comparison finds this. */
const show = async (compared: object) => {
  const opened = await openSignedIn("boss");
  const { school } = opened;
  school.answerWith("GET /staff/content", content);
  school.answerWith("GET /staff/texts/steps", answerTo(getDraftSteps, { steps: [] }));
  school.answerWith("POST /staff/content/comparisons", answerTo(postComparison, { job: 7 }));
  const job = { kind: "content-compare", state: "done", created: null, ended: null, problem: "" };
  for (const id of [7, 8]) {
    const page = {
      job: { id, ...job, done: 0, total: 0 },
      ...{ result: id === 7 ? JSON.stringify(compared) : "", events: "", file: "" },
    };
    school.answerWith(`GET /staff/jobs/${id}`, page);
  }
  visit("/desk/courses");
  await renderApp(opened.app, <StaffScreens />);
  await says("Skirts");
  return school;
};
const button = (words: RegExp) =>
  waitUntil(() => queryAllByRole("button").find((one) => words.test(nameOf(one))));
const lastButton = (words: RegExp) =>
  queryAllByRole("button").findLast((one) => words.test(nameOf(one)));

test("what a draft changes is said course by course, with a note for the history", async () => {
  const school = await show({});
  await says("12 people have it");
  await says("2 new lessons");
  await says("Everybody sees something new in: Glossary");
  await enter(
    getByRole("textbox", "What is new, in your words (optional). Only the staff sees it."),
    "Two skirts",
  );
  school.answerWith(PUBLISH, answerTo(postDraftPublish, { job: 8 }));
  await click(getByRole("button", "Publish"));
  await waitUntil(() => school.count(PUBLISH) > 0);
  const sent = { version: "3.1", published: 2, course: null, note: "Two skirts" };
  expect(school.bodies(PUBLISH)).toEqual([sent]);
});

test("one course is published alone after it was said what else it changes", async () => {
  const school = await show(checked([SKIRTS, BASICS], ["glossary"]));
  await click(await button(/^Only this course: Skirts/));
  await says("It shares something with other courses");
  await says("stays in the draft");
  expect(school.bodies("POST /staff/content/comparisons")).toEqual([
    { version: "3.1", id: null, course: "PMS" },
  ]);
  school.answerWith(PUBLISH, answerTo(postDraftPublish, { job: 8 }));
  await click(await button(/^Publish this course/));
  await waitUntil(() => school.count(PUBLISH) > 0);
  expect(school.bodies(PUBLISH)).toMatchObject([{ course: "PMS" }]);
  expect(queryByRole("dialog")).toBeNull();
});

test("going back shows what it changes before it does it, and can be for one course", async () => {
  const school = await show(checked([BASICS]));
  await click(await button(/^Go back to this version:/));
  const dialog = await waitUntil(() => queryByRole("dialog"));
  await waitUntil(() => dialog?.textContent?.includes("1 lesson changed"));
  await click(lastButton(/^Only this course: Basics/) as HTMLElement);
  await button(/^All courses/);
  await waitUntil(() => school.bodies("POST /staff/content/comparisons").length === 2);
  school.answerWith("POST /staff/content/versions/1/roll-back", answerTo(postRollBack, { job: 8 }));
  await click(await waitUntil(() => lastButton(/^Go back to this version$/)));
  const rollBacks = () => school.bodies("POST /staff/content/versions/1/roll-back");
  await waitUntil(() => rollBacks().length > 0);
  expect(rollBacks()).toEqual([{ published: 2, course: "PMB", note: "" }]);
});

test("a course that cannot be published alone says what is in the way", async () => {
  const values = Object.entries({ id: "7", owner: "Hem" }).map(([name, text]) => ({ name, text }));
  const place = { file: "SW/lessons/pencil.md", line: 2, place: {} };
  const problem = { ...place, message: "The lesson id is taken", code: "id/taken", values };
  await show({ ...checked([]), found: null, problems: [problem], problem_count: 1 });
  await click(await button(/^Only this course: Skirts/));
  await says("This course cannot be published alone");
  await says("Its number 7 already belongs to Hem.");
  expect(queryAllByRole("button").some((one) => nameOf(one) === "Publish this course")).toBe(false);
});

const PUT = "PUT /staff/content/draft/files";
const DIFFERING = "PM/lessons/new.md";

/** A folder that lacks a lesson of the draft. */
const sendFolder = async () => {
  const { app, school } = await openSignedIn("boss");
  const sent: { replaces: string; changes: string | null }[] = [];
  school.answerWith("POST /staff/content/uploads", answerTo(postMissingFiles, { missing: [] }));
  school.answer(PUT, async ({ req }) => {
    const { replaces, changes } = await req.json();
    sent.push({ replaces, changes });
    const answer = { version: "3.2", differing: changes ? [] : [DIFFERING] };
    return Response.json(answerTo(putDraftFiles, answer));
  });
  const taken: unknown[] = [];
  const upload = createUpload(app.transport.send, (what) => taken.push(what));
  await renderApp(app, <UploadView upload={upload} draft="3.1" />);
  const files = [{ path: "school.yaml", file: new File(["name: a"], "school.yaml") }];
  await act(() => upload.start({ kind: "folder", files }, "3.1"));
  await waitUntil(() => queryByRole("alert"));
  expect(queryAllByRole("listitem").map((item) => item.textContent)).toEqual([DIFFERING]);
  return { sent, taken };
};

test.each([
  ["Keep these changes, add the rest", "merge"],
  ["Replace the draft by mine", "replace"],
])("a folder that lacks changes of the draft is sent again after “%s”", async (button, changes) => {
  const { sent, taken } = await sendFolder();
  await click(getByRole("button", button));
  await waitUntil(() => taken.length > 0);
  expect(sent).toEqual([null, changes].map((each) => ({ replaces: "3.1", changes: each })));
  expect(queryByRole("alert")).toBeNull();
});

test("a folder that lacks changes of the draft can be given up", async () => {
  const { sent } = await sendFolder();
  await click(getByRole("button", "Cancel the upload"));
  expect(queryByRole("alert")).toBeNull();
  expect(sent).toHaveLength(1);
});
