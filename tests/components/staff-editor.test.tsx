import { expect, onTestFinished, test } from "vitest";
import {
  getSourceText,
  getTextDifference,
  getTextHistory,
  postTextPreview,
  putSourceText,
} from "../../src/contract/staff-editor.ts";
import {
  type EntryList,
  getEntries,
  postEntryPreview,
  putEntry,
} from "../../src/contract/staff-entries.ts";
import StaffScreens from "../../src/features/staff/staff-screens.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, enter } from "./person.ts";
import { act, render, waitUntil } from "./render.tsx";
import { withApp } from "./with-app.tsx";

const TEXT = "/staff/texts/text";
const SOURCE = "# Paper\n\n[x](term:nothing)\n";
const FIRST = "a".repeat(64);
const SECOND = "b".repeat(64);
const THIRD = "c".repeat(64);

const shown = (message = "") =>
  answerTo(postTextPreview, {
    pages: [],
    problems: message ? [{ line: 3, message, severity: "error" }] : [],
  } as never);

/** A screen of the editor at a school whose lesson and questions these are. */
const show = async (address: string) => {
  const opened = await openSignedIn("boss");
  const { school } = opened;
  school.answerWith(`GET ${TEXT}`, answerTo(getSourceText, { text: SOURCE, checksum: FIRST }));
  school.answerWith("POST /staff/texts/preview", shown());
  school.answerWith("POST /staff/entries/preview", answerTo(postEntryPreview, shown()));
  school.answerWith("GET /staff/entries", questions(FIRST, "A year."));
  history.pushState(null, "", address);
  onTestFinished(() => history.pushState(null, "", "/"));
  await render(withApp(opened.app, <StaffScreens />));
  return opened;
};
const openText = async () => {
  const opened = await show("/desk/courses/text?path=PM%2Flessons%2Fpaper.md");
  await waitUntil(() => queryByRole("textbox", "Text"));
  return opened;
};

const questions = (checksum: string, answer: string) => {
  const of = (name: string, text: string) => ({ name, text });
  const entries: EntryList["entries"] = [
    {
      fields: [of("category.en", "Study"), of("en.question", "How long?"), of("en.answer", answer)],
    },
  ];
  const list = { source: true, readable: true, checksum, languages: ["en"], entries };
  return answerTo(getEntries, list as never);
};

const area = () => getByRole<HTMLTextAreaElement>("textbox", "Text");
const said = (words: string) => waitUntil(() => document.body.textContent?.includes(words));
const bodies = ({ school }: Awaited<ReturnType<typeof show>>, call: string) =>
  school.requests.filter((each) => each.call === call).map(({ body }) => body);
/** Drops a file of this size on the text. */
const drop = (file: File, size = file.size) => {
  Object.defineProperty(file, "size", { value: size });
  const event = new Event("drop", { bubbles: true, cancelable: true });
  const dataTransfer = { files: [file], getData: () => "" };
  return act(() => area().dispatchEvent(Object.assign(event, { dataTransfer })));
};

test("a problem of a text leads to its line", async () => {
  const { school } = await openText();
  school.answerWith("POST /staff/texts/preview", shown('The glossary has no term "nothing"'));
  await enter(area(), `${SOURCE}More.`);
  await said('The glossary has no term "nothing"');
  const problem = queryAllByRole("button").find(({ textContent }) => /3/.test(textContent ?? ""));
  await click(problem as HTMLElement);
  expect(document.activeElement).toBe(area());
  const { value, selectionStart, selectionEnd } = area();
  expect(value.slice(selectionStart, selectionEnd)).toBe("[x](term:nothing)");
});

test("of two people who save a text, the second sees both and chooses", async () => {
  const opened = await openText();
  const { school } = opened;
  await enter(area(), "Mine.");
  school.answer(`PUT ${TEXT}`, () => school.refusal(409, "content/conflict"));
  school.answerWith(`GET ${TEXT}`, answerTo(getSourceText, { text: "Theirs.", checksum: SECOND }));
  await click(getByRole("button", "Save"));
  const theirs = await waitUntil(() => queryByRole("textbox", "The other person’s text"));
  expect((theirs as HTMLTextAreaElement).value).toBe("Theirs.");
  expect(area().value).toBe("Mine.");
  school.answerWith(`PUT ${TEXT}`, answerTo(putSourceText, { checksum: THIRD }));
  await click(getByRole("button", "Save mine instead"));
  await said("Saved in the draft.");
  expect(bodies(opened, `PUT ${TEXT}`)).toMatchObject([
    { text: "Mine.", replaces: FIRST },
    { text: "Mine.", replaces: SECOND },
  ]);
});

test("the history of a text shows what has changed, and gives an earlier version back", async () => {
  const { school } = await openText();
  const version = (id: number, by: string) => ({
    ...{ id, draft: id === 4, at: "2026-03-02T09:00:00Z", actor: "person", by, exists: true },
  });
  school.answerWith(
    "GET /staff/texts/history",
    answerTo(getTextHistory, { versions: [version(4, "Mira"), version(3, "Mona")] } as never),
  );
  const lines = [{ kind: "added", text: "Mine." }];
  school.answerWith("GET /staff/texts/difference", answerTo(getTextDifference, { lines } as never));
  await click(getByRole("button", "History"));
  const named = (words: RegExp) =>
    waitUntil(() => queryAllByRole("button").find((one) => words.test(nameOf(one))));
  await click(await named(/^What changed: Draft/));
  await said("Mine.");
  school.answerWith(`GET ${TEXT}`, answerTo(getSourceText, { text: "Before.", checksum: SECOND }));
  await click(await named(/^Use this version: Published/));
  await waitUntil(() => area().value === "Before.");
});

test("a picture of 500 MB is refused at once, and nothing is sent", async () => {
  const { school } = await openText();
  await drop(new File(["x"], "large.png", { type: "image/png" }), 500 * 1024 * 1024);
  await waitUntil(() => queryByRole("alert")?.textContent?.includes("larger than 64 MB"));
  expect(school.count("POST /staff/assets")).toBe(0);
});

test("of two people who change one question, the second sees both; other questions disturb nobody", async () => {
  const opened = await show("/desk/courses/entries?kind=question&at=0");
  const { school } = opened;
  const answer = await waitUntil(() => queryByRole<HTMLTextAreaElement>("textbox", "Answer"));
  await enter(answer, "Mine.");
  school.answer("PUT /staff/entries", () => school.refusal(409, "content/conflict"));
  school.answerWith("GET /staff/entries", questions(SECOND, "Theirs."));
  await click(getByRole("button", "Save"));
  await waitUntil(() => queryByRole("alert")?.textContent?.includes("Theirs."));
  expect(answer.value).toBe("Mine.");
  // Another question has changed the file, and this one is as it was.
  let refusals = 1;
  school.answerWith("GET /staff/entries", questions(THIRD, "Theirs."));
  school.answer("PUT /staff/entries", () => {
    refusals -= 1;
    return refusals < 0
      ? Response.json(answerTo(putEntry, { checksum: THIRD }))
      : school.refusal(409, "content/conflict");
  });
  await click(getByRole("button", "Save mine instead"));
  await waitUntil(() => location.search === "?kind=question&saved=1");
  expect(bodies(opened, "PUT /staff/entries")).toMatchObject([
    { replaces: FIRST },
    { replaces: SECOND },
    { replaces: THIRD },
  ]);
});
