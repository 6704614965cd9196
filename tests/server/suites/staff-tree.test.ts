import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { getStaffContent } from "../../../src/contract/staff-content.ts";
import {
  getTree,
  postTreeBegin,
  postTreeChange,
  postTreeRemoval,
  type TreeChange,
  type TreePlace,
} from "../../../src/contract/staff-tree.ts";
import { lineDifferences } from "../../../src/server/content/editor/text-history.ts";
import { publishDraft } from "../../../src/server/content/source/source-work.ts";
import {
  authorsFolder,
  BY_COMMAND,
  change as changeFiles,
  importFolder,
  sourceSchool,
  textChange,
} from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { exportSourceFiles } from "../support/exported-source.ts";
import { openNewSchool } from "../support/first-start.ts";
import { openSchool, type TestSchool } from "../support/test-school.ts";

const COURSE = "PM/course.yaml";

const at = (fields: Partial<TreePlace>): TreePlace => ({
  ...{ kind: "lesson", product: "PM", course: "", chapter: "", section: null, lesson: "" },
  ...{ main: "", ...fields },
});
const en = (text: string) => [{ language: "en", text }];
const both = (text: string) => ["en", "he"].map((language) => ({ language, text }));

/** The files of the draft as text; pictures stay in base64. */
const filesOf = async (school: TestSchool): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await exportSourceFiles(school)).map(([name, bytes]) => [
      name,
      /\.(?:yaml|md)$/.test(name) ? Buffer.from(bytes, "base64").toString() : bytes,
    ]),
  );

/** What has changed: removed and added lines of texts, and other files. */
const changesOf = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (from === to) return [];
    if (from === undefined) return [`new ${name}`];
    if (to === undefined) return [`gone ${name}`];
    return lineDifferences(from, to)
      .filter(({ kind }) => kind !== "same")
      .map(({ kind, text }) => `${kind === "added" ? "+" : "-"}${text}`);
  });

/** A manager at the desk of a school, with its author's folder or without any content. */
const atDesk = async ({ isEmpty = false } = {}) => {
  const school = isEmpty ? (await openNewSchool()).school : await openSchool();
  if (!isEmpty) await importFolder(school, await authorsFolder());
  const token = await school.token(await school.add({ level: 20 }));
  const read = async () => decode(getTree, (await school.call("/staff/tree", { token })).json);
  const post = (name: string, json: unknown) =>
    school.call(`/staff/tree${name}`, { method: "POST", token, json });
  const seen = async () => {
    const { checksum, products } = await read();
    return [
      { path: "school.yaml", checksum },
      ...products.flatMap((product) => [
        { path: `${product.key}/course.yaml`, checksum: product.checksum },
        ...product.lessons
          .filter(({ key, main }) => main || key === "flare")
          .map((lesson) => ({
            path: `${product.key}/lessons/${lesson.key}.md`,
            checksum: lesson.checksum,
          })),
      ]),
    ].slice(0, 10);
  };
  const change = async (each: TreeChange, replaces?: Awaited<ReturnType<typeof seen>>) => {
    const answer = await post("", { change: each, replaces: replaces ?? (await seen()) });
    return { ...answer, done: () => decode(postTreeChange, answer.json) };
  };
  return { school, token, read, post, change, seen };
};

type Desk = Awaited<ReturnType<typeof atDesk>>;

const publish = async ({ school }: Desk) => {
  await publishDraft(sourceSchool(school), { actor: BY_COMMAND });
  await school.server.refresh();
};

const add = (kind: TreePlace["kind"], under: TreePlace | null, title: string, more = {}) =>
  ({
    ...{ do: "add", kind, under, at: null, titles: en(title), lesson: null, from: null },
    ...more,
  }) as TreeChange;
const move = (place: TreePlace, under: TreePlace, to: number): TreeChange => ({
  ...{ do: "move", place, under, to },
});
const remove = (place: TreePlace): TreeChange => ({ do: "remove", place });
const copy = (place: TreePlace): TreeChange => ({ do: "copy", place });

