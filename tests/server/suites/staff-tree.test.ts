import { expect, test } from "vitest";
import { getStaffContent } from "../../../src/contract/staff-content.ts";
import { postTreeBegin, type TreeChange } from "../../../src/contract/staff-tree.ts";
import { LANGUAGES } from "../../../src/domain/languages.ts";
import { change as changeFiles, textChange } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { deskOf } from "../support/desk.ts";
import { openSchool } from "../support/test-school.ts";
import {
  add,
  at,
  atDesk,
  changesOf,
  copy,
  en,
  FIRST,
  filesOf,
  LINES,
  move,
  PMB,
  paper,
  remove,
  TOOLS,
  treeOf,
} from "../support/tree-desk.ts";

const COURSE = "PM/course.yaml";

/** For what changes nothing. */
const unchanged = openSchool.shared({ hasFolder: true });

const MAIN = at({ lesson: "lines_ml" });
const MACHINE = at({ kind: "section", product: "SW", chapter: "machine", section: 0 });
const UNSENT = { checksum: "0".repeat(64), size: 9 };

const both = (text: string) => ["en", "he"].map((language) => ({ language, text }));

const course = (more: object) =>
  ({
    ...{ do: "course", place: PMB, chapters: ["block", "tools"], weekly_target: 5, sheets: [] },
    ...more,
  }) as TreeChange;

