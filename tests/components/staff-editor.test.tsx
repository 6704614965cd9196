import { EditorView } from "@codemirror/view";
import { expect, onTestFinished, test, vi } from "vitest";
import { putReader } from "../../src/contract/staff-editor.ts";
import { postEntryPreview, putEntry } from "../../src/contract/staff-entries.ts";
import {
  getDraftNumbers,
  getLessonText,
  postLessonPreview,
  putLessonText,
} from "../../src/contract/staff-lesson.ts";
import { EditedTextScreen } from "../../src/features/courses/editor/edited-text-screen.tsx";
import StaffScreens from "../../src/features/staff/staff-screens.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import type { SmallSchool } from "../unit/support/small-school.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, enter, visit } from "./person.ts";
import { act, renderApp, says, waitUntil } from "./render.tsx";

const TEXT = "/staff/lessons/text";
const SOURCE = "# Paper\n\n[x](term:nothing)\n";
const FIRST = "a".repeat(64);
const SECOND = "b".repeat(64);
const THIRD = "c".repeat(64);

const preview = answerTo(postLessonPreview, { pages: [], problems: [] });

const lesson = (body: string, checksum: string, more: Readonly<Record<string, string>> = {}) => {
  const fields = { "title.en": "Paper", type: "text", ...more };
  return answerTo(getLessonText, {
    ...{ body, checksum, languages: ["en", "he"], readable: true, form: true },
    fields: Object.entries(fields).map(([name, text]) => ({ name, text })),
  });
};

/** A screen of the editor at a school whose lesson and questions these are. */
const show = async (
  address: string,
  screen = <StaffScreens />,
  before = (_: SmallSchool) => {},
) => {
  const opened = await openSignedIn("boss");
  const { school } = opened;
  school.answerWith(`GET ${TEXT}`, lesson(SOURCE, FIRST));
  school.answerWith("POST /staff/lessons/preview", preview);
  school.answerWith("POST /staff/entries/preview", answerTo(postEntryPreview, preview));
  school.answerWith("GET /staff/entries", questions(FIRST, "A year."));
  before(school);
  visit(address);
  await renderApp(opened.app, screen);
  return opened;
};

const findView = (): EditorView | null => {
  const host = [...document.querySelectorAll("div")].find(({ shadowRoot }) => shadowRoot);
  const editor = host?.shadowRoot?.querySelector<HTMLElement>(".cm-editor");
  return editor ? EditorView.findFromDOM(editor) : null;
};
/** The editor of the text. */
const view = (): EditorView => {
  const found = findView();
  if (!found) throw new Error("There is no editor");
  return found;
};
const written = () => view().state.doc.toString();
const write = (text: string) =>
  act(() => view().dispatch({ changes: { from: 0, to: view().state.doc.length, insert: text } }));

const openText = async (name = "paper.md", before = (_: SmallSchool) => {}) => {
  const address = `/desk/courses/text?path=PM%2Flessons%2F${name}`;
  const opened = await show(address, <EditedTextScreen />, before);
  await waitUntil(findView);
  return opened;
};

/** The entries of a kind, by the texts of their fields. */
const entriesOf = (checksum: string, ...entries: Readonly<Record<string, string>>[]) => {
  const fieldsOf = (entry: object) =>
    Object.entries(entry).map(([name, text]) => ({ name, text: String(text) }));
  return {
    ...{ source: true, readable: true, checksum, languages: ["en"] },
    entries: entries.map((entry) => ({ fields: fieldsOf(entry), outdated: [] })),
  };
};
const questions = (checksum: string, answer: string) =>
  entriesOf(checksum, {
    "category.en": "Study",
    "en.question": "How long?",
    "en.answer": answer,
  });

/** Drops a file of this size on the text. */
const drop = (file: File, size = file.size) => {
  Object.defineProperty(file, "size", { value: size });
  const event = new Event("drop", { bubbles: true, cancelable: true });
  const dataTransfer = { files: [file], getData: () => "" };
  return act(() => view().contentDOM.dispatchEvent(Object.assign(event, { dataTransfer })));
};

