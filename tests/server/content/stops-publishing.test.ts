import { expect, test } from "vitest";
import { REMARKS, type RemarkCode } from "../../../src/contract/remark.ts";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { sentRemark } from "../../../src/server/content/sent-remark.ts";
import { changed, type Files, inFolder, lesson, SMALL_SCHOOL, schoolWith } from "./small-school.ts";

const SCHOOL = "school.yaml";
const COURSE = "PM/course.yaml";
const HEM = "PM/lessons/hem.md";
const MAIN = "PM/lessons/darts_ml.md";

/** A school whose lessons may not lead out of it. */
const FORBIDDEN = changed(SCHOOL, "outside_links: true\n", "");
const CHAPTER = "  - {key: new, title: {en: New}, sections: []}\n";
const hem = (text: string): Files => changed(HEM, "Text.", text);
const school = (more: string): Files => ({ [SCHOOL]: `${SMALL_SCHOOL[SCHOOL]}${more}` });
const mail = (text: string): Files => {
  const words = `    en: {subject: Key, text: "${text}"}`;
  return school(`mails:\n  password-reset:\n${words}\n`);
};
const captions = (text: string): Files => ({ "PM/assets/pin.en.vtt": `WEBVTT\n\n${text}\n` });

/** A change of the small school for each kind of remark. */
const CHANGES: Readonly<Record<Exclude<RemarkCode, "other">, Files>> = {
  "title/missing": changed(HEM, "{en: Hem, he: Hem}", "{en: , he: }"),
  "title/not-first": changed(HEM, "{en: Hem, he: Hem}", "{he: Hem}"),
  "text/missing": changed(HEM, "Text.", ""),
  "text/not-first": changed(COURSE, "descr: {en: More, he", "descr: {he"),
  "page/empty": hem("Text.\n\n# Then"),
  "translation/empty": { "PM/lessons/hem.he.md": "" },
  "field/missing": changed(HEM, "id: 208\n", ""),
  "value/wrong": changed(COURSE, "weeklyTarget: 5", "weeklyTarget: five"),
  "field/unknown": changed(HEM, "type: text", "type: text\ncolour: red"),
  "id/taken": changed(HEM, "id: 208", "id: 201"),
  "key/taken": changed("glossary.yaml", "- term: hem line", "- term: dart"),
  "target/unknown": hem("[x](lesson:heem)"),
  "target/not-here": changed("faq.yaml", "(term:dart)", "(lesson:hem)"),
  "file/missing": hem("![x](none.svg)"),
  "file/wrong": { "PM/assets/frame.svg": "" },
  "file/too-large": {
    ...changed(SCHOOL, "logo: logo.png", "logo: logo.png\n  favicon: icon.svg"),
    "icon.svg": `<svg xmlns="http://www.w3.org/2000/svg"><!--${"x".repeat(70_000)}--></svg>`,
  },
  "file/misnamed": hem("![x](../icons/frame.svg)"),
  "file/unused": { "PM/assets/old.svg": "<svg/>" },
  "file/not-read": { "PM/lessons/Hem 2.md": lesson(300, "Two") },
  "file/syntax": { "faq.yaml": "[" },
  "file/odd": changed(HEM, "{en: Hem,", "{en: “Hem”,"),
  "address/outside": hem("[x](www.shop.example)"),
  "address/not-allowed": { ...hem("[x](https://shop.example)"), ...FORBIDDEN },
  "film/not-allowed": hem("[Pin](https://youtu.be/dQw4w9WgXcQ)"),
  "film/odd": { "PM/assets/pin.mp4": "no film" },
  "captions/lost": captions("00:02.000 --> 00:01.000\nOne"),
  "captions/odd": captions("00:01.000 --> 00:02.000"),
  "html/refused": hem("<b>Sew</b>"),
  "picture/undescribed": hem("![](frame.svg)"),
  "caption/hidden": hem('Sew ![x](frame.svg "Figure")'),
  "link/empty": hem("[](lesson:frame)"),
  "link/broken": hem("[x] (lesson:frame)"),
  "link/odd": hem('[x](lesson:frame "y")'),
  "number/wrong": hem("[51 cm](draft:skirt-block.halfHip)"),
  "number/unread": hem("[many](draft:skirt-block.halfHip)"),
  "page/outside": changed(HEM, "# Hem\n", ""),
  "page/heading": hem("- # Then"),
  "pages/differ": { "PM/lessons/frame.he.md": "# קווים\n\nטקסט\n" },
  "part/misplaced": hem("Text.\n\n@part frame"),
  "part/main": {
    ...changed(MAIN, "@part dart-end", "@part dart-end\n@part more_ml"),
    "PM/lessons/more_ml.md": lesson(300, "More"),
  },
  "parts/missing": { "PM/lessons/more_ml.md": lesson(300, "More") },
  "translation/alone": { "PM/lessons/gone.he.md": "# א\n\nב\n" },
  "lesson/unused": { "PM/lessons/alone.md": lesson(300, "Alone") },
  "chapter/empty": changed(COURSE, "courses:\n", `${CHAPTER}courses:\n`),
  "course/empty": changed(COURSE, "    icon: skirts.svg", "    icon: skirts.svg\n    menus: []"),
  "text/too-much": hem("[<".repeat(9000)),
  "text/hidden-sign": hem("\u200f# Then"),
  "text/heading": hem("#Then"),
  "text/list": hem("• one"),
  "text/table": hem("| a | b |\n| c | d |"),
  "text/as-written": hem("[[hem]]"),
  "text/code": hem("Text.\n\n    Then"),
  "text/unwritten": hem("✎"),
  "text/left-out": hem("Text.\n\n[Note]: press"),
  "mail/place": mail("{link} {place}"),
  "mail/place-missing": mail("Hello."),
  "mail/link": mail("https://evil.example/{link}"),
};

