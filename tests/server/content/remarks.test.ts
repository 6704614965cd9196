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
const COURSE = "PM/course.yaml";
const FRAME = "PM/lessons/frame.md";
const inFrame = { product: "PM", lesson: "frame" };
const inPM = { product: "PM" };

/** What is changed, what is said of it (its code and values), and its place. */
test.each([
  [
    changed(COURSE, "{en: Skirt, he", "{he"),
    "title/not-first name=title",
    { ...inPM, chapter: "skirt", field: "title", language: "en", name: "חצאית" },
  ],
  [
    changed(COURSE, "[hem]", "[hem, heem]"),
    "target/unknown kind=lesson name=heem near=hem",
    { ...inPM, chapter: "more", field: "sections/0/lessons/1" },
  ],
  [
    changed(COURSE, "weeklyTarget: 5", "weeklyTarget: x"),
    "value/wrong name=weeklyTarget need=number what=",
    { ...inPM, course: "PMB", field: "weeklyTarget", name: "Basics" },
  ],
  [
    changed("PM/lessons/hem.md", "id: 208", "id: 201"),
    "id/taken id=201 owner=PM/lessons/frame.md",
    { ...inPM, lesson: "hem", field: "id", name: "Hem" },
  ],
  [
    changed(FRAME, "{en: Draft it, he", "{he"),
    "title/not-first name=title",
    { ...inFrame, field: "assignment/title", language: "en" },
  ],
  [
    changed(FRAME, "(frame.svg", "(farme.svg"),
    "file/missing kind=asset name=farme.svg near=frame.svg",
    { ...inFrame, field: "text", language: "en" },
  ],
  [
    changed("PM/lessons/frame.he.md", "טקסט", "[x](www.shop.example)"),
    "address/outside name=www.shop.example",
    { ...inFrame, field: "text", language: "he" },
  ],
  [
    changed("glossary.yaml", "term:hem line", "term:hemline"),
    "target/unknown kind=term name=hemline near=hem line",
    { entry: "term", at: 0, field: "en.definition", language: "en", name: "dart" },
  ],
  [
    changed("faq.yaml", "{en: Studying, he", "{he"),
    "text/not-first name=category",
    { entry: "question", at: 0, field: "category.en", language: "en" },
  ],
  [
    changed("school.yaml", "to: 2026-03-31", "to: 2026-02-28"),
    "value/wrong name=date need=date what=",
    { entry: "announcement", at: 0, field: "to" },
  ],
  [
    changed("school.yaml", '"#A03050"', "crimson"),
    "value/wrong name=accent need=colour what=",
    { field: "organisation/accent" },
  ],
  [
    changed("instructions/2-then.md", "course: PMB", "course: PMX"),
    "target/unknown kind=course name=PMX near=PMB",
    { instruction: "2-then", field: "course" },
  ],
])("a remark says what and where: in %j", async (files, said, place) => {
  const [remark, ...others] = await remarksWith(files);
  expect(others).toEqual([]);
  expect(remark).toMatchObject({ place: { ...NOWHERE, ...place } });
  const values = remark?.values.map(({ name, text }) => `${name}=${text}`) ?? [];
  expect([remark?.code, ...values].join(" ")).toBe(said);
});
