import * as v from "valibot";
import { expect, test } from "vitest";
import { product } from "../../../src/contract/content.ts";
import { assetsIn, filesByCourse } from "../../../src/domain/course-files.ts";

type Products = Parameters<typeof filesByCourse>[0];

const textOf = (html: string, parts: number[] = [], language = "en") => {
  const subLessons = parts.map((subLessonId) => ({ subLessonId }));
  return { html: { languages: { [language]: { pages: [{ title: "", html, subLessons }] } } } };
};
const lesson = (dbid: number, html: string, more: object = {}) => ({
  ...{ dbid, key: `LS_${dbid}`, image: `tile-${dbid}.svg` },
  ...textOf(html),
  ...more,
});
const chapter = (key: string, lessons: string[]) => ({ props: { key }, menu2: [{ lessons }] });
const props = { id: 1, key: "PM", title: "" };

const PM = v.parse(product, {
  props,
  menu: { menu1: [chapter("skirts", ["LS_1"]), chapter("coats", ["LS_2"])] },
  lessons: {
    LS_1: lesson(
      1,
      '<img data-asset="dart.svg"><video data-asset="a&amp;b.mp4" data-poster=p.jpg>',
    ),
    LS_2: lesson(2, "", { key: "x_ml", ...textOf("", [3], "he") }),
    LS_3: lesson(3, '<img data-asset="dart.svg"><img data-asset="coat.svg">'),
  },
  courses: {
    PMB: { props: { id: 1 }, visibles: ["skirts"], lessonsOrder: [{ id: 1, package_id: 1 }] },
    PMC: { props: { id: 2 }, visibles: ["coats"], lessonsOrder: [{ id: 2, package_id: 2 }] },
  },
  courseOrder: ["PMB", "PMC"],
  lpackages: {
    1: { props: { pdf: "one.pdf", translations: [{ language: "de", pdf: "one.de.pdf" }] } },
    2: { props: { pdf: "two.pdf" } },
  },
});

const asset = (name: string) => `assets/PM/${name}`;
const TREE = [
  ...["dart.svg", "a&b.mp4", "p.jpg", "coat.svg", "one.pdf", "one.de.pdf", "two.pdf"].map(asset),
  ...[1, 2, 3].map((id) => `icons/PM/tile-${id}.svg`),
  // A file without a known course belongs to all courses of its product, or of the school.
  ...["assets/PM/nobody.svg", "assignments/PM/task.pdf", "glossary/dart.svg"],
];

/** The files that a course needs, of those in a tree. */
const names = (products: Products, files: string[], course = 0) => [
  ...(filesByCourse(products, new Set(files))[course]?.names ?? []),
];

test.each([
  [0, ["assets/PM/coat.svg", "assets/PM/two.pdf", "icons/PM/tile-2.svg", "icons/PM/tile-3.svg"]],
  [1, [...["a&b.mp4", "p.jpg", "one.pdf", "one.de.pdf"].map(asset), "icons/PM/tile-1.svg"]],
])("course %i needs files of its lessons, and not %j", (course, others) => {
  const own = names({ PM }, TREE, course);
  expect(TREE.filter((name) => !own.includes(name))).toEqual(others);
});

test.each([
  ["<img data-asset=\"a.svg\"><img DATA-ASSET = 'b c.svg'>", ["a.svg", "b c.svg"]],
  ["<a data-asset=d.pdf>", ["d.pdf"]],
  ["<img data-asset='&quot;a&quot; &lt;b&gt; c&#39;s &amp;lt;.svg'>", [`"a" <b> c's &lt;.svg`]],
  ["no <b>asset</b> at all", []],
])("assets are found in any spelling of their names: %s", (html, found) => {
  expect(assetsIn(html)).toEqual(found);
});

