import { symlink } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { expectWarnings } from "./expect-problems.ts";
import {
  changed,
  compileWith,
  type Files,
  inFolder,
  lesson,
  problemsWith,
  SMALL_SCHOOL,
  warningsWith,
} from "./small-school.ts";

const UNREAD = "Nothing names this file, so it is not read";
const CAPTIONS = "captions are VIDEO.LANGUAGE.vtt or .srt";

const files = (...paths: string[]): Files => Object.fromEntries(paths.map((name) => [name, "x"]));

describe("a file that nothing reads", () => {
  test.each<[name: string, message: string]>([
    ["PM/assets/a/b.svg", UNREAD],
    ["PM/icons/FRAME.svg", UNREAD],
    ["PM/assignments/x.pdf", UNREAD],
    ["glossary/hem.svg", UNREAD],
    ["old-logo.png", UNREAD],
    // A licence is a text: see README.md and LICENSE below.
    ["PM/assets/licence.svg", UNREAD],
    ["PM/Plan.docx", UNREAD],
    ["PM/assets/pin.en.VTT", CAPTIONS],
    ["PM/assets/pin.en.ass", CAPTIONS],
    ["PM/icons/pin.en.srt", CAPTIONS],
    ["faq.yml", 'did you mean "faq.yaml"?'],
    ["instruction/1-a.md", 'did you mean "instructions"?'],
  ])("is a warning with its name: %s", (name, message) =>
    expectWarnings(files(name), [name, 1, message]),
  );

  test("is a warning for a folder of them", () =>
    expectWarnings(
      files(
        ...["PM/lesson/a.md", "PM/lesson/b/c.md", "SW/course.yaml"],
        ...["a", "b", "c"].map((key) => `SW/lessons/${key}.md`),
      ),
      ["PM/lesson", 1, 'files in this folder (a.md, b/c.md); did you mean "lessons"?'],
      ["SW", 1, "in this folder (course.yaml, lessons/a.md, lessons/b.md and 1 more)."],
    ));

  test("a link that nothing reads is a warning", async () => {
    const { ok, warnings } = await inFolder({ ...SMALL_SCHOOL }, async (folder) => {
      await symlink("frame.svg", path.join(folder, "PM/assets/back.svg"));
      await symlink("/", path.join(folder, "PM/everything"));
      return compileSchool(folder);
    });
    const message = "This is a link, which is not read: put the file itself here.";
    expect({ ok, warnings }).toMatchObject({
      ok: true,
      warnings: ["PM/assets/back.svg", "PM/everything"].map((file) => ({ file, line: 1, message })),
    });
  });

  test("a file that nothing reads is no warning beside a mistake, as not all names are known", async () => {
    expect(await warningsWith({ ...files("old-logo.png"), "faq.yaml": "[" })).toEqual([]);
  });
});

const names = [
  ...["Thumbs.db", "PM/assets/desktop.ini", "PM/lessons/.DS_Store", "PM/lessons/._hem.md"],
  ...["PM/lessons/~$hem.docx", "PM/lessons/hem.md~", "PM/lessons/.hem.md.swp", "PM/Icon\r"],
  ...["instructions/Thumbs.db", "__MACOSX/PM/._frame.svg", ".git/HEAD", "glossary/#dart.svg#"],
  ...["README.md", "README.he.md", "LICENSE", "PM/assets/fonts-licence.txt", "PM/README"],
  ...["PM/lessons/README.md", "instructions/LICENCE.txt"],
];
test.each(names)("a file of a system or for people gets no warning: %j", async (name) => {
  expect(await compileWith(files(name))).toMatchObject({ ok: true, warnings: [] });
});

test("a product's folder may be a link to the content elsewhere", async () => {
  const half = (isProduct: boolean) =>
    Object.fromEntries(
      Object.entries(SMALL_SCHOOL).filter(([name]) => name.startsWith("PM/") === isProduct),
    );
  const compiled = await inFolder(half(true), (elsewhere) =>
    inFolder(half(false), async (folder) => {
      await symlink(path.join(elsewhere, "PM"), path.join(folder, "PM"));
      return compileSchool(folder);
    }),
  );
  expect(compiled).toMatchObject({ ok: true, warnings: [] });
});

