import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { sentRemark } from "../../../src/server/content/sent-remark.ts";
import { changed, type Files, inFolder, SMALL_SCHOOL } from "./small-school.ts";

const remarksWith = async (files: Files) => {
  const result = await inFolder({ ...SMALL_SCHOOL, ...files }, compileSchool);
  const mistakes = result.ok ? [] : result.failure;
  // Nothing keeps a lesson without a place from being published.
  return (mistakes.length > 0 ? mistakes : result.warnings).map(sentRemark);
};

const NOWHERE = {
  ...{ product: "", lesson: "", chapter: "", course: "", instruction: "", entry: null, at: null },
  ...{ field: "", language: "" },
};

const inLesson = (lesson: string) => ({ product: "PM", lesson });

test.each([
  [
    "a chapter's title",
    changed("PM/course.yaml", "{en: Skirt, he", "{he"),
    "title/not-first",
    { name: "title" },
    { product: "PM", chapter: "skirt", field: "title", language: "en", name: "חצאית" },
  ],
  [
    "a section's title, deep in its chapter",
    changed("PM/course.yaml", "{en: Draft, he", "{he"),
    "title/not-first",
    { name: "title" },
    { product: "PM", chapter: "skirt", field: "sections/0/title", language: "en" },
  ],
  [
    "a lesson that a chapter names",
    changed("PM/course.yaml", "[hem]", "[hem, heem]"),
    "target/unknown",
    { kind: "lesson", name: "heem", near: "hem" },
    { product: "PM", chapter: "more", field: "sections/0/lessons/1" },
  ],
  [
    "a course's target",
    changed("PM/course.yaml", "weeklyTarget: 5", "weeklyTarget: x"),
    "value/wrong",
    { name: "weeklyTarget", need: "number", what: "" },
    { product: "PM", course: "PMB", field: "weeklyTarget", name: "Basics" },
  ],
  [
    "a lesson's number",
    changed("PM/lessons/hem.md", "id: 208", "id: 201"),
    "id/taken",
    { id: "201", owner: "PM/lessons/frame.md" },
    { ...inLesson("hem"), field: "id", name: "Hem" },
  ],
  [
    "the title of an assignment",
    changed("PM/lessons/frame.md", "{en: Draft it, he", "{he"),
    "title/not-first",
    { name: "title" },
    { ...inLesson("frame"), field: "assignment/title", language: "en" },
  ],
  [
    "a word of a text",
    changed("PM/lessons/frame.md", "term:dart", "term:drat"),
    "target/unknown",
    { kind: "term", name: "drat", near: "dart" },
    { ...inLesson("frame"), field: "text", language: "en" },
  ],
  [
    "a picture of a text",
    changed("PM/lessons/frame.md", "(frame.svg", "(farme.svg"),
    "file/missing",
    { kind: "asset", name: "farme.svg", near: "frame.svg" },
    { ...inLesson("frame"), field: "text", language: "en" },
  ],
  [
    "an address of a translation",
    changed("PM/lessons/frame.he.md", "טקסט", "[x](www.shop.example)"),
    "address/outside",
    { name: "www.shop.example" },
    { ...inLesson("frame"), field: "text", language: "he" },
  ],
  [
    "a lesson without text",
    { "PM/lessons/hem.md": "---\nid: 208\ntitle: {en: Hem}\ntype: text\n---\n" },
    "text/missing",
    { name: "text" },
    { ...inLesson("hem"), field: "text", language: "en" },
  ],
  [
    "a lesson in no chapter",
    { "PM/lessons/x.md": "---\nid: 9\ntitle: {en: X}\ntype: text\n---\n# X\n\nText.\n" },
    "lesson/unused",
    { name: "x" },
    { ...inLesson("x"), field: "text", language: "en" },
  ],
  [
    "a word in the explanation of a term",
    changed("glossary.yaml", "term:hem line", "term:hemline"),
    "target/unknown",
    { kind: "term", name: "hemline", near: "hem line" },
    { entry: "term", at: 0, field: "en.definition", language: "en", name: "dart" },
  ],
  [
    "the group of a question",
    changed("faq.yaml", "{en: Studying, he", "{he"),
    "text/not-first",
    { name: "category" },
    { entry: "question", at: 0, field: "category.en", language: "en" },
  ],
  [
    "an announcement's end",
    changed("school.yaml", "to: 2026-03-31", "to: 2026-02-28"),
    "value/wrong",
    { name: "date", need: "date", what: "" },
    { entry: "announcement", at: 0, field: "to" },
  ],
  [
    "the school's colour",
    changed("school.yaml", '"#A03050"', "crimson"),
    "value/wrong",
    { name: "accent", need: "colour", what: "" },
    { field: "organisation/accent" },
  ],
  [
    "the course of an instruction",
    changed("instructions/2-then.md", "course: PMB", "course: PMX"),
    "target/unknown",
    { kind: "course", name: "PMX", near: "PMB" },
    { instruction: "2-then", field: "course" },
  ],
] as const)("a remark about %s says what and where", async (_, files, code, values, place) => {
  const [remark, ...others] = await remarksWith(files as Files);
  expect(others).toEqual([]);
  expect(remark).toMatchObject({ code, place: { ...NOWHERE, ...place } });
  expect(Object.fromEntries(remark?.values.map(({ name, text }) => [name, text]) ?? [])).toEqual(
    values,
  );
});
