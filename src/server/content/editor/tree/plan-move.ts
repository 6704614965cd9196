import type { TreeChange, TreePlace } from "../../../../contract/staff-tree.ts";
import { invalid } from "../../../problem.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { courseSteps } from "./course-chapters.ts";
import type { LessonEdit } from "./edit-lesson.ts";
import { type CourseFacts, chaptersOf, isReadable } from "./facts.ts";
import { lessonSteps, PARENTS } from "./placing.ts";
import {
  chapterOf,
  courseOf,
  type FileWork,
  lessonOf,
  listPath,
  type Plan,
  placeAt,
  planInCourse,
  planInSchool,
  productOf,
  schoolOf,
  sectionOf,
  type Tree,
} from "./plan.ts";

type Move = Extract<TreeChange, { do: "move" }>;

const moveProduct = (tree: Tree, { place, to }: Move): Plan => {
  const { products } = schoolOf(tree);
  const list = ["products"];
  const at = products.indexOf(place.product);
  const next = Math.min(to, products.length - 1);
  return planInSchool([{ do: "move", in: list, at, into: list, to: next }], place);
};

const moveCourse = (tree: Tree, { place, to }: Move): Plan => {
  const { facts } = productOf(tree, place.product);
  const list = ["courses"];
  const { at } = courseOf(facts, place);
  const next = Math.min(to, facts.courses.length - 1);
  return planInCourse(place.product, [{ do: "move", in: list, at, into: list, to: next }], place);
};

/** Moves a chapter within its course, to another one, or out of it. */
const chapterMove = (tree: Tree, { place, under, to }: Move): YamlStep[] => {
  const { facts } = productOf(tree, place.product);
  const { at } = chapterOf(facts, place);
  const shownIn = (course: string) =>
    course === "" ? null : courseOf(facts, placeAt({ ...place, course })).course;
  const othersOf = (course: CourseFacts) =>
    chaptersOf(facts, course).filter((key) => key !== place.chapter);
  const from = shownIn(place.course);
  const into = under.kind === "course" ? shownIn(under.course) : null;
  if (from && from === into && into.chapters === null && !into.packages) {
    const menu = ["menu"];
    const next = Math.min(to, facts.chapters.length - 1);
    return [{ do: "move", in: menu, at, into: menu, to: next }];
  }
  const left = from && from !== into ? courseSteps(facts, from, othersOf(from)) : [];
  if (!into) return left;
  const others = othersOf(into);
  const after = others.toSpliced(Math.min(to, others.length), 0, place.chapter);
  return [...left, ...courseSteps(facts, into, after)];
};

const moveChapter = (tree: Tree, move: Move): Plan => {
  const { place, under } = move;
  const course = under.kind === "course" ? under.course : "";
  return planInCourse(place.product, chapterMove(tree, move), { ...place, course });
};

const moveSection = (tree: Tree, { place, under, to }: Move): Plan => {
  const { facts } = productOf(tree, place.product);
  const { at, list } = sectionOf(facts, place);
  const { chapter, path } = chapterOf(facts, under);
  const isSame = place.chapter === under.chapter;
  const section = Math.min(to, chapter.sections.length - (isSame ? 1 : 0));
  const into = [...path, "sections"];
  return planInCourse(place.product, [{ do: "move", in: list, at, into, to: section }], {
    ...place,
    ...{ course: under.course, chapter: under.chapter, section },
  });
};

const moveLesson = (tree: Tree, { place, under, to }: Move): Plan => {
  const product = productOf(tree, place.product);
  const { facts } = product;
  const { lesson: key } = place;
  lessonOf(product, key);
  const work: FileWork[] = [];
  const steps: YamlStep[] = [];
  const target = placeAt({ ...under, kind: "lesson", lesson: key });
  let next: TreePlace = target;
  const editMain = (main: string, edit: LessonEdit): void => {
    const { path } = lessonOf(product, main);
    work.push({ path, from: path, edit });
  };
  if (under.kind === "lesson") {
    // It becomes a part, behind the one that stands before it.
    if (!under.lesson.endsWith("_ml") || key.endsWith("_ml") || under.lesson === key) {
      throw invalid("under", "must be a main lesson, and this none");
    }
    const main = lessonOf(product, under.lesson).facts;
    const parts = isReadable(main) ? main.parts.filter((each) => each !== key) : [];
    const after = parts[Math.min(to, parts.length) - 1] ?? null;
    const isOwn = place.main === under.lesson;
    const addPart = { key, after, isFirst: to === 0 };
    editMain(under.lesson, { addPart, ...(isOwn && { removePart: key }) });
    next = { ...target, main: under.lesson };
  }
  if (place.main !== "" && place.main !== (under.kind === "lesson" ? under.lesson : "")) {
    editMain(place.main, { removePart: key });
  }
  if (place.main === "" && place.section !== null) {
    const { section } = sectionOf(facts, place);
    const at = section.lessons.indexOf(key);
    const list = listPath(chapterOf(facts, place).at, place.section);
    if (under.kind === "section") {
      const { section: into } = sectionOf(facts, under);
      const isSame = place.chapter === under.chapter && place.section === under.section;
      const most = into.lessons.length - (isSame ? 1 : 0);
      const goal = listPath(chapterOf(facts, under).at, under.section ?? 0);
      steps.push({ do: "move", in: list, at, into: goal, to: Math.min(to, most) });
      next = { ...target, section: under.section };
    } else steps.push({ do: "remove", in: list, at });
  }
  const isInList = under.kind === "section" || under.kind === "chapter";
  if (isInList && !steps.some((step) => step.do === "move")) {
    const found = lessonSteps(tree, under, { key, at: to });
    steps.push(...found.steps);
    next = { ...target, section: found.section };
  }
  const plan = planInCourse(product.key, steps, next, work);
  const mains = work.map(({ path }) => path);
  const isInCourse = steps.length > 0 || mains.length === 0;
  return { ...plan, decidedBy: isInCourse ? [...mains, ...plan.decidedBy] : mains };
};

const MAY_MOVE_TO: typeof PARENTS = { ...PARENTS, product: ["product"] };

const MOVES: Readonly<Record<TreePlace["kind"], (tree: Tree, move: Move) => Plan>> = {
  product: moveProduct,
  course: moveCourse,
  chapter: moveChapter,
  section: moveSection,
  lesson: moveLesson,
};

/** Moves within a product: its pictures and films stay with it. @throws HttpProblem 409, 422 */
export const planMove = (tree: Tree, move: Move): Plan => {
  const { place, under } = move;
  const { kind } = place;
  if (!MAY_MOVE_TO[kind].includes(under.kind)) throw invalid("under", "cannot have this in it");
  if (kind !== "product" && place.product !== under.product) {
    throw invalid("under", "must be in the same product");
  }
  return MOVES[kind](tree, move);
};