test.each<[what: string, change: TreeChange, changed: string[]]>([
  [
    "a course with an empty chapter",
    add("course", at({ kind: "product" }), "Dart & tuck"),
    [
      "+  - key: first-chapter",
      "+    title: {en: First chapter, he: פרק ראשון}",
      "+    sections: []",
      "+  DART-TUCK:",
      "+    id: 22",
      "+    title: {en: Dart & tuck}",
      "+    weeklyTarget: 3",
      "+    menus: [first-chapter]",
      "+    packages:",
      "+      - id: 4",
      "+        menus: [first-chapter]",
    ],
  ],
  [
    "a chapter at its place, in the package of its neighbour",
    add("chapter", PMB, "Ärmel: über", { at: 1 }),
    [
      "+  - key: aermel-ueber",
      '+    title: {en: "Ärmel: über"}',
      "+    sections: []",
      "-    menus: [block, tools]",
      "+    menus: [block, aermel-ueber, tools]",
      "-      - {id: 2, menus: [block]}",
      "+      - {id: 2, menus: [block, aermel-ueber]}",
    ],
  ],
  [
    "a section",
    add("section", TOOLS, "Pins", { at: 1 }),
    ["+      - title: {en: Pins}", "+        lessons: []"],
  ],
  [
    "a lesson, with a number of its own",
    add("lesson", FIRST, "כלים *של* נייר"),
    [
      "-        lessons: [paper, pencil]",
      "+        lessons: [paper, pencil, khlym-sl-nyyr]",
      "new PM/lessons/khlym-sl-nyyr.md",
    ],
  ],
  [
    "a main lesson with its first part",
    add("lesson", FIRST, "Pencil", { lesson: "main", at: 0 }),
    [
      "-        lessons: [paper, pencil]",
      "+        lessons: [pencil_ml, paper, pencil]",
      "new PM/lessons/pencil-part-1.md",
      "new PM/lessons/pencil_ml.md",
    ],
  ],
  [
    "another part of a main lesson",
    add("lesson", MAIN, "Zigzag"),
    ["+@part zigzag", "new PM/lessons/zigzag.md"],
  ],
  [
    "new titles of a chapter",
    {
      ...{ do: "name", place: TOOLS },
      titles: [...en("The tools"), { language: "he", text: "" }],
      descriptions: null,
    },
    ["-    title: {en: Tools, he: כלים}", "+    title: {en: The tools}"],
  ],
  [
    "a new title of a lesson, and of the page with this heading",
    {
      ...{ do: "name", place: at({ lesson: "flare" }), descriptions: null },
      titles: en("Godets"),
    },
    [
      "-title: {en: Flare, he: התרחבות}",
      "+title: {en: Godets, he: התרחבות}",
      "-# Flare",
      "+# Godets",
    ],
  ],
  [
    "a chapter one place further",
    move(TOOLS, PMB, 0),
    ["-    menus: [block, tools]", "+    menus: [tools, block]"],
  ],
  [
    "a chapter of another course",
    move(at({ kind: "chapter", course: "PMS", chapter: "shapes" }), PMB, 2),
    [
      "-    menus: [block, tools]",
      "+    menus: [block, tools, shapes]",
      "-      - {id: 1, pdf: sheet.pdf, menus: [tools]}",
      "+      - {id: 1, pdf: sheet.pdf, menus: [tools, shapes]}",
      "-    menus: [shapes]",
      "-    packages:",
      "-      - {id: 3, menus: [shapes]}",
      "+    menus: []",
    ],
  ],
  [
    "a section of another chapter",
    move(LINES, at({ kind: "chapter", chapter: "shapes" }), 0),
    [
      "-      - title: {en: Lines, he: קווים}",
      "-        tile: {w: 120, h: 90}",
      "-        lessons: [lines_ml, right-angles]",
      "+      - title: {en: Lines, he: קווים}",
      "+        tile: {w: 120, h: 90}",
      "+        lessons: [lines_ml, right-angles]",
    ],
  ],
  [
    "a lesson of another section",
    move(paper, LINES, 1),
    [
      "-        lessons: [paper, pencil]",
      "+        lessons: [pencil]",
      "-        lessons: [lines_ml, right-angles]",
      "+        lessons: [lines_ml, paper, right-angles]",
    ],
  ],
  [
    "a lesson that becomes the part of another one",
    move(paper, MAIN, 0),
    ["-        lessons: [paper, pencil]", "+        lessons: [pencil]", "+@part paper"],
  ],
  [
    "a course before another one",
    move(at({ kind: "course", course: "PMS" }), at({ kind: "product" }), 0),
    [
      "-  PMB:",
      "-    id: 11",
      "-    title: {en: Pattern making basics, he: יסודות הגזרנות}",
      "-    weeklyTarget: 5",
      "-    menus: [block, tools]",
      "-    packages:",
      "-      - {id: 1, pdf: sheet.pdf, menus: [tools]}",
      "-      - {id: 2, menus: [block]}",
      "+  PMB:",
      "+    id: 11",
      "+    title: {en: Pattern making basics, he: יסודות הגזרנות}",
      "+    weeklyTarget: 5",
      "+    menus: [block, tools]",
      "+    packages:",
      "+      - {id: 1, pdf: sheet.pdf, menus: [tools]}",
      "+      - {id: 2, menus: [block]}",
    ],
  ],
  [
    "a product",
    move(at({ kind: "product", product: "SW" }), at({ kind: "product" }), 0),
    ["-products: [PM, SW]", "+products: [SW, PM]"],
  ],
  [
    "a copy of a lesson, with all its texts",
    copy(paper),
    [
      "-        lessons: [paper, pencil]",
      "+        lessons: [paper, paper-2, pencil]",
      "new PM/lessons/paper-2.he.md",
      "new PM/lessons/paper-2.md",
    ],
  ],
  [
    "a copy of a main lesson, with its parts",
    copy(at({ chapter: "tools", section: 1, lesson: "lines_ml" })),
    [
      "-        lessons: [lines_ml, right-angles]",
      "+        lessons: [lines_ml, lines-2_ml, right-angles]",
      "new PM/lessons/line-curve-2.md",
      "new PM/lessons/line-straight-2.md",
      "new PM/lessons/lines-2_ml.md",
    ],
  ],
  [
    "a copy of a section",
    copy(at({ kind: "section", chapter: "shapes", section: 0 })),
    [
      "+      - title: {en: Flare (2), he: התרחבות (2)}",
      "+        lessons: [flare-2]",
      "new PM/lessons/flare-2.md",
    ],
  ],
  [
    "a lesson that is gone from its only place",
    remove(paper),
    [
      "-        lessons: [paper, pencil]",
      "+        lessons: [pencil]",
      "gone PM/lessons/paper.he.md",
      "gone PM/lessons/paper.md",
    ],
  ],
  [
    "a main lesson that is gone with its parts",
    remove(at({ chapter: "tools", section: 1, lesson: "lines_ml" })),
    [
      "-        lessons: [lines_ml, right-angles]",
      "+        lessons: [right-angles]",
      "gone PM/lessons/line-curve.md",
      "gone PM/lessons/line-straight.md",
      "gone PM/lessons/lines_ml.md",
    ],
  ],
  [
    "a part that is gone",
    remove(at({ lesson: "line-curve", main: "lines_ml" })),
    ["gone PM/lessons/line-curve.md", "-@part line-curve"],
  ],
  [
    "a chapter that is gone from the courses, too",
    remove(at({ kind: "chapter", course: "PMB", chapter: "block" })),
    [
      "-  - key: block",
      "-    title: {en: The block, he: הבלוק}",
      "-    descr: {en: Draft it., he: משרטטים אותו.}",
      "-    sections:",
      "-      - title: {en: Draft, he: שרטוט}",
      "-        lessons: [block-frame, block-task]",
      "-    menus: [block, tools]",
      "+    menus: [tools]",
      "-      - {id: 2, menus: [block]}",
      "gone PM/lessons/block-frame.md",
      "gone PM/lessons/block-task.md",
    ],
  ],
  [
    "what a course shows",
    course({ chapters: ["tools", "shapes"], weekly_target: 4 }),
    [
      "-    weeklyTarget: 5",
      "-    menus: [block, tools]",
      "+    weeklyTarget: 4",
      "+    menus: [tools, shapes]",
      "-      - {id: 1, pdf: sheet.pdf, menus: [tools]}",
      "-      - {id: 2, menus: [block]}",
      "+      - {id: 1, pdf: sheet.pdf, menus: [tools, shapes]}",
    ],
  ],
  [
    "a course without its sheet",
    course({ sheets: [{ package: 1, language: "en", file: null }] }),
    ["-      - {id: 1, pdf: sheet.pdf, menus: [tools]}", "+      - {id: 1, menus: [tools]}"],
  ],
])("a change writes only what it must: %s", async (_what, change, changed) => {
  const desk = await atDesk();
  const before = await filesOf(desk.school);
  const answer = await desk.change(change);
  expect(answer.outcome).toEqual([200, undefined]);
  const after = await filesOf(desk.school);
  expect(changesOf(before, after)).toEqual(changed);
  const { tree, place, step } = answer.done();
  expect(tree).toEqual(await desk.read());
  // What is selected next is there.
  const product = tree.products.find(({ key }) => key === place?.product);
  if (place?.lesson) expect(product?.lessons.map(({ key }) => key)).toContain(place.lesson);
  // And it can be taken back.
  await desk.call(`texts/steps/${step}/undo`, "POST");
  expect(changesOf(before, await filesOf(desk.school))).toEqual([]);
});