// `é` in one character, as most keyboards write it, and in two, as a Mac's disk may have it.
const [ONE, TWO] = ["caf\u00e9", "cafe\u0301"];

test("two files with one name in two forms of Unicode are an error with both names", async () => {
  const found = await problemsWith(files(`PM/assets/${ONE}.svg`, `PM/assets/${TWO}.svg`));
  const both = '"PM/assets/cafe\\u0301.svg" and "PM/assets/caf\\u00e9.svg"';
  const message = `There are two files of this name, ${both}: keep one of them.`;
  expect(found).toEqual([{ file: `PM/assets/${ONE}.svg`, line: 1, message }]);
});

type Path = Parameters<typeof changed>[0];

test.each<[path: Path, from: string, to: string, at: string, message: string]>([
  ["PM/lessons/hem.md", "Text.", "Text.\n\n##Sew", "##Sew", "If this is a heading"],
  ["PM/lessons/hem.md", "en: Hem", "en: “Hem”", "“Hem”", "quotes that YAML takes for letters"],
  ["PM/lessons/frame.he.md", "עוד", "• עוד", "• עוד", "If this is a list"],
  ["PM/lessons/frame.md", "| A  | 2  |", "| A  | ** 2 **  |", "** 2", '"**" is shown as it is'],
  ["PM/course.yaml", "weeklyTarget: 5", "weeklyTarget: 05", "05", '"05" is read as 5'],
  ["school.yaml", "name: Small School", "name: Small School #1", "#1", '"#1" is a comment to YAML'],
  ["glossary.yaml", "It hangs.", "[ ] It hangs.\n\n      #Sew", "#Sew", "If this is a heading"],
  ["faq.yaml", "- Slowly.", "- [ ] Slowly.", "[ ]", "no boxes to tick"],
  ["instructions/10-last.md", "Do *this*.", "Do:\n2. this", "2. this", "blank line before it"],
])(
  "what is probably meant otherwise is a warning by file and line: in %s",
  (path, from, to, ...said) => expectWarnings(changed(path, from, to), [path, ...said]),
);

test.each([
  "[dart] (term:dart)",
  "［dart］（term:dart）",
  "![Back] (frame.svg)",
  "![Back](frame.svg “Figure 1”)",
])("a link or picture with a mistake in its signs is reported: %s", async (written) => {
  const changes = changed("PM/lessons/hem.md", "Text.", `Text.\n\n${written}`);
  const found = [...(await problemsWith(changes)), ...(await warningsWith(changes))];
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ file, line }) => file === "PM/lessons/hem.md" && line === 10)).toBe(true);
});

const COURSE = "PM/course.yaml";
const NEW = `      - title: {en: New section, he: חדש}
        lessons: []
  - key: new
    title: {en: New chapter, he: חדש}
    sections: []
courses:
`;

const changes = {
  ...changed(COURSE, "courses:\n", NEW),
  "PM/lessons/alone.md": lesson(300, "Alone"),
};

test("what has no lessons yet is left out with a warning, and a lesson may stand nowhere", async () => {
  await expectWarnings(
    changes,
    [COURSE, "lessons: []", "This section has no lessons yet"],
    [COURSE, "sections: []", "This entry of the menu has no sections yet"],
    ["PM/lessons/alone.md", 1, "No menu and no @part names this lesson."],
  );
  const compiled = await compileWith(changes);
  const [product] = compiled.ok ? compiled.value.products : [];
  expect(product?.menu.menu1.map(({ props, menu2 }) => [props.key, menu2.length])).toEqual([
    ["skirt", 1],
    ["more", 1],
  ]);
  expect(product?.courses.PMS?.lessonsOrder).toHaveLength(3);
});
