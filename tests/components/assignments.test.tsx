import { expect, test } from "vitest";
import { getAssignments, type SentAssignment } from "../../src/contract/assignments.ts";
import { MAX_COMMENT_LENGTH } from "../../src/domain/attachment.ts";
import AssignmentsScreen from "../../src/features/assignments/assignments-screen.tsx";
import LessonAssignment from "../../src/features/assignments/lesson-assignment.tsx";
import { answerTo } from "../answer-to.ts";
import { jpeg } from "../support/photos.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { handedIn, LIST, task } from "../unit/support/open-assignments.ts";
import type { SmallSchool } from "../unit/support/small-school.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { visit, watchView } from "./person.ts";
import { act, renderApp, says, waitUntil } from "./render.tsx";

const FILES = "GET /user/assignments/5/uploads/31";
const SEEN = "PUT /user/assignments/5/seen";

type Upload = NonNullable<SentAssignment["uploads"]>[number];
type Feedback = NonNullable<Upload["feedback"]>;

const photo = { name: "hem.jpg", size: 9, type: "image/jpeg" };
const marked = { ...photo, name: "hem-marked.jpg" };
const feedback = { text: "Mend the hem", date: "2026-03-03T09:00:00Z", tutor: "Ruth" };
const OURS: Feedback = { ...feedback, new: true };

const comeAllIntoView = watchView();

/** The assignments of a student with one hand-in. */
const show = async (upload: Partial<Upload>, before = (_: SmallSchool) => {}) => {
  const opened = await openSignedIn();
  const { school } = opened;
  const [first] = handedIn.uploads ?? [];
  if (!first) throw new Error("nothing was handed in");
  const assignments = [{ ...handedIn, uploads: [{ ...first, ...upload }] }];
  school.answerWith(LIST, answerTo(getAssignments, { assignments, cursor: null }));
  school.answer(`${FILES}/hem.jpg`, (context) => context.body(jpeg() as never));
  school.answer(`${FILES}/marked/0`, (context) => context.body(jpeg() as never));
  school.answer(SEEN, (context) => context.body(null, 204));
  before(school);
  visit("/assignments");
  await renderApp(opened.app, <AssignmentsScreen />);
  await waitUntil(() => document.querySelector("blockquote"));
  return opened;
};

const pictures = () => queryAllByRole("img").map((each) => each.getAttribute("alt"));
const asked = ({ school }: Awaited<ReturnType<typeof show>>) =>
  school.requests.map(({ call }) => call).filter((call) => call.startsWith(FILES));

test("an answered hand-in shows the marked picture at first, and the student's own when it is wanted", async () => {
  const opened = await show({ files: [{ ...photo, marked }], feedback: OURS });
  await comeAllIntoView();
  await waitUntil(() => pictures().length > 0);
  expect(pictures()).toEqual(["hem-marked.jpg"]);
  expect(asked(opened)).toEqual([`${FILES}/marked/0`]);
  const choice = getByRole<HTMLInputElement>("checkbox", "With marks");
  expect(choice.checked).toBe(true);
  await act(() => choice.click());
  await comeAllIntoView();
  await waitUntil(() => pictures().includes("hem.jpg"));
  expect(pictures()).toEqual(["hem.jpg"]);
  await act(() => choice.click());
  expect(pictures()).toEqual(["hem-marked.jpg"]);
  // Neither was fetched twice.
  expect(asked(opened)).toEqual([`${FILES}/marked/0`, `${FILES}/hem.jpg`]);
  getByRole("button", "Download hem.jpg");
  getByRole("button", "Download hem-marked.jpg");
});

test("an answered hand-in opens its marked picture large by a tap or a button", async () => {
  await show({ files: [{ ...photo, marked }], feedback: OURS });
  await comeAllIntoView();
  await waitUntil(() => pictures().length > 0);
  const button = getByRole("button", "Enlarge picture: hem-marked.jpg");
  for (const pressed of [button, getByRole("img")]) {
    await act(() => {
      button.focus();
      pressed.click();
    });
    await waitUntil(() => queryByRole("dialog", "Picture: hem.jpg"));
    await act(() => getByRole("button", "Close").click());
    await waitUntil(() => queryByRole("dialog") === null);
  }
});

test("an answered hand-in is new until it comes into view, and stays marked during the visit", async () => {
  const { school } = await show({ feedback: OURS });
  expect(school.count(SEEN)).toBe(0);
  expect(document.querySelector("mark")?.textContent).toBe("New");
  await comeAllIntoView();
  await waitUntil(() => school.count(SEEN) === 1);
  expect(document.querySelector("mark")?.textContent).toBe("New");
});

test("the comments that are pinned to a marked picture stand in the answer, by their numbers", async () => {
  const words = ["Straighten the hem", "Press the dart"];
  const pins = words.map((text) => ({ x: 0.5, y: 0.5, text, page: 1 }));
  await show({ files: [{ ...photo, marked: { ...marked, pins } }], feedback: OURS });
  const list = getByRole("list", "hem-marked.jpg");
  expect([...list.children].map((each) => each.textContent)).toEqual(words);
  expect(list.closest("blockquote")).not.toBe(null);
});

test("a spoken answer is fetched and can be played, also after a try that failed", async () => {
  const VOICE = "GET /user/assignments/5/voice/31";
  const voice = { type: "audio/webm", size: 5 };
  const { school } = await show({ feedback: { ...OURS, voice } }, (own) =>
    own.answer(VOICE, () => own.refusal(500, "")),
  );
  const again = await waitUntil(() => queryByRole("button", "Try again"));
  school.answer(VOICE, (context) => context.body("voice"));
  await act(() => again.click());
  const audio = await waitUntil(() => document.querySelector<HTMLAudioElement>("audio[src^=blob]"));
  expect(audio?.getAttribute("aria-label")).toBe("Spoken answer");
});

test("an answered hand-in at another school is as it was: no form, no link, nothing new", async () => {
  const opened = await show({ files: [photo], feedback });
  await comeAllIntoView();
  expect(queryByRole("link", "To the conversation")).toBeNull();
  expect(document.querySelector("blockquote + div details")).toBeNull();
  expect(document.querySelector("mark")).toBeNull();
  expect(pictures()).toEqual([]);
  expect(opened.school.count(SEEN)).toBe(0);
});

const showInLesson = async (
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
  await showInLesson([{ ...task, id: 4, lesson_id: 4, title: "Another" }, task]);
  await waitUntil(() => name().includes("Block"));
  expect(name()).toEqual(["Assignment", "Block"]);
  getByRole("button", "Upload");
});

test("the comment of a hand-in has at most as many characters as the school takes", async () => {
  await showInLesson([task]);
  const field = await waitUntil(() => queryByRole("textbox", "Comment"));
  expect(field.getAttribute("maxlength")).toBe(String(MAX_COMMENT_LENGTH));
});

test("a lesson's assignment that the school does not list says so", async () => {
  await showInLesson([{ ...task, lesson_id: 4 }]);
  await says("There is nothing to hand in yet.");
});

test("a lesson's assignment says how it is judged, in the person's language or in English", async () => {
  const equal = { language: "en", text: "Equal sides" };
  const hebrew = { language: "he", text: "צדדים שווים" };
  const labelled = { language: "en", text: "Labelled" };
  const criteria = [{ translations: [equal, hebrew] }, { translations: [labelled] }];
  await showInLesson([{ ...task, criteria }], { language: "he" });
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
  await showInLesson([handedIn], { hash: "?page=last#assignment" });
  await waitUntil(() => document.activeElement?.textContent === "Assignment");
});