test("a new course with copies of all it needs is published, and leaves the original alone", async () => {
  const desk = await atDesk();
  const files = await filesOf(desk.school);
  const product = at({ kind: "product" });
  const copied = (
    await desk.change(add("course", product, "", { titles: both("Again"), from: PMB }))
  ).done();
  const own = copied.tree.products[0]?.courses.find(({ key }) => key === copied.place?.course);
  expect(own).toMatchObject({ chapters: ["block-2", "tools-2"], weekly_target: 5 });
  await desk.change(add("course", product, "", { titles: both("Examples"), from: "examples" }));
  await desk.change(copy(at({ kind: "product", product: "SW" })));
  const before = changesOf(files, await filesOf(desk.school));
  expect(before.filter((line) => /^(?:-|gone)/.test(line))).toEqual(["-products: [PM, SW]"]);
  await desk.publish();
  const { products } = decode(getStaffContent, (await desk.call("content")).json);
  expect(products.map(({ key, courses }) => [key, courses.map((each) => each.key)])).toEqual([
    ["PM", ["PMB", "PMS", "AGAIN", "EXAMPLES"]],
    ["SW", ["SWB"]],
    ["SW-2", ["SWB-2"]],
  ]);
});

test("a chapter and a lesson are copied to another product with all that they name", async () => {
  const desk = await atDesk();
  // The other product has another picture of that name.
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  await changeFiles(desk.school, await textChange(desk.school, "SW/assets/sheet.svg", drawing));
  const course = at({ kind: "course", product: "SW", course: "SWB" });
  const into = async (place: typeof paper, there: typeof paper) =>
    (await desk.change({ do: "copy", place, into: there })).done();
  const before = await filesOf(desk.school);
  const copied = await into(at({ kind: "chapter", course: "PMB", chapter: "tools" }), course);
  expect(copied.place).toMatchObject({ product: "SW", course: "SWB", chapter: "tools" });
  await into(at({ chapter: "shapes", section: 0, lesson: "flare" }), MACHINE);
  await into(at({ chapter: "block", section: 0, lesson: "block-task" }), MACHINE);
  const after = await filesOf(desk.school);
  expect(changesOf(before, after).filter((line) => /^(?:-|gone)/.test(line))).toEqual([
    "-        lessons: [threading, stitch]",
  ]);
  expect(Object.keys(after).filter((name) => name.startsWith("SW/a"))).toEqual([
    ...["SW/assets/flare.en.vtt", "SW/assets/flare.webm", "SW/assets/sheet-2.svg"],
    ...["SW/assets/sheet.pdf", "SW/assets/sheet.svg"],
    ...["SW/assignments/task.pdf", "SW/assignments/task.svg"],
  ]);
  expect(after["SW/lessons/paper.md"]).toContain("[a pencil](lesson:pencil)");
  expect(after["SW/lessons/paper.he.md"]).toContain('![גיליון](sheet-2.svg "איור 1. גיליון")');
  // The draft asks for lengths of steps that are not there.
  expect(after["SW/lessons/block-task.md"]).not.toContain("lengths");
  await desk.publish();
});