test("a remark on the form leads to its field", async () => {
  const { school } = await openText();
  school.answerWith(
    "POST /staff/lessons/preview",
    answerTo(postLessonPreview, {
      pages: [],
      problems: [{ line: 0, code: "title/missing", severity: "error", field: "title" }],
    } as never),
  );
  await write(`${SOURCE}More.`);
  await says("There is no title yet.");
  const remark = queryAllByRole("button").find(({ textContent }) => textContent === "Title");
  await click(remark as HTMLElement);
  expect(document.activeElement).toBe(getByRole("textbox", "English"));
});

test("of two people who save a text, the second sees what differs and chooses", async () => {
  const { school } = await openText();
  await write("# Paper\n\nMine.\n");
  await enter(getByRole("textbox", "English"), "Paper and pens");
  school.answer(`PUT ${TEXT}`, () => school.refusal(409, "content/conflict"));
  school.answerWith(`GET ${TEXT}`, lesson("# Paper\n\nTheirs.\n", SECOND));
  await click(getByRole("button", "Save"));
  const box = await waitUntil(() => queryByRole("alert"));
  expect(box.textContent).toContain("Removed: Mine.");
  expect(box.textContent).toContain("Added: Theirs.");
  expect(box.textContent).toContain("Removed: Title (English): Paper and pens");
  expect(written()).toContain("Mine.");
  school.answerWith(`PUT ${TEXT}`, answerTo(putLessonText, { checksum: THIRD }));
  await click(getByRole("button", "Save mine instead"));
  await says("Saved in the draft.");
  expect(school.bodies(`PUT ${TEXT}`)).toMatchObject([
    { body: "# Paper\n\nMine.\n", replaces: FIRST },
    { body: "# Paper\n\nMine.\n", replaces: SECOND },
  ]);
});

test.each(["the browser knows of one", "it is tried again"])(
  "without a network a text is kept, and saved by itself once %s",
  async (how) => {
    const { school, app } = await openText();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await write("# Paper\n\nOn the train.\n");
    school.network.up = false;
    await click(getByRole("button", "Save"));
    await says("is saved by itself once there is a connection");
    school.answerWith(`PUT ${TEXT}`, answerTo(putLessonText, { checksum: SECOND }));
    school.network.up = true;
    if (how === "it is tried again") await act(() => vi.advanceTimersByTimeAsync(5000));
    else for (const online of [false, true]) await act(() => app.network.reached(online));
    await says("Saved in the draft.");
    expect(school.bodies(`PUT ${TEXT}`).at(-1)).toMatchObject({
      body: "# Paper\n\nOn the train.\n",
    });
  },
);

test("an assignment is added with its points, and taken away with all that it has", async () => {
  const { school } = await openText();
  school.answerWith(`PUT ${TEXT}`, answerTo(putLessonText, { checksum: SECOND }));
  await click(getByRole("checkbox", "Students hand something in"));
  const title = getByRole("group", "Title of the assignment");
  await enter(title.querySelector("input") as HTMLInputElement, "Draft it");
  await click(getByRole("button", "Add a point"));
  await click(getByRole("button", "Add a point"));
  for (const [at, words] of ["Equal", "Neat"].entries()) {
    const point = getByRole("group", `Point ${at + 1}`);
    await enter(point.querySelector("input") as HTMLInputElement, words);
  }
  await click(getByRole("button", "Remove point 1"));
  await click(getByRole("button", "Save"));
  await says("Saved in the draft.");
  const fields = () => {
    const sent = school.bodies(`PUT ${TEXT}`).at(-1) as {
      fields: Record<"name" | "text", string>[];
    };
    return Object.fromEntries(
      sent.fields.flatMap(({ name, text }) => (text ? [[name, text]] : [])),
    );
  };
  expect(fields()).toEqual({
    ...{ "title.en": "Paper", type: "assignment", "assignment.title.en": "Draft it" },
    "assignment.criteria.0.en": "Neat",
  });
  await click(getByRole("checkbox", "Students hand something in"));
  await click(getByRole("button", "Save"));
  await waitUntil(() => school.count(`PUT ${TEXT}`) === 2);
  expect(fields()).toEqual({ "title.en": "Paper", type: "text" });
});

