import type { TreePlace } from "../../../../contract/staff-tree.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { courseSteps, othersKeepChapters } from "./course-chapters.ts";
import { chaptersOf, isReadable, type ProductFacts } from "./facts.ts";
import { codeFor } from "./keys.ts";
import { chapterOf, courseOf, listPath, productOf, sectionOf, type Tree } from "./plan.ts";

export const takenChapters = ({ chapters }: ProductFacts): Set<string> =>
  new Set(chapters.map(({ key }) => key));

/** What each thing may stand right under. There are no more levels than the menus have. */
export const PARENTS: Readonly<Record<TreePlace["kind"], readonly TreePlace["kind"][]>> = {
  product: [],
  course: ["product"],
  chapter: ["course", "product"],
  section: ["chapter"],
  lesson: ["section", "chapter", "lesson", "product"],
};

/** The keys of all courses, in lower case. */
export const courseKeys = (tree: Tree): Set<string> =>
  new Set(
    tree.products.flatMap(({ file }) =>
      file && isReadable(file.facts) ? file.facts.courses.map(({ key }) => key.toLowerCase()) : [],
    ),
  );

/** The key of a new course, which no other of the school has. */
export const newCourseKey = (tree: Tree, title: string): string =>
  codeFor(title, "COURSE", courseKeys(tree));

/** A number of a package that no other of the product has: it names one sheet. */
export const freePackage = ({ courses }: ProductFacts): number =>
  Math.max(1, ...courses.flatMap(({ packages }) => packages?.map(({ id }) => id) ?? [])) + 1;

/** The key of a new product: no other has it, and no folder. */
export const newProductKey = ({ products, files }: Tree, title: string): string => {
  const folders = [...files.keys()].map((path) => path.split("/")[0] ?? "");
  const taken = [...products.map(({ key }) => key), ...folders, "instructions", "glossary"];
  return codeFor(title, "PRODUCT", new Set(taken.map((each) => each.toLowerCase())));
};

/** The steps that add a chapter to the menu, and to a course if it is in one. */
export const chapterSteps = (
  facts: ProductFacts,
  place: TreePlace,
  { value, at }: { readonly value: { readonly key: string }; readonly at: number | null },
): YamlStep[] => {
  if (place.course === "") {
    const insert = { do: "insert", in: ["menu"], at: facts.chapters.length, value } as const;
    return [...othersKeepChapters(facts, null), insert];
  }
  const { course } = courseOf(facts, place);
  const shown = chaptersOf(facts, course);
  const position = Math.min(at ?? shown.length, shown.length);
  const before = facts.chapters.findIndex(({ key }) => key === shown[position - 1]);
  const after = facts.chapters.findIndex(({ key }) => key === shown[position]);
  const menuAt = before >= 0 ? before + 1 : after >= 0 ? after : facts.chapters.length;
  const insert: YamlStep = { do: "insert", in: ["menu"], at: menuAt, value };
  const chapters = shown.toSpliced(position, 0, value.key);
  // A course that shows all chapters has the new one by itself.
  const own: YamlStep[] =
    course.chapters === null && !course.packages ? [] : courseSteps(facts, course, chapters);
  return [...othersKeepChapters(facts, course.key), insert, ...own];
};

/** The steps that put a lesson into a section, or into the last one of a chapter, which gets one if it has none. */
export const lessonSteps = (
  tree: Tree,
  under: TreePlace,
  { key, at }: { readonly key: string; readonly at: number | null },
): { readonly steps: YamlStep[]; readonly section: number } => {
  const { facts } = productOf(tree, under.product);
  const { at: chapterAt, chapter, path } = chapterOf(facts, under);
  if (chapter.sections.length === 0) {
    const title =
      Object.keys(chapter.titles).length > 0
        ? chapter.titles
        : { [tree.languages[0] ?? ""]: chapter.key };
    const value = { title, lessons: [key] };
    return { steps: [{ do: "insert", in: [...path, "sections"], at: 0, value }], section: 0 };
  }
  const section =
    under.kind === "section" ? sectionOf(facts, under).at : chapter.sections.length - 1;
  const count = chapter.sections[section]?.lessons.length ?? 0;
  const position = Math.min(at ?? count, count);
  const list = listPath(chapterAt, section);
  return { steps: [{ do: "insert", in: list, at: position, value: key }], section };
};