const PMB = at({ kind: "course", course: "PMB" });
const TOOLS = at({ kind: "chapter", course: "PMB", chapter: "tools" });
const FIRST = at({ kind: "section", course: "PMB", chapter: "tools", section: 0 });
const LINES = at({ kind: "section", course: "PMB", chapter: "tools", section: 1 });
const paper = at({ chapter: "tools", section: 0, lesson: "paper" });

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
      "+        lessons: [paper, pencil, klym-shl-nyyr]",
      "new PM/lessons/klym-shl-nyyr.md",
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
    add("lesson", at({ lesson: "lines_ml" }), "Zigzag"),
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
    move(paper, at({ lesson: "lines_ml" }), 0),
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
  expect([answer.status, answer.json.code]).toEqual([200, undefined]);
  const after = await filesOf(desk.school);
  expect(changesOf(before, after)).toEqual(changed);
  const { tree, place } = answer.done();
  expect(tree).toEqual(await desk.read());
  // What is selected next is there.
  const product = tree.products.find(({ key }) => key === place?.product);
  if (place?.lesson) expect(product?.lessons.map(({ key }) => key)).toContain(place.lesson);
});

test("a lesson's number is never that of one that students had", async () => {
  const desk = await atDesk();
  const { school } = desk;
  const student = await school.add();
  const rows = {
    account_id: student.id,
    lesson_id: 900,
    opened: 1,
    package_id: 1,
    last_seen: 1,
    seconds: 1,
  };
  await school.database.write((db) =>
    db
      .insertInto("progress")
      .values(rows as never)
      .execute(),
  );
  const added = async (title: string) => {
    const { tree, place } = (await desk.change(add("lesson", FIRST, title))).done();
    const lesson = tree.products[0]?.lessons.find(({ key }) => key === place?.lesson);
    return { id: lesson?.id, place: place as TreePlace };
  };
  const first = await added("One");
  expect(first.id).toBe(901);
  await desk.change(remove(first.place));
  expect((await added("Two")).id).toBe(902);
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
  await publish(desk);
  const { json } = await desk.school.call("/staff/content", { token: desk.token });
  const published = decode(getStaffContent, json).products;
  expect(published.map(({ key, courses }) => [key, courses.map((each) => each.key)])).toEqual([
    ["PM", ["PMB", "PMS", "AGAIN", "EXAMPLES"]],
    ["SW", ["SWB"]],
    ["SW-2", ["SWB-2"]],
  ]);
});