const school = (course: object, lessons: Record<string, object>, menus: string[][] = []) => ({
  PM: v.parse(product, {
    props,
    menu: { menu1: menus.map((keys, index) => chapter(`menu${index}`, keys)) },
    lessons,
    courses: {
      PMB: { props: { id: 1 }, visibles: [], lessonsOrder: [], ...course },
      // It claims all files, so that only what PMB needs is listed for PMB.
      ALL: {
        props: { id: 2 },
        visibles: [],
        lessonsOrder: Object.keys(lessons).map((_, index) => ({ id: index + 1, package_id: 1 })),
      },
    },
    courseOrder: ["PMB", "ALL"],
    lpackages: { 1: { props: { pdf: "" } } },
  }),
});
const bare = (dbid: number) => ({ dbid, key: `L${dbid}`, image: `${dbid}.svg` });
const LESSONS = { L1: bare(1), L2: bare(2), L3: bare(3) };
const TILES = [1, 2, 3].map((id) => `icons/PM/${id}.svg`);
const needed = (products: Products, files = TILES) => names(products, files);

test("the lessons of a course are those of its order of study, though no menu shows them", () => {
  const order = [2, 99].map((id) => ({ id, package_id: 9 }));
  expect(needed(school({ lessonsOrder: order }, LESSONS))).toEqual(["icons/PM/2.svg"]);
});

test("the lessons of a course come with the picture of the course", () => {
  const products = school({ props: { id: 1, image: "course.svg" } }, LESSONS);
  const found = filesByCourse(products, new Set(["icons/PM/course.svg"]));
  expect(found.map(({ names: own }) => [...own])).toEqual([["icons/PM/course.svg"], []]);
});

test("the lessons of a course are those of all menus if it chooses none, or those of its choice", () => {
  const menus = [["L1", "L9", "constructor"], ["L3"]];
  expect(needed(school({}, LESSONS, menus))).toEqual(["icons/PM/1.svg", "icons/PM/3.svg"]);
  const chosen = school({ visibles: ["menu1"] }, LESSONS, menus);
  expect(needed(chosen)).toEqual(["icons/PM/3.svg"]);
});

test("the lessons of a course may lack files and refer to one another", () => {
  const circle = (dbid: number, part: number) => ({
    ...bare(dbid),
    ...textOf("<img data-asset=none.svg>", [part]),
  });
  const products = school({}, { L1: circle(1, 2), L2: circle(2, 1), L3: bare(3) }, [["L1"]]);
  expect(needed(products)).toEqual(["icons/PM/1.svg", "icons/PM/2.svg"]);
});

test("the lessons of a course use the file of their kind and product when several have the same name", () => {
  const figure = lesson(1, '<img data-asset="figures/dart.svg">', { image: "1.svg" });
  const products = school({}, { L1: figure });
  const dart = "asset/figures/dart.svg";
  const files = [`pm/${dart}`, `sw/${dart}`, "pm/asset/1.svg", "pm/icon/1.svg"];
  // A course without lessons gets the files alone that the other course does not need.
  expect(needed({ ...products, SW: { ...PM, courses: {} } }, files)).toEqual(["pm/asset/1.svg"]);
});

test("the sheet of a package is no assignment of the same name", () => {
  const files = ["media/pm/assignment/one.pdf", "media/pm/asset/one.pdf"];
  expect(names({ PM }, files, 0)).toContain("media/pm/asset/one.pdf");
  expect(names({ PM }, files, 1)).not.toContain("media/pm/asset/one.pdf");
});

test("a file of a product belongs to the courses of that product, in any case of its key", () => {
  const products = { pm: PM, SW: { ...PM, lessons: {} } };
  const files = ["assets/PM/other.svg", "assets/sw/other.svg", "other.svg"];
  const byCourse = filesByCourse(products, new Set(files));
  const [pm, sw] = ["assets/PM/other.svg", "assets/sw/other.svg"].map((own) => [own, "other.svg"]);
  expect(byCourse.map(({ productKey }) => productKey)).toEqual(["pm", "pm", "SW", "SW"]);
  expect(byCourse.map(({ names: own }) => [...own])).toEqual([pm, pm, sw, sw]);
});
