import path from "node:path";
import type { Catalogue } from "../../../../src/server/content/catalogue.ts";
import { daysIn } from "../../../../src/server/days.ts";

const lesson = (dbid: number, key: string, assets: string[], image = "") => ({
  lesson: { dbid, key, image, title: { en: key } },
  assets: new Map([["en", assets]]),
  mainLessonId: null as number | null,
});

const menuOf = (...sections: string[][]) => [{ menu2: sections.map((lessons) => ({ lessons })) }];

/** The order of study of a course: pairs of a lesson and its package. */
const orderOf = (...pairs: [number, number][]) =>
  pairs.map(([id, package_id]) => ({ id, package_id }));

const TYPES = { svg: "image/svg+xml", webm: "video/webm", pdf: "application/pdf" };
const FILES = [
  ...["asset first.svg", "asset second.svg", "asset third.webm", "asset extra.svg"],
  ...["asset unused.svg", "asset sheet.pdf", "asset sheet.he.pdf", "asset poster.pdf"],
  ...["icon one.svg", "icon three.svg", "icon part.svg"],
  ...["assignment task.svg", "assignment task.pdf", "glossary dart.svg"],
];

/**
 * The content of a small school, with what the rules of files and lessons read. The product PM has
 * two courses: 11 with the lessons one, two and three, and 12 with the lesson two and the tile of
 * three. Three is the main lesson of part. The lesson extra is in no course. The product SW is empty.
 */
export const smallCatalogue = (): Catalogue => {
  const product = {
    key: "PM",
    data: {
      lpackages: {
        5: { props: { pdf: "sheet.pdf", translations: [{ language: "he", pdf: "sheet.he.pdf" }] } },
        6: { props: { pdf: "poster.pdf" } },
      },
    },
    lessons: new Map(
      [
        lesson(3, "three", ["first.svg", "third.webm"], "three.svg"),
        lesson(1, "one", ["first.svg", "missing.svg"], "one.svg"),
        lesson(2, "two", ["second.svg", "second.svg"]),
        { ...lesson(4, "part", ["second.svg"], "part.svg"), mainLessonId: 3 },
        lesson(5, "extra", ["extra.svg"]),
      ].map((entry) => [entry.lesson.key, entry as object]),
    ),
    courses: [] as object[],
  };
  for (const entry of product.lessons.values()) Object.assign(entry, { product });
  const order = orderOf([1, 1], [2, 5], [3, 5]);
  product.courses.push(
    {
      key: "A",
      product,
      course: { props: { id: 11 }, lessonsOrder: order, lpackages: [5, 6, 7] },
      menus: menuOf(["one", "two", "three"]),
    },
    {
      key: "B",
      product,
      course: { props: { id: 12 }, lessonsOrder: orderOf([2, 5]), lpackages: [] },
      menus: menuOf(["two"], ["three"]),
    },
  );
  const [first, second] = product.courses;
  const typeOf = (name: string) => TYPES[path.extname(name).slice(1) as keyof typeof TYPES];
  const files = new Map(
    FILES.map((name) => [name, { type: typeOf(name), size: 1, checksum: name }]),
  );
  const lessons = [...product.lessons.values()] as { lesson: { dbid: number } }[];
  return {
    products: new Map<string, object>([
      ["PM", product],
      ["SW", { key: "SW", data: { lpackages: {} }, lessons: new Map(), courses: [] }],
    ]),
    lessons: new Map(lessons.map((entry) => [entry.lesson.dbid, entry])),
    courses: new Map([
      [11, first],
      [12, second],
    ]),
    assignments: new Map([
      [1, { image: null, instructions: null }],
      [3, { image: "task.svg", instructions: "task.pdf" }],
    ]),
    schoolDays: daysIn("UTC"),
    glossaryImages: ["dart.svg", "missing.svg"],
    file: (kind: string, product: string, title: string) =>
      product.toUpperCase() === (kind === "glossary" ? "" : "PM")
        ? files.get(`${kind} ${title}`)
        : undefined,
  } as unknown as Catalogue;
};