test("what is decided by an older file is refused, and nothing is changed", async () => {
  const desk = await atDesk();
  const seen = await desk.seen();
  expect((await desk.change(move(TOOLS, PMB, 0), seen)).status).toBe(200);
  const after = await filesOf(desk.school);
  const second = await desk.change(move(TOOLS, PMB, 0), seen);
  expect([second.status, second.json.code]).toEqual([409, "content/conflict"]);
  expect(second.json.errors).toEqual([expect.objectContaining({ path: COURSE })]);
  // Without the file that decides, too.
  expect((await desk.change(move(TOOLS, PMB, 0), [])).status).toBe(409);
  expect(await filesOf(desk.school)).toEqual(after);
  // Two at once: one of them is first.
  const [again, next] = [await desk.seen(), add("lesson", FIRST, "Both")];
  const answers = await Promise.all([desk.change(next, again), desk.change(next, again)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.each<[what: string, change: TreeChange, status: number]>([
  ["a section in a section", add("section", FIRST, "Deeper"), 422],
  [
    "a main lesson as a part",
    add("lesson", at({ lesson: "lines_ml" }), "x", { lesson: "main" }),
    422,
  ],
  ["a part of what is no main lesson", add("lesson", at({ lesson: "paper" }), "x"), 422],
  ["a title in another language alone", add("section", TOOLS, "", {}), 422],
  [
    "another product's place",
    move(paper, at({ kind: "section", product: "SW", chapter: "machine", section: 0 }), 0),
    422,
  ],
  [
    "a chapter that is not there",
    move(at({ kind: "chapter", course: "PMB", chapter: "x" }), PMB, 0),
    409,
  ],
  [
    "a product that is not there",
    remove(at({ kind: "course", product: "../PM", course: "PMB" })),
    409,
  ],
  ["a lesson within another one", move(paper, at({ lesson: "paper" }), 0), 422],
  ["chapters twice", course({ chapters: ["tools", "tools"] }), 422],
  [
    "a picture that was not sent",
    course({ picture: { name: "a.png", checksum: "0".repeat(64), size: 9 } }),
    422,
  ],
  [
    "a sheet that is no PDF",
    course({
      sheets: [
        { package: 1, language: "en", file: { name: "a.exe", checksum: "0".repeat(64), size: 9 } },
      ],
    }),
    422,
  ],
])("refuses %s, and changes nothing", async (_what, change, status) => {
  const desk = await atDesk();
  expect((await desk.change(change)).status).toBe(status);
  expect((await desk.read()).draft).toBe(false);
});

test("a picture and a sheet that were sent belong to their course", async () => {
  const desk = await atDesk();
  const send = async (name: string, bytes: Buffer) => {
    const checksum = hash("sha256", bytes);
    const size = bytes.length;
    await desk.school.call(`/staff/content/uploads/${checksum}?at=0&size=${size}&use=file`, {
      ...{ method: "PUT", token: desk.token, body: bytes },
    });
    return { name, checksum, size };
  };
  const picture = await send("My course (1).svg", Buffer.from("<svg/>"));
  const file = await send("sheet.pdf", Buffer.from("%PDF-1.7 another"));
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

test("a removal says what it means to students", async () => {
  const desk = await atDesk();
  const { school } = desk;
  const [one, two] = [
    await school.add({ courses: [{ course: 11 }] }),
    await school.add({ courses: [{ course: 11 }] }),
  ];
  const row = (account_id: number, lesson_id: number, completed: number | null) => ({
    ...{ account_id, lesson_id, opened: 1, completed, package_id: 1, last_seen: 1, seconds: 1 },
  });
  const { tree } = { tree: await desk.read() };
  const ids = tree.products[0]?.lessons.filter(({ key }) => /^(?:paper|pencil)$/.test(key));
  const [first = 0, second = 0] = ids?.map(({ id }) => id) ?? [];
  await school.database.write((db) =>
    db
      .insertInto("progress")
      .values([row(one.id, first, 2), row(one.id, second, null), row(two.id, first, 2)] as never)
      .execute(),
  );
  const removal = async (place: TreePlace) =>
    decode(postTreeRemoval, (await desk.post("/removal", { place })).json);
  expect(await removal(FIRST)).toMatchObject({
    ...{ lessons: 2, studying: 1, completed: 2, hand_ins: 0 },
    courses: [{ key: "PMB", students: 2 }],
  });
  expect(await removal(PMB)).toMatchObject({ lessons: 0, courses: [{ key: "PMB", students: 2 }] });
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
  const place = at({ kind: "course", course: "PMB" });
  expect((await desk.change(remove(place))).json.code).toBe("content/entry_not_editable");
  // It is edited as a text until the tree can read it again.
  const write = (text: string, replaces: string | null) =>
    desk.school.call("/staff/texts/text", {
      ...{ method: "PUT", token: desk.token, json: { path: COURSE, text, replaces } },
    });
  const mended = await write("product: {id: 1}\n", pattern?.checksum ?? null);
  expect(mended.status).toBe(200);
  expect((await write("product: [\n", mended.json.checksum)).status).toBe(404);
});

test("a school without content begins with a course, in German alone", async () => {
  const desk = await atDesk({ isEmpty: true });
  expect(await desk.read()).toMatchObject({ state: "empty", products: [] });
  const begin = (more: object) =>
    desk.post("/begin", {
      ...{ organisation: "Nähschule", languages: ["de"], title: "Grundkurs", from: "empty" },
      ...more,
    });
  expect((await begin({ languages: [] })).status).toBe(422);
  expect((await begin({ languages: ["de", "xx"] })).status).toBe(422);
  expect((await begin({ organisation: " " })).status).toBe(422);
  const { tree, place } = decode(postTreeBegin, (await begin({})).json);
  expect(tree).toMatchObject({ state: "ready", languages: ["de"], organisation: "Nähschule" });
  expect(tree.products[0]).toMatchObject({
    titles: [{ language: "de", text: "Grundkurs" }],
    courses: [{ key: "GRUNDKURS", chapters: ["erstes-kapitel"] }],
  });
  expect(place).toMatchObject({ kind: "chapter", chapter: "erstes-kapitel" });
  expect((await begin({})).status).toBe(409);
  expect((await filesOf(desk.school))["school.yaml"]).toMatch(
    /^languages: \[de\]\norganisation:\n {2}id: 1\n {2}name: Nähschule\n/,
  );
});
