import { expect, test } from "vitest";
import { type EntryList, postEntryPreview, putEntry } from "../../src/contract/staff-entries.ts";
import { EntryForm } from "../../src/features/courses/editor/entry-form.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, queryByRole } from "./accessible.ts";
import { click, type } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

const PUT = "PUT /staff/entries";

/** The form of a new term in a glossary that has one. */
const openForm = async () => {
  const { app, school } = await openSignedIn("boss");
  await app.language.boot("en");
  const remark = {
    ...{ line: 9, message: "In English.", code: "text/unwritten" as const, values: [] },
    ...{ severity: "warning" as const, field: "de.definition" },
  };
  const preview = answerTo(postEntryPreview, { pages: [], problems: [remark] });
  school.answerWith("POST /staff/entries/preview", preview);
  school.answerWith(PUT, answerTo(putEntry, { checksum: null, term: "" }));
  const list: EntryList = {
    ...{ source: true, readable: true, checksum: null, languages: ["en", "de"] },
    entries: [{ fields: [{ name: "term", text: "dart" }], outdated: [] }],
  };
  await renderApp(app, <EntryForm kind="term" list={list} at={null} />);
  return { school };
};

const field = (name: string) => getByRole<HTMLInputElement>("textbox", name);
const save = () => click(getByRole("button", "Save"));

test("the form of an entry asks for what is missing, by the labels, and saves nothing before", async () => {
  const { school } = await openForm();
  await save();
  const word = field("Word");
  await waitUntil(() => document.activeElement === word);
  expect(descriptionOf(word)).toContain("Please fill this in");
  await type(word, "Yoke");
  await save();
  await waitUntil(() => document.activeElement === field("Explanation"));
  expect(school.count(PUT)).toBe(0);
  await type(field("Explanation"), "A piece.");
  await save();
  await waitUntil(() => school.count(PUT) === 1);
});

test("a remark on an entry leads to its field, in the language that it is written in", async () => {
  await openForm();
  await type(field("Word"), "Yoke");
  await click(await waitUntil(() => queryByRole("button", "Line 9")));
  await waitUntil(() => field("Explanation").lang === "de");
  expect(document.activeElement).toBe(field("Explanation"));
});
