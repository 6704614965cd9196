import type {
  ContentTree,
  TreeChange,
  TreeChapter,
  TreeCourse,
  TreeKind,
  TreeLesson,
  TreePlace,
  TreeProduct,
  TreeWords,
} from "../../../contract/staff-tree.ts";

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

const NOWHERE: TreePlace = {
  ...{ kind: "product", product: "", course: "", chapter: "" },
  ...{ section: null, lesson: "", main: "" },
};

export const placeAt = (kind: TreeKind, fields: Partial<TreePlace>): TreePlace => ({
  ...NOWHERE,
  ...fields,
  kind,
});

export const idOf = (place: TreePlace, kind: TreeRow["kind"] = place.kind): string =>
  [kind, place.product, place.course, place.chapter, place.section, place.main, place.lesson].join(
    "/",
  );

/** A title in a language, else in that of the school, else in any. */
export const nameIn = (
  titles: TreeWords,
  languages: readonly (string | undefined)[],
): { readonly text: string; readonly language: string } => {
  const found =
    languages.map((each) => titles.find(({ language }) => language === each)).find(Boolean) ??
    titles[0];
  return found ?? { text: "", language: "" };
};

export const productIn = (tree: ContentTree, key: string): TreeProduct | undefined =>
  tree.products.find((each) => each.key === key);
const courseIn = (product: TreeProduct | undefined, key: string): TreeCourse | undefined =>
  product?.courses.find((each) => each.key === key);
export const chapterIn = (product: TreeProduct | undefined, key: string): TreeChapter | undefined =>
  product?.chapters.find((each) => each.key === key);
export const lessonIn = (product: TreeProduct | undefined, key: string): TreeLesson | undefined =>
  product?.lessons.find((each) => each.key === key);

export const courseOf = (tree: ContentTree, { product, course }: TreePlace) =>
  courseIn(productIn(tree, product), course);

/** The place that something stands in; null for a product. */
export const parentOf = (place: TreePlace): TreePlace | null => {
  const { product, course, chapter, section, main } = place;
  switch (place.kind) {
    case "product":
      return null;
    case "course":
      return placeAt("product", { product });
    case "chapter":
      return course === ""
        ? placeAt("product", { product })
        : placeAt("course", { product, course });
    case "section":
      return placeAt("chapter", { product, course, chapter });
    default:
      if (main !== "") return placeAt("lesson", { ...place, lesson: main, main: "" });
      return section === null
        ? placeAt("product", { product })
        : placeAt("section", { product, course, chapter, section });
  }
};

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

/** The keys of those beside a place that can change places with it, in their order; sections by position. */
const siblingsOf = (tree: ContentTree, place: TreePlace): readonly string[] => {
  const product = productIn(tree, place.product);
  switch (place.kind) {
    case "product":
      return tree.products.map(({ key }) => key);
    case "course":
      return product?.courses.map(({ key }) => key) ?? [];
    case "chapter":
      return courseIn(product, place.course)?.chapters ?? [];
    case "section":
      return (chapterIn(product, place.chapter)?.sections ?? []).map((_, at) => String(at));
    default:
      if (place.main !== "") return lessonIn(product, place.main)?.parts ?? [];
      return chapterIn(product, place.chapter)?.sections[place.section ?? -1]?.lessons ?? [];
  }
};

/** What something is called. */
export const titlesOf = (tree: ContentTree, place: TreePlace): TreeWords => {
  const product = productIn(tree, place.product);
  const chapter = chapterIn(product, place.chapter);
  const found = {
    product,
    course: courseIn(product, place.course),
    chapter,
    section: chapter?.sections[place.section ?? -1],
    lesson: lessonIn(product, place.lesson),
  }[place.kind];
  return found?.titles ?? [];
};

export const keyOf = (place: TreePlace): string =>
  place.kind === "section" ? String(place.section) : place[place.kind];

/** Where it stands among its siblings, from 0; below 0 if it stands in no order. */
export const positionOf = (tree: ContentTree, place: TreePlace): number =>
  siblingsOf(tree, place).indexOf(keyOf(place));

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

const byKey = new WeakMap<TreeProduct, ReadonlyMap<string, TreeLesson>>();

