import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { REMARKS, type Remark, type RemarkCode } from "../../src/contract/remark.ts";
import { getSourceAssets } from "../../src/contract/staff-assets.ts";
import { postMissingFiles } from "../../src/contract/staff-content.ts";
import { type EntryList, postEntryPreview, putEntry } from "../../src/contract/staff-entries.ts";
import { getPublicPage, putPublicPage } from "../../src/contract/staff-forms.ts";
import { postLessonFiles, postWordDocument } from "../../src/contract/staff-lesson-files.ts";
import type { ContentTree } from "../../src/contract/staff-tree.ts";
import { EntryForm } from "../../src/features/courses/editor/entry-form.tsx";
import { ChoiceList } from "../../src/features/courses/editor/inserts/choice-list.tsx";
import type { InsertDialogProps } from "../../src/features/courses/editor/inserts/insert-form.tsx";
import { WebLinkDialog } from "../../src/features/courses/editor/inserts/web-link-dialog.tsx";
import { FilmDialog } from "../../src/features/courses/editor/media/film-dialog.tsx";
import LessonFilesScreen from "../../src/features/courses/lesson-files/lesson-files-screen.tsx";
import PublicPageScreen from "../../src/features/courses/public-page/public-page-screen.tsx";
import { RemarkList } from "../../src/features/courses/remark-list.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { chooseFiles, click, enter, selectOption, type, visit } from "./person.ts";
import { render, renderApp, says, waitUntil } from "./render.tsx";

const GET = "GET /staff/courses/public";
const PUT = "PUT /staff/courses/public";

const page = (fields: Record<string, string>, path = "") =>
  answerTo(getPublicPage, {
    ...{ source: true, draft: false, checksum: "a".repeat(64), languages: ["de", "en"] },
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    lessons: ["seam", "hem"].map((key) => ({ key, titles: [] })),
    ...{ has_mail: true, path },
  });

/** The form of a course's public page, for a manager. */
const show = async (fields: Record<string, string> = {}, path = "") => {
  const opened = await openSignedIn("boss");
  opened.session.state.level = 20;
  opened.school.answerWith(GET, page(fields, path));
  visit("/desk/courses/public?product=PM&course=PMB&title=Basics");
  await renderApp(opened.app, <PublicPageScreen />);
  await field("Price, in words");
  return opened.school;
};

const find = <Kind extends HTMLElement>(role: string, name: string) =>
  waitUntil(() => queryByRole<Kind>(role, name));
const field = (name: string) => find<HTMLTextAreaElement>("textbox", name);
const choose = async (name: string) => click(await find("radio", name));
const save = async () => click(await find("button", "Save"));

test("a manager writes what a course shows, and only what has changed is sent", async () => {
  const school = await show({ "price/de": "5 €", "price/en": "5 €" }, "/courses/PMB");
  expect(queryByRole("link", "See the page")?.getAttribute("href")).toBe("/courses/PMB");
  expect(await find("checkbox", "Show this page to everybody")).toMatchObject({ checked: true });
  await enter(await field("Price, in words"), "6 €");
  await selectOption(await find("combobox", "A lesson that everybody may read"), "seam");
  await choose("With a form that sends an email to the school");
  school.answerWith(PUT, answerTo(putPublicPage, { checksum: "b".repeat(64), problems: [] }));
  await save();
  await says("Saved in the draft");
  expect(school.bodies(PUT)[0]).toEqual({
    ...{ product: "PM", course: "PMB", replaces: "a".repeat(64) },
    fields: [
      { name: "price/en", value: "6 €" },
      { name: "free_lesson", value: "seam" },
      { name: "enrol", value: "mail" },
    ],
  });
});

test("a text that is missing in the school's own language, and a wrong address, are said before anything is sent", async () => {
  const school = await show();
  await enter(await field("Price, in words"), "5 €");
  await choose("In a shop or on another page");
  await enter(await field("Address of the shop or page"), "shop");
  await save();
  const price = await field("Price, in words");
  expect(price.lang).toBe("de");
  expect(price.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(price);
  expect((await field("Address of the shop or page")).getAttribute("aria-invalid")).toBe("true");
  expect(school.bodies(PUT)).toEqual([]);
});

const PUT_ENTRY = "PUT /staff/entries";

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
  school.answerWith(PUT_ENTRY, answerTo(putEntry, { checksum: null, term: "" }));
  const list: EntryList = {
    ...{ source: true, readable: true, checksum: null, languages: ["en", "de"] },
    entries: [{ fields: [{ name: "term", text: "dart" }], outdated: [] }],
  };
  await renderApp(app, <EntryForm kind="term" list={list} at={null} />);
  return { school };
};

const entryField = (name: string) => getByRole<HTMLInputElement>("textbox", name);

test("the form of an entry asks for what is missing, by the labels, and saves nothing before", async () => {
  const { school } = await openForm();
  await save();
  const word = entryField("Word");
  await waitUntil(() => document.activeElement === word);
  expect(descriptionOf(word)).toContain("Please fill this in");
  await type(word, "Yoke");
  await save();
  await waitUntil(() => document.activeElement === entryField("Explanation"));
  expect(school.count(PUT_ENTRY)).toBe(0);
  await type(entryField("Explanation"), "A piece.");
  await save();
  await waitUntil(() => school.count(PUT_ENTRY) === 1);
});

