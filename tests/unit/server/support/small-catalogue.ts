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

const FILES: Record<string, string> = {
  "asset first.svg": "image/svg+xml",
  "asset second.svg": "image/svg+xml",
  "asset third.webm": "video/webm",
  "asset extra.svg": "image/svg+xml",
  "asset unused.svg": "image/svg+xml",
  "asset sheet.pdf": "application/pdf",
  "asset sheet.he.pdf": "application/pdf",
  "asset poster.pdf": "application/pdf",
  "icon one.svg": "image/svg+xml",
  "icon three.svg": "image/svg+xml",
  "icon part.svg": "image/svg+xml",
  "assignment task.svg": "image/svg+xml",
  "assignment task.pdf": "application/pdf",
  "glossary dart.svg": "image/svg+xml",
};

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
  product.courses.push(
    {
      key: "A",
      product,
      course: {
        props: { id: 11 },
        lessonsOrder: orderOf([1, 1], [2, 5], [3, 5]),
        lpackages: [5, 6, 7],
      },
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
  const files = new Map(
    Object.entries(FILES).map(([name, type]) => [name, { type, size: 1, checksum: name }]),
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