const texts = {
  ...{ source: true, draft: false, languages: ["en"] },
  texts: [
    { path: "PM/lessons/hem.md", titles: [{ language: "en", title: "The hem" }] },
    { path: "PM/lessons/dart.md", titles: [{ language: "en", title: "Waist darts" }] },
    { path: "SW/lessons/seam.md", titles: [{ language: "en", title: "Seams" }] },
  ],
};
const term = (name: string) => ({ term: name, "en.term": name });
const numbers = {
  numbers: [
    { name: "skirt-block.halfHip", number: "50", unit: " cm" },
    { name: "skirt-block.backDarts", number: "2", unit: "" },
  ],
  figures: ["skirt-block/frame", "skirt-block/hip-line"],
};

/** Opens a dialog of the menu of what can be inserted. */
const openDialog = async (name: string) => {
  await click(getByRole("button", "Insert"));
  await click(await waitUntil(() => queryByRole("menuitem", name)));
  return waitUntil(() => queryByRole("dialog", name));
};

test.each<[string, string, Record<string, string>, string]>([
  ["Link to a lesson", "Waist darts", {}, "[Waist darts](lesson:dart)"],
  ["Link to a lesson", "The hem", { "Words in the text": "[there]" }, "[\\[there\\]](lesson:hem)"],
  ["Term of the glossary", "bust point", {}, "[bust point](<term:bust point>)"],
  ["My number", "Half hip", {}, "[50 cm](draft:skirt-block.halfHip)"],
  [
    "Figure of a draft",
    "Skirt · Frame",
    {
      "What it shows, for those who cannot see it": "A frame",
      "Caption below it (may be empty)": 'Fig. "1"',
    },
    '![A frame](draft:skirt-block/frame "Fig. \\"1\\"")',
  ],
])(
  "%s: %s is chosen from a list and put where the cursor is",
  async (name, choice, typed, markdown) => {
    const { school } = await openText();
    school.answerWith("GET /staff/texts", texts);
    school.answerWith("GET /staff/lessons/numbers", answerTo(getDraftNumbers, numbers));
    school.answerWith("GET /staff/entries", entriesOf(FIRST, term("dart"), term("bust point")));
    await act(() => view().dispatch({ selection: { anchor: view().state.doc.length } }));
    const dialog = await openDialog(name);
    const radio = await waitUntil(() =>
      [...dialog.querySelectorAll("label")].find(({ textContent }) =>
        textContent?.startsWith(choice),
      ),
    );
    // A lesson of another product is no choice.
    expect(dialog.textContent).not.toContain("Seams");
    await click(radio.querySelector("input") as HTMLElement);
    for (const [label, words] of Object.entries(typed))
      await enter(getByRole("textbox", label), words);
    await click(dialog.querySelector("[type=submit]") as HTMLElement);
    await waitUntil(() => written().includes(markdown));
    expect(queryByRole("dialog")).toBeNull();
  },
);

test("a term that the school did not take is still written, and is put in once it is saved", async () => {
  const { school } = await openText();
  school.answerWith("GET /staff/entries", entriesOf(FIRST));
  const dialog = await openDialog("Term of the glossary");
  const word = await waitUntil(() => queryByRole("textbox", "Word"));
  expect(document.activeElement).toBe(word);
  await enter(word, "Half hip");
  await enter(getByRole("textbox", "Explanation"), "Half of a girth.");
  const insert = () => click(dialog.querySelector("[type=submit]") as HTMLElement);
  school.answer("PUT /staff/entries", () => school.refusal(503, "server/overloaded"));
  await insert();
  await waitUntil(() => queryByRole("alert"));
  const saved = answerTo(putEntry, { checksum: SECOND, term: "half-hip" });
  school.answerWith("PUT /staff/entries", saved);
  await insert();
  await waitUntil(() => written().includes("[Half hip](term:half-hip)"));
});

