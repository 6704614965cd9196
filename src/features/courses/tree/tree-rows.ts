import type {
  ContentTree,
  TreeChapter,
  TreeKind,
  TreeLesson,
  TreePlace,
  TreeProduct,
  TreeWords,
} from "../../../contract/staff-tree.ts";
import {
  chapterIn,
  courseIn,
  idOf,
  lessonsOf,
  placeAt,
  productIn,
  siblingsOf,
} from "./tree-model.ts";

/** A line of the tree. `chapters` and `lessons` hold those that stand nowhere else. */
export interface TreeRow {
  /** Names it among all rows, also after a change elsewhere. */
  readonly id: string;
  readonly kind: TreeKind | "chapters" | "lessons";
  readonly place: TreePlace;
  /** From 1. */
  readonly level: number;
  /** The row above that it belongs to. */
  readonly parent: string | null;
  readonly titles: TreeWords;
  /** From 1, and of how many. */
  readonly position: number;
  readonly size: number;
  readonly hasChildren: boolean;
  /** The languages of the school in which it has no title, or a lesson no text. */
  readonly missing: readonly string[];
  readonly lesson?: TreeLesson;
  /** The line and the words of what keeps its file from being read. */
  readonly problem?: NonNullable<TreeLesson["problem"]>;
}

/** The lessons of each product that no section names and that are no part. They are counted once for each tree. */
const loose = new WeakMap<TreeProduct, readonly string[]>();

const looseLessons = (product: TreeProduct): readonly string[] => {
  const known = loose.get(product);
  if (known) return known;
  const named = new Set(
    product.chapters.flatMap(({ sections }) => sections.flatMap(({ lessons }) => lessons)),
  );
  for (const { parts } of product.lessons) for (const part of parts) named.add(part);
  const found = product.lessons.map(({ key }) => key).filter((key) => !named.has(key));
  loose.set(product, found);
  return found;
};

const looseChapters = ({ courses, chapters }: TreeProduct): readonly string[] => {
  const shown = new Set(courses.flatMap((course) => course.chapters));
  return chapters.map(({ key }) => key).filter((key) => !shown.has(key));
};

const lacks = (languages: readonly string[], titles: TreeWords, texts?: readonly string[]) =>
  languages.filter(
    (each) => !titles.some(({ language }) => language === each) || texts?.includes(each) === false,
  );

type Child = Omit<TreeRow, "level" | "parent" | "position" | "size" | "id">;

const lessonRow = (
  { languages }: ContentTree,
  lessons: ReadonlyMap<string, TreeLesson>,
  place: TreePlace,
): Child => {
  const lesson = lessons.get(place.lesson);
  return {
    ...{ kind: "lesson", place, titles: lesson?.titles ?? [] },
    hasChildren: (lesson?.parts.length ?? 0) > 0,
    missing: lesson && !lesson.problem ? lacks(languages, lesson.titles, lesson.texts) : [],
    ...(lesson && { lesson }),
    ...(lesson?.problem && { problem: lesson.problem }),
  };
};

const chapterRow = (
  { languages }: ContentTree,
  { product, course }: TreePlace,
  { key, titles, sections }: TreeChapter,
): Child => ({
  ...{ kind: "chapter", titles, hasChildren: sections.length > 0 },
  place: placeAt("chapter", { product, course, chapter: key }),
  missing: lacks(languages, titles),
});

const childrenOf = (tree: ContentTree, row: TreeRow): Child[] => {
  const { languages } = tree;
  const { place } = row;
  const product = productIn(tree, place.product);
  if (!product) return [];
  const lessons = lessonsOf(product);
  const chapters = (keys: readonly string[]) =>
    keys
      .flatMap((key) => chapterIn(product, key) ?? [])
      .map((each) => chapterRow(tree, place, each));
  switch (row.kind) {
    case "product": {
      const group = (kind: "chapters" | "lessons", keys: readonly string[]): Child[] =>
        keys.length > 0 ? [{ kind, place, titles: [], hasChildren: true, missing: [] }] : [];
      return [
        ...product.courses.map(
          ({ key, titles, chapters: shown }): Child => ({
            ...{ kind: "course", titles, hasChildren: shown.length > 0 },
            place: placeAt("course", { product: product.key, course: key }),
            missing: lacks(languages, titles),
          }),
        ),
        ...group("chapters", looseChapters(product)),
        ...group("lessons", looseLessons(product)),
      ];
    }
    case "course":
      return chapters(courseIn(product, place.course)?.chapters ?? []);
    case "chapters":
      return chapters(looseChapters(product));
    case "lessons":
      return looseLessons(product).map((lesson) =>
        lessonRow(tree, lessons, placeAt("lesson", { product: product.key, lesson })),
      );
    case "chapter":
      return (chapterIn(product, place.chapter)?.sections ?? []).map(
        ({ titles, lessons: keys }, section): Child => ({
          ...{ kind: "section", titles, hasChildren: keys.length > 0 },
          place: placeAt("section", { ...place, section }),
          missing: lacks(languages, titles),
        }),
      );
    case "section":
      return siblingsOf(tree, placeAt("lesson", place)).map((lesson) =>
        lessonRow(tree, lessons, placeAt("lesson", { ...place, lesson })),
      );
    default:
      return (row.lesson?.parts ?? []).map((lesson) =>
        lessonRow(tree, lessons, placeAt("lesson", { ...place, lesson, main: place.lesson })),
      );
  }
};

/** The rows that are seen: those whose parents are all open. What is closed costs nothing. */
export const rowsOf = (tree: ContentTree, isOpen: (id: string) => boolean): TreeRow[] => {
  const rows: TreeRow[] = [];
  const add = (children: readonly Child[], level: number, parent: string | null): void => {
    for (const [at, child] of children.entries()) {
      const id = idOf(child.place, child.kind);
      const row = { ...child, id, level, parent, position: at + 1, size: children.length };
      rows.push(row);
      if (child.hasChildren && isOpen(id)) add(childrenOf(tree, row), level + 1, id);
    }
  };
  const products = tree.products.map(
    (product): Child => ({
      ...{ kind: "product", titles: product.titles },
      place: placeAt("product", { product: product.key }),
      hasChildren: product.courses.length + product.chapters.length + product.lessons.length > 0,
      missing: product.problem ? [] : lacks(tree.languages, product.titles),
      ...(product.problem && { problem: product.problem }),
    }),
  );
  add(products, 1, null);
  return rows;
};