test("a remark on an entry leads to its field, in the language that it is written in", async () => {
  await openForm();
  await type(entryField("Word"), "Yoke");
  await click(await waitUntil(() => queryByRole("button", "Line 9")));
  await waitUntil(() => entryField("Explanation").lang === "de");
  expect(document.activeElement).toBe(entryField("Explanation"));
});

const NOWHERE: Remark["place"] = {
  ...{ product: "", lesson: "", chapter: "", course: "", instruction: "", entry: null, at: null },
  ...{ field: "", language: "", name: "" },
};

const remark = (about: Partial<Remark>, place: Partial<Remark["place"]> = {}): Remark => ({
  ...{ file: "PM/course.yaml", line: 7, message: "In words of files", code: "other", values: [] },
  ...{ ...about, place: { ...NOWHERE, ...place } },
});

const value = (name: string, text: string) => ({ name, text });

const DRAT = [value("kind", "term"), value("name", "drat"), value("near", "dart")];

const showRemark = async (shown: Remark, language: "en" | "de" | "he" = "en") => {
  const list = <RemarkList name="To mend" remarks={[shown]} count={1} />;
  await render(list, { language });
  return getByRole("list", "To mend").textContent;
};

const href = () => queryAllByRole("link").map((link) => link.getAttribute("href"));

test.each([
  [
    "a chapter's title",
    remark(
      { code: "title/not-first", values: [value("name", "title")] },
      { product: "PM", chapter: "skirt", field: "title", language: "de", name: "Skirt" },
    ),
    "Skirt · Title · German: There is no title in German yet: students read another language.",
    "/desk/courses/lessons?product=PM&chapter=skirt&field=title",
  ],
  [
    "a word in a translation",
    remark(
      { code: "target/unknown", file: "PM/lessons/hem.he.md", values: DRAT },
      { product: "PM", lesson: "hem", field: "text", language: "he", name: "Hem" },
    ),
    "Hem · Text · Hebrew: “drat” is named here, but it is not there. Did you mean “dart”?",
    "/desk/courses/text?path=PM%2Flessons%2Fhem.he.md",
  ],
  [
    "an entry of the glossary",
    remark(
      { code: "text/missing", file: "glossary.yaml" },
      { entry: "term", at: 3, field: "en.definition", language: "en", name: "dart" },
    ),
    "dart · Explanation · English: There is no text yet.",
    "/desk/courses/entries?kind=term&at=3",
  ],
])(
  "a remark about %s is said in words of the form, and leads there",
  async (_, shown, words, to) => {
    expect(await showRemark(shown)).toContain(words);
    expect(href()).toEqual([to]);
  },
);

test("a remark about a file of no form is said in the reader's language alone", async () => {
  const values = [value("name", "x"), value("need", "shorter"), value("what", "60")];
  const words = await showRemark(remark({ file: "logo.png", code: "value/wrong", values }), "de");
  expect(words).toBe("logo.png: Hier gehen höchstens 60 Zeichen.");
  expect(href()).toEqual([]);
});

test("each kind of remark has words", async () => {
  const values = ["name", "id", "owner", "stated", "right"].map((name) => value(name, "x"));
  const codes = Object.keys(REMARKS) as RemarkCode[];
  const remarks = codes.map((code) => remark({ code, values, file: code }));
  const list = <RemarkList name="To mend" remarks={remarks} count={codes.length} />;
  await render(list);
  const items = queryAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(items).toHaveLength(codes.length);
  expect(items.filter((item) => item.includes("In words of files"))).toEqual([]);
});

const WEB = "The school does not show links that lead out of it";
const FILMS = "The school does not show films of YouTube";

/** Opens a dialog at a school that allows nothing. @returns what it puts into the text */
test("a list to choose from does not say that nothing was found before somebody searches", async () => {
  const { app } = await openSignedIn("boss");
  const list = { label: "Lesson", value: null, onChange: () => undefined };
  const { redraw } = await renderApp(app, <ChoiceList {...list} choices={[]} />);
  const said = () => getByRole("status").textContent;
  expect(said()).toBe("");
  await redraw(<ChoiceList {...list} choices={[{ id: "hem", name: "Hem" }]} />);
  expect(said()).toBe("1 found.");
  await type(getByRole("searchbox", "Search"), "yoke");
  expect(said()).toBe("Nothing found.");
});

const openDialog = async (Dialog: ComponentType<InsertDialogProps>) => {
  const { app, school } = await openSignedIn("boss");
  await app.language.boot("en");
  const answer = { languages: ["en"], assets: [], outside_links: false, outside_films: [] };
  school.answerWith("GET /staff/assets", answerTo(getSourceAssets, answer));
  const written: string[] = [];
  const props = { product: "PM", language: "en", words: "The shop" };
  await renderApp(
    app,
    <Dialog {...props} onInsert={(text) => void written.push(text)} onClose={() => undefined} />,
  );
  return written;
};