const compiled = (changes: Files) => inFolder({ ...SMALL_SCHOOL, ...changes }, compileSchool);

test.each(Object.entries(CHANGES))(
  "%s stops publishing only if students would miss something",
  async (code, changes) => {
    const result = await compiled(changes);
    const codesOf = (problems: typeof result.warnings) => problems.map(({ about }) => about?.code);
    const stops = REMARKS[code as RemarkCode] === "stops";
    expect([code, result.ok]).toEqual([code, !stops]);
    expect(codesOf(result.ok ? result.warnings : result.failure)).toContain(code);
  },
);

test("a course without lessons is left out, and the others are published", async () => {
  const [product] = (await schoolWith(CHANGES["course/empty"])).products;
  expect([product?.courseOrder, Object.keys(product?.courses ?? {})]).toEqual([["PMB"], ["PMB"]]);
});

const FILM = "[Pin](https://youtu.be/dQw4w9WgXcQ)";

test.each([
  [
    "[x](https://shop.example/?a=1&b)",
    {},
    '<p><a data-web="https://shop.example/?a=1&amp;b">x</a></p>',
  ],
  ["[*x*](mailto:a@shop.example)", {}, '<p><a data-web="mailto:a@shop.example"><em>x</em></a></p>'],
  ["[*x*](https://shop.example)", FORBIDDEN, "<p><em>x</em></p>"],
  [FILM, {}, '<figure><a data-web="https://youtu.be/dQw4w9WgXcQ">Pin</a></figure>'],
  [FILM, FORBIDDEN, "<figure>Pin <small>https://youtu.be/dQw4w9WgXcQ</small></figure>"],
])("a text leads out of the school only as that allows it: %s", async (text, settings, html) => {
  const { products } = await schoolWith({ ...settings, ...hem(text) });
  expect(products[0]?.lessons.hem?.html?.languages?.en?.pages[0]?.html).toBe(html);
});

test("the parts on pages that a translation lacks are on its last one", async () => {
  const { products } = await schoolWith({ "PM/lessons/darts_ml.he.md": "# צורה\n\nתפרו.\n" });
  const pages = products[0]?.lessons.darts_ml?.html?.languages?.he?.pages ?? [];
  expect(pages.map((page) => page.subLessons.map((part) => part.subLessonId))).toEqual([
    [206, 207],
  ]);
});

const remarksWith = async (files: Files) => {
  const result = await compiled(files);
  const mistakes = result.ok ? [] : result.failure;
  // Nothing keeps a lesson without a place from being published.
  return (mistakes.length > 0 ? mistakes : result.warnings).map(sentRemark);
};

const NOWHERE = {
  ...{ product: "", lesson: "", chapter: "", course: "", instruction: "", entry: null, at: null },
  ...{ field: "", language: "" },
};
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
