import type {
  ContentTree,
  TreeChange,
  TreeKind,
  TreePlace,
  TreeWords,
} from "../../../contract/staff-tree.ts";
import {
  chapterIn,
  idOf,
  lessonIn,
  lessonsOf,
  parentOf,
  placeAt,
  positionOf,
  productIn,
  siblingsOf,
} from "./tree-model.ts";
import type { TreeRow } from "./tree-rows.ts";

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