test("a table is written cell by cell, and one that is there is changed", async () => {
  await openText();
  const table = "| a | b |\n|:-:|---|\n| 1 | x \\| y |";
  await write(`# Paper\n\n${table}\n`);
  await act(() => view().dispatch({ selection: { anchor: written().indexOf("1") } }));
  await click(getByRole("button", "Insert"));
  await click(await waitUntil(() => queryByRole("menuitem", "Table")));
  await waitUntil(() => queryByRole("dialog", "Edit this table"));
  await enter(getByRole("textbox", "Row 1, column 1"), "one | two");
  await click(getByRole("button", "Add a column"));
  await enter(getByRole("textbox", "Heading of column 3"), "c");
  await click(getByRole("button", "Apply"));
  await waitUntil(() => written().includes("| c |"));
  expect(written()).toBe(
    "# Paper\n\n| a | b | c |\n| :-: | --- | --- |\n| one \\| two | x \\| y |   |\n",
  );
});

test("the history of a text shows what has changed, and gives an earlier version back", async () => {
  const { school } = await openText();
  const version = (checksum: string, by: string) => ({
    ...{ checksum, draft: by === "Mira", at: "2026-03-02T09:00:00Z", actor: "person", by },
  });
  school.answerWith("GET /staff/texts/history", {
    versions: [version(THIRD, "Mira"), version(SECOND, "Mona")],
  });
  const lines = [{ kind: "added", text: "Mine." }];
  school.answerWith("GET /staff/texts/difference", { lines });
  await click(getByRole("button", "History"));
  const named = (words: RegExp) =>
    waitUntil(() => queryAllByRole("button").find((one) => words.test(nameOf(one))));
  await click(await named(/^What changed: Draft/));
  await says("Mine.");
  school.answerWith(`GET ${TEXT}`, lesson("Before.", SECOND));
  await click(await named(/^Use this version: Published/));
  await waitUntil(() => written() === "Before.");
});

test("a translation says what has changed in the original, and who else has it open", async () => {
  const checksums = { checksum: FIRST, original_checksum: SECOND };
  const found = { original: "PM/lessons/paper.md", outdated: true, ...checksums };
  const lines = [{ kind: "added", text: "A new line." }];
  const { school } = await openText("paper.he.md", (own) => {
    own.answerWith("GET /staff/texts/translation", { ...found, lines });
    own.answerWith("PUT /staff/texts/readers", answerTo(putReader, { others: ["mona", "mira"] }));
    own.answer("POST /staff/texts/translation/right", () => new Response(null, { status: 204 }));
  });
  await says("A new line.");
  await says("mona and mira have this open, too.");
  await click(getByRole("button", "The translation is right as it is"));
  await says("Noted: this translation fits");
  expect(school.bodies("POST /staff/texts/translation/right")).toEqual([
    { path: "PM/lessons/paper.he.md", ...checksums },
  ]);
});

test("a picture of 500 MB is refused at once, and nothing is sent", async () => {
  const { school } = await openText();
  await drop(new File(["x"], "large.png", { type: "image/png" }), 500 * 1024 * 1024);
  await waitUntil(() => queryByRole("alert")?.textContent?.includes("larger than 64 MB"));
  expect(school.count("POST /staff/assets")).toBe(0);
});

test("of two people who change one question, the second sees both; other questions disturb nobody", async () => {
  const { school } = await show("/desk/courses/entries?kind=question&at=0");
  const answer = await waitUntil(() => queryByRole<HTMLTextAreaElement>("textbox", "Answer"));
  await enter(answer, "Mine.");
  school.answer("PUT /staff/entries", () => school.refusal(409, "content/conflict"));
  school.answerWith("GET /staff/entries", questions(SECOND, "Theirs."));
  await click(getByRole("button", "Save"));
  await waitUntil(() => queryByRole("alert")?.textContent?.includes("Theirs."));
  expect(answer.value).toBe("Mine.");
  // Another question has changed the file, and this one is as it was.
  const saved = Response.json(answerTo(putEntry, { checksum: THIRD, term: "" }));
  const answers = [school.refusal(409, "content/conflict"), saved];
  school.answerWith("GET /staff/entries", questions(THIRD, "Theirs."));
  school.answer("PUT /staff/entries", () => answers.shift() as Response);
  await click(getByRole("button", "Save mine instead"));
  await waitUntil(() => location.search === "?kind=question&saved=1");
  expect(school.bodies("PUT /staff/entries")).toMatchObject([
    { replaces: FIRST },
    { replaces: SECOND },
    { replaces: THIRD },
  ]);
});