const lessonsOf = (product: TreeProduct): ReadonlyMap<string, TreeLesson> => {
  const known = byKey.get(product) ?? new Map(product.lessons.map((each) => [each.key, each]));
  byKey.set(product, known);
  return known;
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

/** The rows above a place, from the outermost one. */
export const pathTo = (tree: ContentTree, place: TreePlace): string[] => {
  const path: string[] = [];
  for (let at = parentOf(place); at; at = parentOf(at)) path.unshift(idOf(at));
  const isLoose = place.kind === "lesson" && place.main === "" && place.section === null;
  if (isLoose) path.push(idOf(placeAt("product", { product: place.product }), "lessons"));
  if (place.kind !== "product" && place.course === "" && place.chapter !== "") {
    path.splice(1, 0, idOf(placeAt("product", { product: place.product }), "chapters"));
  }
  const main = productIn(tree, place.product);
  return main ? path : [];
};

/** The places of a product's lessons by their keys: of one that stands in several, the first one. */
export const lessonPlaces = (product: TreeProduct): ReadonlyMap<string, TreePlace> => {
  const places = new Map<string, TreePlace>();
  for (const { key: chapter, sections } of product.chapters) {
    const course = product.courses.find(({ chapters }) => chapters.includes(chapter))?.key ?? "";
    for (const [section, { lessons }] of sections.entries()) {
      for (const lesson of lessons) {
        const place = { product: product.key, course, chapter, section, lesson };
        if (!places.has(lesson)) places.set(lesson, placeAt("lesson", place));
      }
    }
  }
  for (const { key, parts } of product.lessons) {
    const place = places.get(key);
    for (const part of parts) {
      if (place && !places.has(part)) places.set(part, { ...place, lesson: part, main: key });
    }
  }
  for (const { key: lesson } of product.lessons) {
    if (!places.has(lesson))
      places.set(lesson, placeAt("lesson", { product: product.key, lesson }));
  }
  return places;
};

/**
 * What an address names in the tree.
 * @param field within what is named; `sections/0/title` is that of a section
 * @returns null if it is not there
 */
export const placeNamed = (
  tree: ContentTree,
  {
    product: key,
    chapter,
    course,
    lesson,
    field,
  }: Readonly<Record<"product" | "chapter" | "course" | "lesson" | "field", string>>,
): TreePlace | null => {
  const product = productIn(tree, key);
  if (!product) return null;
  const place = lesson === "" ? undefined : lessonPlaces(product).get(lesson);
  if (place) return place;
  if (chapterIn(product, chapter)) {
    // In a course that shows it, if there is one.
    const shown = product.courses.find(({ chapters }) => chapters.includes(chapter));
    const at = { product: key, course: shown?.key ?? "", chapter };
    const [, section] = /^sections\/(\d+)/.exec(field) ?? [];
    return section === undefined
      ? placeAt("chapter", at)
      : placeAt("section", { ...at, section: Number(section) });
  }
  return courseIn(product, course)
    ? placeAt("course", { product: key, course })
    : placeAt("product", { product: key });
};

/** Where something may be moved to, by what it is, or copied to in another product. Nothing leaves its product. */
const HOMES: Readonly<Record<TreeKind, readonly TreeKind[]>> = {
  ...{ product: [], course: [], chapter: ["course"], section: ["chapter"] },
  lesson: ["section", "lesson"],
};

const mayHold = (home: TreePlace, place: TreePlace, tree: ContentTree): boolean => {
  if (!HOMES[place.kind].includes(home.kind)) return false;
  if (home.kind !== "lesson") return true;
  if (home.product !== place.product) return false;
  const product = productIn(tree, home.product);
  const isMain = (key: string) => lessonIn(product, key)?.main === true;
  return isMain(home.lesson) && !isMain(place.lesson);
};

interface Home {
  readonly place: TreePlace;
  /** Its path of titles. */
  readonly name: string;
}

/** All places that something may be moved to, without its own, or copied to in other products. */
export const homesOf = (
  tree: ContentTree,
  place: TreePlace,
  nameOf: (titles: TreeWords) => string,
): readonly Home[] => [
  ...homesIn(tree, place, place.product, nameOf),
  ...tree.products
    .filter(({ key, problem }) => key !== place.product && !problem)
    .flatMap(({ key, titles }) =>
      homesIn(tree, place, key, nameOf).map((home) => ({
        ...home,
        name: `${nameOf(titles)} › ${home.name}`,
      })),
    ),
];

const homesIn = (
  tree: ContentTree,
  place: TreePlace,
  of: string,
  nameOf: (titles: TreeWords) => string,
): readonly Home[] => {
  const product = productIn(tree, of);
  if (!product) return [];
  const own = idOf(parentOf(place) ?? place);
  const isOwn = of === place.product;
  const homes: Home[] = [];
  const add = (home: TreePlace, names: readonly string[]) => {
    if (mayHold(home, place, tree) && idOf(home) !== own)
      homes.push({ place: home, name: names.join(" › ") });
  };
  for (const { key, titles } of product.courses) {
    add(placeAt("course", { product: product.key, course: key }), [nameOf(titles)]);
  }
  for (const { key, titles, sections } of product.chapters) {
    const chapter = { product: product.key, chapter: key };
    const course = product.courses.find(({ chapters }) => chapters.includes(key))?.key ?? "";
    const shown = { ...chapter, course: isOwn && place.chapter === key ? place.course : course };
    add(placeAt("chapter", shown), [nameOf(titles)]);
    for (const [section, { titles: words, lessons }] of sections.entries()) {
      const names = [nameOf(titles), nameOf(words)];
      add(placeAt("section", { ...shown, section }), names);
      for (const lesson of lessons) {
        const found = lessonsOf(product).get(lesson);
        if (found?.main) {
          add(placeAt("lesson", { ...shown, section, lesson }), [...names, nameOf(found.titles)]);
        }
      }
    }
  }
  return homes;
};

/** How many stand in a place of what may be moved there. */
export const countIn = (tree: ContentTree, home: TreePlace): number => {
  const kinds = { course: "chapter", chapter: "section", section: "lesson" } as const;
  if (home.kind === "lesson") {
    return siblingsOf(tree, placeAt("lesson", { ...home, main: home.lesson })).length;
  }
  return home.kind === "product"
    ? 0
    : siblingsOf(tree, placeAt(kinds[home.kind], { ...home })).length;
};

/** Where a lesson stands at the end of a chapter: in its last section, or in the chapter, which gets one then. */
const endOf = (tree: ContentTree, place: TreePlace): TreePlace => {
  const chapter = chapterIn(productIn(tree, place.product), place.chapter);
  const section = (chapter?.sections.length ?? 0) - 1;
  return section < 0 ? place : placeAt("section", { ...place, section });
};

/** The move that brings something to the upper or lower half of a row; null where it cannot stand. */
export const dropOn = (
  tree: ContentTree,
  place: TreePlace,
  row: TreeRow,
  isLower: boolean,
): { readonly change: TreeChange; readonly where: "before" | "after" | "inside" } | null => {
  if (row.kind === "chapters" || row.kind === "lessons" || row.id === idOf(place)) return null;
  const move = (under: TreePlace, to: number): TreeChange => ({ do: "move", place, under, to });
  if (row.kind !== place.kind) {
    const isForChapter = place.kind === "lesson" && row.kind === "chapter";
    const home = isForChapter ? endOf(tree, row.place) : row.place;
    if (home.product !== place.product) return null;
    if (!isForChapter && !mayHold(home, place, tree)) return null;
    const isOwn = idOf(home) === idOf(parentOf(place) ?? place);
    const to = countIn(tree, home) - (isOwn ? 1 : 0);
    return isOwn && to === positionOf(tree, place)
      ? null
      : { change: move(home, to), where: "inside" };
  }
  const parent = parentOf(row.place);
  const isWithin = place.kind === "product" || row.place.product === place.product;
  const at = positionOf(tree, row.place);
  if (!isWithin || at < 0) return null;
  if (parent && place.kind !== "course" && !mayHold(parent, place, tree)) return null;
  const isSame = parent === null || idOf(parent) === idOf(parentOf(place) ?? place);
  const before = isSame ? positionOf(tree, place) : -1;
  const next = at + (isLower ? 1 : 0);
  const to = before >= 0 && before < next ? next - 1 : next;
  if (isSame && to === before) return null;
  return { change: move(parent ?? row.place, to), where: isLower ? "after" : "before" };
};

/** The move by one place up or down; null at the ends. */
export const stepBy = (tree: ContentTree, place: TreePlace, by: 1 | -1): TreeChange | null => {
  const siblings = siblingsOf(tree, place);
  const to = positionOf(tree, place) + by;
  if (positionOf(tree, place) < 0 || to < 0 || to >= siblings.length) return null;
  return { do: "move", place, under: parentOf(place) ?? place, to };
};
