import type { TreePlace } from "../../../../contract/staff-tree.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { courseSteps } from "./course-chapters.ts";
import { chaptersOf, isReadable, lessonsIn, type ProductFacts } from "./facts.ts";
import {
  chapterOf,
  courseOf,
  type FileWork,
  lessonOf,
  listPath,
  type Plan,
  planInCourse,
  planInLesson,
  planInSchool,
  productOf,
  type ReadProduct,
  schoolOf,
  sectionOf,
  type Tree,
} from "./plan.ts";

type OpenProduct = ReturnType<typeof productOf>;

interface Place {
  readonly chapter: string;
  readonly section: number;
}

/** The sections that name a lesson. */
const placesOf = ({ chapters }: ProductFacts, lesson: string): Place[] =>
  chapters.flatMap(({ key: chapter, sections }) =>
    sections.flatMap(({ lessons }, section) =>
      lessons.includes(lesson) ? [{ chapter, section }] : [],
    ),
  );

/** The main lessons that have a lesson as their part. */
const mainsOf = ({ lessons }: ReadProduct, part: string): string[] =>
  [...lessons].flatMap(([key, { facts }]) =>
    isReadable(facts) && facts.parts.includes(part) ? [key] : [],
  );

/** The lessons that nothing names any more once some of their places are gone, with the parts of main lessons. */
const lessonsWithout = (
  product: OpenProduct,
  keys: readonly string[],
  isGone: (place: Place) => boolean,
): string[] => {
  const gone = new Set(
    keys.filter(
      (key) =>
        product.lessons.has(key) &&
        mainsOf(product, key).length === 0 &&
        placesOf(product.facts, key).every(isGone),
    ),
  );
  for (const key of [...gone]) {
    const facts = product.lessons.get(key)?.facts;
    if (!facts || !isReadable(facts)) continue;
    for (const part of facts.parts) {
      const isOnlyHere =
        product.lessons.has(part) &&
        mainsOf(product, part).every((main) => gone.has(main)) &&
        placesOf(product.facts, part).every(isGone);
      if (isOnlyHere) gone.add(part);
    }
  }
  return [...gone];
};

const isIn =
  ({ chapter, section }: TreePlace) =>
  (place: Place): boolean =>
    place.chapter === chapter && (section === null || place.section === section);

/** The keys of the lessons that are gone once something is removed. @throws HttpProblem 409, 422 */
export const lessonsGoneWith = (tree: Tree, place: TreePlace): string[] => {
  const product = productOf(tree, place.product);
  const { facts } = product;
  switch (place.kind) {
    case "product":
      return [...product.lessons.keys()];
    case "course":
      return [];
    case "chapter": {
      const keys = lessonsIn(chapterOf(facts, place).chapter);
      return lessonsWithout(product, keys, isIn({ ...place, section: null }));
    }
    case "section":
      return lessonsWithout(product, sectionOf(facts, place).section.lessons, isIn(place));
    default: {
      if (place.main === "") return lessonsWithout(product, [place.lesson], isIn(place));
      const isOnlyHere =
        mainsOf(product, place.lesson).length === 1 && placesOf(facts, place.lesson).length === 0;
      return isOnlyHere ? [place.lesson] : [];
    }
  }
};

const removedFiles = (product: OpenProduct, keys: readonly string[]): FileWork[] =>
  keys.flatMap((key) => {
    const { path, translations } = lessonOf(product, key);
    return [path, ...translations.values()].map((each) => ({ path: each, removed: true }) as const);
  });

const removeProduct = (tree: Tree, place: TreePlace): Plan => {
  const { products } = schoolOf(tree);
  const at = products.indexOf(place.product);
  const files = [...tree.files.keys()].filter((path) => path.startsWith(`${place.product}/`));
  const removed = files.map((path) => ({ path, removed: true }) as const);
  return planInSchool([{ do: "remove", in: ["products"], at }], null, removed);
};

const stepsOf = ({ facts }: OpenProduct, place: TreePlace): YamlStep[] => {
  switch (place.kind) {
    case "course":
      return [{ do: "remove", in: ["courses"], at: courseOf(facts, place).at }];
    case "chapter": {
      const { at } = chapterOf(facts, place);
      const courses = facts.courses.flatMap((course) => {
        const shown = chaptersOf(facts, course);
        const left = shown.filter((key) => key !== place.chapter);
        // A course that shows all chapters shows the others from then on.
        const hasToChange = shown.length !== left.length && (course.chapters || course.packages);
        return hasToChange
          ? courseSteps(facts, course, left).filter(
              (step) => course.chapters !== null || !(step.do === "put" && step.name === "menus"),
            )
          : [];
      });
      return [...courses, { do: "remove", in: ["menu"], at }];
    }
    case "section": {
      const { at, list } = sectionOf(facts, place);
      return [{ do: "remove", in: list, at }];
    }
    default: {
      if (place.section === null) return [];
      const { section } = sectionOf(facts, place);
      const at = section.lessons.indexOf(place.lesson);
      if (at < 0) return [];
      const list = listPath(chapterOf(facts, place).at, place.section);
      return [{ do: "remove", in: list, at }];
    }
  }
};

/** Removes with everything below that stands nowhere else. @throws HttpProblem 409, 422 */
export const planRemove = (tree: Tree, place: TreePlace): Plan => {
  if (place.kind === "product") return removeProduct(tree, place);
  const product = productOf(tree, place.product);
  const files = removedFiles(product, lessonsGoneWith(tree, place));
  if (place.kind === "lesson" && place.main !== "") {
    return planInLesson(product, place.main, { removePart: place.lesson }, null, files);
  }
  return planInCourse(product.key, stepsOf(product, place), null, files);
};
