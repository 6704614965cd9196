import * as v from "valibot";
import { expect, test } from "vitest";
import { product } from "../../../src/contract/content.ts";
import { assetsIn, filesByCourse } from "../../../src/domain/course-files.ts";

const lesson = (dbid: number, html: string, more: object = {}) => ({
  dbid,
  key: `LS_${dbid}`,
  image: `tile-${dbid}.svg`,
  html: { languages: { en: { pages: [{ title: "", html }] } } },
  ...more,
});

const PM = v.parse(product, {
  props: { id: 1, key: "PM", title: "" },
  menu: {
    menu1: [
      { props: { key: "skirts" }, menu2: [{ lessons: ["LS_1"] }] },
      { props: { key: "coats" }, menu2: [{ lessons: ["LS_2"] }] },
    ],
  },
  lessons: {
    LS_1: lesson(
      1,
      '<img data-asset="dart.svg"><video data-asset="a&amp;b.mp4" data-poster=p.jpg>',
    ),
    LS_2: lesson(2, "<a data-asset='sheet.pdf'>", {
      key: "x_ml",
      html: {
        languages: { he: { pages: [{ title: "", html: "", subLessons: [{ subLessonId: 3 }] }] } },
      },
    }),
    LS_3: lesson(3, '<img data-asset="dart.svg"><img data-asset="coat.svg">'),
  },
  courses: {
    PMB: { props: { id: 1 }, visibles: ["skirts"], lessonsOrder: [{ id: 1, package_id: 1 }] },
    PMC: { props: { id: 2 }, visibles: ["coats"], lessonsOrder: [{ id: 2, package_id: 2 }] },
  },
  courseOrder: ["PMB", "PMC"],
  lpackages: { 1: { props: { pdf: "one.pdf" } }, 2: { props: { pdf: "two.pdf" } } },
});

const names = (files: string[], course: number, layout = (name: string) => name) =>
  [...(filesByCourse({ PM }, new Set(files.map(layout)))[course]?.names ?? [])].toSorted();

const TREE = [
  "assets/PM/dart.svg",
  "assets/PM/a&b.mp4",
  "assets/PM/p.jpg",
  "assets/PM/coat.svg",
  "assets/PM/one.pdf",
  "assets/PM/two.pdf",
  "assets/PM/nobody.svg",
  "icons/PM/tile-1.svg",
  "icons/PM/tile-2.svg",
  "icons/PM/tile-3.svg",
  "assignments/PM/task.pdf",
  "glossary/dart.svg",
];

/** A file without a known course belongs to all courses of its product, or of the school. */
const SHARED = ["assets/PM/nobody.svg", "assignments/PM/task.pdf", "glossary/dart.svg"];

test("a course needs the files of the lessons that it shows, their parts, tiles and sheets", () => {
  expect(names(TREE, 0)).toEqual(
    [
      ...SHARED,
      "assets/PM/dart.svg",
      "assets/PM/a&b.mp4",
      "assets/PM/p.jpg",
      "assets/PM/one.pdf",
      "icons/PM/tile-1.svg",
    ].toSorted(),
  );
  expect(names(TREE, 1)).toEqual(
    [
      ...SHARED,
      "assets/PM/dart.svg",
      "assets/PM/coat.svg",
      "assets/PM/two.pdf",
      "icons/PM/tile-2.svg",
      "icons/PM/tile-3.svg",
    ].toSorted(),
  );
});

test("a tree with another school server's layout is understood", () => {
  const other = (name: string) => name.replace("assets/PM", "media/pm/files");
  expect(names(TREE, 1, other)).toContain("media/pm/files/coat.svg");
  expect(names(TREE, 0, other)).not.toContain("media/pm/files/coat.svg");
});

test("assets are found in any spelling of their names", () => {
  expect(
    assetsIn("<img data-asset=\"a.svg\"><img DATA-ASSET = 'b c.svg'><a data-asset=d.pdf>"),
  ).toEqual(["a.svg", "b c.svg", "d.pdf"]);
  expect(assetsIn("no <b>asset</b> at all")).toEqual([]);
});
