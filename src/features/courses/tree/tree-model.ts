import type {
  ContentTree,
  TreeChapter,
  TreeCourse,
  TreeKind,
  TreeLesson,
  TreePlace,
  TreeProduct,
  TreeWords,
} from "../../../contract/staff-tree.ts";

const NOWHERE: TreePlace = {
  ...{ kind: "product", product: "", course: "", chapter: "" },
  ...{ section: null, lesson: "", main: "" },
};

export const placeAt = (kind: TreeKind, fields: Partial<TreePlace>): TreePlace => ({
  ...NOWHERE,
  ...fields,
  kind,
});

export const idOf = (
  place: TreePlace,
  kind: TreeKind | "chapters" | "lessons" = place.kind,
): string =>
  [kind, place.product, place.course, place.chapter, place.section, place.main, place.lesson].join(
    "/",
  );

/** A title in a language, else in that of the school, else in any. */
export const nameIn = (
  titles: TreeWords,
  wanted: string,
): { readonly text: string; readonly language: string } =>
  titles.find(({ language }) => language === wanted) ?? titles[0] ?? { text: "", language: "" };

export const productIn = (tree: ContentTree, key: string): TreeProduct | undefined =>
  tree.products.find((each) => each.key === key);
export const courseIn = (product: TreeProduct | undefined, key: string): TreeCourse | undefined =>
  product?.courses.find((each) => each.key === key);
export const chapterIn = (product: TreeProduct | undefined, key: string): TreeChapter | undefined =>
  product?.chapters.find((each) => each.key === key);
export const lessonIn = (product: TreeProduct | undefined, key: string): TreeLesson | undefined =>
  product?.lessons.find((each) => each.key === key);

const byKey = new WeakMap<TreeProduct, ReadonlyMap<string, TreeLesson>>();

/** The lessons of a product by their keys. */
export const lessonsOf = (product: TreeProduct): ReadonlyMap<string, TreeLesson> => {
  const known = byKey.get(product) ?? new Map(product.lessons.map((each) => [each.key, each]));
  byKey.set(product, known);
  return known;
};

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

/** The keys of those beside a place that can change places with it, in their order; sections by position. */
export const siblingsOf = (tree: ContentTree, place: TreePlace): readonly string[] => {
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

/** What stands where something was before it was removed: the next one, the one before, or what it stood in. */
export const besideRemoved = (
  before: ContentTree,
  after: ContentTree,
  place: TreePlace,
): TreePlace | null => {
  const left = siblingsOf(after, place);
  const key = left[Math.min(positionOf(before, place), left.length - 1)];
  if (key === undefined) return parentOf(place);
  return place.kind === "section"
    ? { ...place, section: Number(key) }
    : { ...place, [place.kind]: key };
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
  return productIn(tree, place.product) ? path : [];
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
