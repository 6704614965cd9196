import { expect, test } from "vitest";
import { postMissingFiles } from "../../src/contract/staff-content.ts";
import { postLessonFiles, postWordDocument } from "../../src/contract/staff-lesson-files.ts";
import type { ContentTree } from "../../src/contract/staff-tree.ts";
import LessonFilesScreen from "../../src/features/courses/lesson-files/lesson-files-screen.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { chooseFiles, click, enter, visit } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

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
const show = async () => {
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

const choose = async (...files: File[]) => {
  await chooseFiles(...files);
  await waitUntil(() => document.querySelector("form"));
};

const picture = (name: string) => new File([new Uint8Array([1, 2])], name, { type: "image/png" });

test("web pages and pictures become lessons in the chapter that was asked for, after a look at them", async () => {
  const { made } = await show();
  const head = "<html><head><title>Press</title></head><body>";
  const page = `${head}<p>Steam <img src='x_files/iron.png'></p></body></html>`;
  await choose(
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
  const { school } = await show();
  school.answerWith(
    "POST /staff/lesson-files/word",
    answerTo(postWordDocument, {
      html: '<h1>Darts</h1><p>Fold.<img src="picture:0"></p>',
      pictures: [{ name: "picture.png", checksum: SUM, size: 5 }],
      left_out: [{ what: "formula", count: 2 }],
    }),
  );
  await choose(new File(["PK"], "darts.docx"));
  const row = document.querySelector("tbody tr");
  expect(row?.textContent).toContain("1 page, 1 picture");
  expect(row?.textContent).toContain("2 formulas are left out");
});

test("what the school does not take at once is named, and left for the next time", async () => {
  await show();
  const page = (name: string) => new File([`<p>${"seam ".repeat(180_000)}</p>`], name);
  await choose(page("a.html"), page("b.html"), page("c.html"), page("d.html"));
  expect(document.querySelectorAll("input[type=text]")).toHaveLength(3);
  expect(queryAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "d.html: does not fit beside the others; choose it the next time",
  ]);
});