test.each<[what: string, change: TreeChange, status: number]>([
  ["a copy in its own product by that way", { do: "copy", place: paper, into: LINES }, 422],
  ["a section in a section", add("section", FIRST, "Deeper"), 422],
  ["a main lesson as a part", add("lesson", MAIN, "x", { lesson: "main" }), 422],
  ["a part of what is no main lesson", add("lesson", at({ lesson: "paper" }), "x"), 422],
  ["a title in another language alone", add("section", TOOLS, "", {}), 422],
  ["another product's place", move(paper, MACHINE, 0), 422],
  ["a chapter that is not there", move({ ...TOOLS, chapter: "x" }, PMB, 0), 409],
  ["a product that is not there", remove({ ...PMB, product: "../PM" }), 409],
  ["a lesson within another one", move(paper, at({ lesson: "paper" }), 0), 422],
  ["chapters twice", course({ chapters: ["tools", "tools"] }), 422],
  ["a picture that was not sent", course({ picture: { ...UNSENT, name: "a.png" } }), 422],
  [
    "a sheet that is no PDF",
    course({ sheets: [{ package: 1, language: "en", file: { ...UNSENT, name: "a.exe" } }] }),
    422,
  ],
])("refuses %s, and changes nothing", async (_what, change, status) => {
  const desk = treeOf(await deskOf(unchanged));
  expect((await desk.change(change)).status).toBe(status);
  expect((await desk.read()).draft).toBe(false);
});