test.each([
  [
    WebLinkDialog,
    "Address",
    WEB,
    "https://shop.example/?a=(1)",
    "[The shop](<https://shop.example/?a=(1)>)",
  ],
  [
    FilmDialog,
    "Or the address of a film at YouTube or Vimeo",
    FILMS,
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
    "\n\n[The shop](https://youtu.be/dQw4w9WgXcQ)\n\n",
  ],
] as const)(
  "%o puts an address into a lesson, and says where the school does not show it",
  async (Dialog, name, note, typed, text) => {
    const written = await openDialog(Dialog);
    const field = getByRole<HTMLInputElement>("textbox", name);
    const insert = getByRole("button", "Insert");
    await type(field, "javascript:alert(1)");
    expect(insert.getAttribute("aria-disabled")).toBe("true");
    await type(field, typed);
    await says(note);
    await click(insert);
    expect(written).toEqual([text]);
  },
);

const words = (text: string) => [{ language: "en", text }];
const SUM = "a".repeat(64);

const tree: ContentTree = {
  ...{ state: "ready", draft: false, checksum: SUM, problem: null, organisation: "" },
  languages: ["en"],
  products: [
    {
      ...{ key: "PM", id: 1, titles: words("Patterns"), descriptions: [] },
      ...{ checksum: SUM, problem: null },
      ...{ courses: [], lessons: [] },
      chapters: ["skirt", "bodice"].map((key) => ({
        ...{ key, titles: words(key), descriptions: [] },
        sections: [{ titles: words("Draft"), lessons: [] }],
      })),
    },
  ],
};

/** The screen of a school with two chapters. */
const showFiles = async () => {
  const opened = await openSignedIn("boss");
  const { school, app } = opened;
  const made: { place: unknown; lessons: { title: string; text: string }[] }[] = [];
  school.answerWith("GET /staff/tree", tree);
  school.answerWith("POST /staff/content/uploads", answerTo(postMissingFiles, { missing: [] }));
  school.answer("POST /staff/lesson-files", async ({ req }) => {
    made.push(await req.json());
    return Response.json(answerTo(postLessonFiles, { paths: ["PM/lessons/pin.md"] }));
  });
  visit("/desk/courses/from-files?product=PM&chapter=bodice&section=0");
  await renderApp(app, <LessonFilesScreen />);
  await waitUntil(() => document.querySelector("input[type=file]"));
  return { school, made };
};

const chooseAll = async (...files: File[]) => {
  await chooseFiles(...files);
  await waitUntil(() => document.querySelector("form"));
};

const picture = (name: string) => new File([new Uint8Array([1, 2])], name, { type: "image/png" });

test("web pages and pictures become lessons in the chapter that was asked for, after a look at them", async () => {
  const { made } = await showFiles();
  const head = "<html><head><title>Press</title></head><body>";
  const page = `${head}<p>Steam <img src='x_files/iron.png'></p></body></html>`;
  await chooseAll(
    new File([page], "x.html"),
    picture("iron.png"),
    picture("waist_darts-2.png"),
    new File(["x"], "old.doc"),
  );
  const titles = [...document.querySelectorAll<HTMLInputElement>("input[type=text]")];
  expect(titles.map(({ value }) => value)).toEqual(["waist darts 2", "Press"]);
  expect(queryAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "old.doc: is none of these kinds. An older Word document can be saved as .docx.",
  ]);
  await enter(getByRole("textbox", "Title of the lesson from waist_darts-2.png"), "Darts");
  await click(getByRole("checkbox", "Make a lesson of x.html"));
  await click(getByRole("button", "Make 1 lesson"));
  await waitUntil(() => queryByRole("link", "Darts"));
  const lesson = {
    ...{ title: "Darts", type: "figure", text: "# Darts\n\n![waist darts 2](picture:0)\n" },
    pictures: [{ name: "waist_darts-2.png", size: 2 }],
  };
  const place = { chapter: "bodice", section: 0 };
  expect(made).toMatchObject([{ place, replaces: SUM, lessons: [lesson] }]);
});

test("a Word document says what is lost of it before a lesson is made", async () => {
  const { school } = await showFiles();
  school.answerWith(
    "POST /staff/lesson-files/word",
    answerTo(postWordDocument, {
      html: '<h1>Darts</h1><p>Fold.<img src="picture:0"></p>',
      pictures: [{ name: "picture.png", checksum: SUM, size: 5 }],
      left_out: [{ what: "formula", count: 2 }],
    }),
  );
  await chooseAll(new File(["PK"], "darts.docx"));
  const row = document.querySelector("tbody tr");
  expect(row?.textContent).toContain("1 page, 1 picture");
  expect(row?.textContent).toContain("2 formulas are left out");
});

test("what the school does not take at once is named, and left for the next time", async () => {
  await showFiles();
  const page = (name: string) => new File([`<p>${"seam ".repeat(180_000)}</p>`], name);
  await chooseAll(page("a.html"), page("b.html"), page("c.html"), page("d.html"));
  expect(document.querySelectorAll("input[type=text]")).toHaveLength(3);
  expect(queryAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "d.html: does not fit beside the others; choose it the next time",
  ]);
});