test("a picture and a sheet that were sent belong to their course", async () => {
  const desk = await atDesk();
  const picture = { name: "My course (1).svg", ...(await desk.send(Buffer.from("<svg/>"))) };
  const file = { name: "sheet.pdf", ...(await desk.send(Buffer.from("%PDF-1.7 another"))) };
  const sheets = [{ package: 1, language: "he", file }];
  const answer = await desk.change(course({ picture, sheets }));
  const changed = answer.done().tree.products[0]?.courses[0];
  expect(changed?.picture).toBe("My-course-1-.svg");
  expect(changed?.packages[0]?.sheets).toEqual([
    { language: "en", name: "sheet.pdf" },
    { language: "he", name: "sheet-2.pdf" },
  ]);
  const files = Object.keys(await filesOf(desk.school));
  expect(files).toEqual(
    expect.arrayContaining(["PM/icons/My-course-1-.svg", "PM/assets/sheet-2.pdf"]),
  );
});

test("a file that cannot be read is named with its line, and the rest of the tree stays", async () => {
  const desk = await atDesk();
  const broken = await textChange(desk.school, COURSE, "product:\n  id: [\n");
  const lesson = await textChange(desk.school, "SW/lessons/stitch.md", "# No head\n");
  await changeFiles(desk.school, broken, lesson);
  const [pattern, sewing] = (await desk.read()).products;
  expect(pattern).toMatchObject({ key: "PM", chapters: [], problem: { line: 3 } });
  expect(sewing?.courses).toHaveLength(1);
  expect(sewing?.lessons.find(({ key }) => key === "stitch")?.problem?.line).toBe(1);
  expect((await desk.change(remove(PMB))).json.code).toBe("content/entry_not_editable");
  // It is edited as a text until the tree can read it again.
  const write = (text: string, replaces: string | null) =>
    desk.call("texts/text", "PUT", { path: COURSE, text, replaces });
  const mended = await write("product: {id: 1}\n", pattern?.checksum ?? null);
  expect(mended.status).toBe(200);
  expect((await write("product: [\n", mended.json.checksum)).status).toBe(404);
});

test("a school without content begins with a course, in German alone", async () => {
  const desk = await atDesk({ isEmpty: true });
  expect(await desk.read()).toMatchObject({ state: "empty", products: [] });
  const begin = (more: object) =>
    desk.post("/begin", {
      ...{ organisation: "Nähschule", languages: ["de"], title: "Grundkurs" },
      ...{ chapter: "", from: "empty" },
      ...more,
    });
  for (const wrong of [{ languages: [] }, { languages: ["de", "xx"] }, { organisation: " " }]) {
    expect((await begin(wrong)).status).toBe(422);
  }
  const { tree, place } = decode(postTreeBegin, (await begin({ chapter: " Maße\n" })).json);
  expect(tree).toMatchObject({ state: "ready", languages: ["de"], organisation: "Nähschule" });
  expect(tree.products[0]).toMatchObject({
    titles: [{ language: "de", text: "Grundkurs" }],
    courses: [{ key: "GRUNDKURS", chapters: ["masse"] }],
  });
  expect(place).toMatchObject({ kind: "chapter", chapter: "masse" });
  expect((await begin({})).status).toBe(409);
  expect((await filesOf(desk.school))["school.yaml"]).toMatch(
    /^languages: \[de\]\norganisation:\n {2}id: 1\n {2}name: Nähschule\n/,
  );
});

test("lessons that explain themselves are published in every language", async () => {
  const desk = await atDesk({ isEmpty: true });
  const languages = [...LANGUAGES];
  const begun = await desk.post("/begin", {
    ...{ organisation: "Thimble", languages, title: "First", chapter: "", from: "examples" },
  });
  const { place } = decode(postTreeBegin, begun.json);
  const titles = languages.map((language) => ({ language, text: `First ${language}` }));
  for (const kind of ["product", "course"] as const) {
    const own = at({ kind, product: place?.product ?? "", course: place?.course ?? "" });
    const named = await desk.change({ do: "name", place: own, titles, descriptions: null });
    expect(named.status).toBe(200);
  }
  await desk.publish();
  const [product] = decode(getStaffContent, (await desk.call("content")).json).products;
  expect(product).toMatchObject({ lessons: 6, missing: [], courses: [{ lessons: 5 }] });
});
