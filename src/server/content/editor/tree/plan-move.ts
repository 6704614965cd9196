import type { TreeChange, TreePlace } from "../../../../contract/staff-tree.ts";
import { invalid } from "../../../problem.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { courseSteps } from "./course-chapters.ts";
import { chaptersOf } from "./facts.ts";
import { lessonSteps } from "./placing.ts";
import {
  chapterOf,
  courseFile,
  courseOf,
  type FileWork,
  lessonFile,
  lessonOf,
  listPath,
  type Plan,
  placeAt,
  planInCourse,
  productOf,
  SCHOOL_FILE,
  schoolOf,
  sectionOf,
  type Tree,
} from "./plan.ts";

type Move = Extract<TreeChange, { do: "move" }>;

const isSamePlace = (one: TreePlace, other: TreePlace): boolean =>
  one.course === other.course && one.chapter === other.chapter && one.section === other.section;

const atMost = (to: number, count: number): number => Math.min(to, count);

const moveProduct = (tree: Tree, { place, to }: Move): Plan => {
  const { products } = schoolOf(tree);
  const at = products.indexOf(place.product);
  const move = { at, to: atMost(to, products.length - 1) };
  return {
    work: [
      {
        path: SCHOOL_FILE,
        steps: [{ do: "move", in: ["products"], into: ["products"], ...move }],
      },
    ],
    place,
    decidedBy: [SCHOOL_FILE],
  };
};

const courseMove = (tree: Tree, { place, to }: Move): YamlStep[] => {
  const { facts } = productOf(tree, place.product);
  const { at } = courseOf(facts, place);
  const into = ["courses"];
  return [{ do: "move", in: into, at, into, to: atMost(to, facts.courses.length - 1) }];
};

/** Moves a chapter within its course, to another one, or out of it. */
const chapterMove = (tree: Tree, { place, under, to }: Move): YamlStep[] => {
  const { facts } = productOf(tree, place.product);
  const { at } = chapterOf(facts, place);
  const shownIn = (course: string) =>
    course === "" ? null : courseOf(facts, placeAt({ ...place, course })).course;
  const from = shownIn(place.course);
  const into = under.kind === "course" ? shownIn(under.course) : null;
  if (!into) {
    if (!from) return [];
    const left = chaptersOf(facts, from).filter((key) => key !== place.chapter);
    return courseSteps(facts, from, left);
  }
  const rest = chaptersOf(facts, into).filter((key) => key !== place.chapter);
  const after = rest.toSpliced(atMost(to, rest.length), 0, place.chapter);
  if (from === into && into.chapters === null && !into.packages) {
    const menu = ["menu"];
    return [{ do: "move", in: menu, at, into: menu, to: atMost(to, facts.chapters.length - 1) }];
  }
  if (from === into) return courseSteps(facts, into, after);
  const left = from && chaptersOf(facts, from).filter((key) => key !== place.chapter);
  return [
    ...(from && left ? courseSteps(facts, from, left) : []),
    ...courseSteps(facts, into, after),
  ];
};

const sectionMove = (tree: Tree, { place, under, to }: Move): YamlStep[] => {
  const { facts } = productOf(tree, place.product);
  const { at, list } = sectionOf(facts, place);
  const { chapter, path } = chapterOf(facts, under);
  const isSame = place.chapter === under.chapter;
  const most = chapter.sections.length - (isSame ? 1 : 0);
  return [{ do: "move", in: list, at, into: [...path, "sections"], to: atMost(to, most) }];
};

const moveLesson = (tree: Tree, { place, under, to }: Move): Plan => {
  const product = productOf(tree, place.product);
  const { facts } = product;
  const { lesson: key } = place;
  const file = courseFile(product.key);
  lessonOf(product, key);
  const lessonWork: FileWork[] = [];
  const decidedBy: string[] = [];
  const steps: YamlStep[] = [];
  const target = placeAt({ ...under, kind: "lesson", lesson: key });
  let next: TreePlace = target;
  if (under.kind === "lesson") {
    // It becomes a part, behind the one that stands before it.
    if (!under.lesson.endsWith("_ml") || key.endsWith("_ml") || under.lesson === key) {
      throw invalid("under", "must be a main lesson, and this none");
    }
    const main = lessonOf(product, under.lesson);
    const parts = "problem" in main.facts ? [] : main.facts.parts.filter((each) => each !== key);
    const addPart = { key, after: parts[atMost(to, parts.length) - 1] ?? null, isFirst: to === 0 };
    const isOwn = place.main === under.lesson;
    const edit = { addPart, ...(isOwn && { removePart: key }) };
    lessonWork.push({ path: main.path, from: main.path, edit });
    decidedBy.push(lessonFile(product.key, under.lesson));
    next = { ...target, main: under.lesson };
  }
  if (place.main !== "" && place.main !== (under.kind === "lesson" ? under.lesson : "")) {
    const { path } = lessonOf(product, place.main);
    lessonWork.push({ path, from: path, edit: { removePart: key } });
    decidedBy.push(lessonFile(product.key, place.main));
  }
  const isInList = under.kind === "section" || under.kind === "chapter";
  if (place.main === "" && place.section !== null) {
    const { section } = sectionOf(facts, place);
    const at = section.lessons.indexOf(key);
    const list = listPath(chapterOf(facts, place).at, place.section);
    if (isInList && under.kind === "section") {
      const { section: into } = sectionOf(facts, under);
      const isSame = isSamePlace({ ...place, course: "" }, { ...under, course: "" });
      const most = into.lessons.length - (isSame ? 1 : 0);
      const goal = listPath(chapterOf(facts, under).at, under.section ?? 0);
      steps.push({ do: "move", in: list, at, into: goal, to: atMost(to, most) });
      next = { ...target, section: under.section };
    } else steps.push({ do: "remove", in: list, at });
  }
  if (isInList && !steps.some((step) => step.do === "move")) {
    const found = lessonSteps(tree, under, { key, at: to });
    steps.push(...found.steps);
    next = { ...target, section: found.section };
  }
  return {
    work: [...lessonWork, ...(steps.length > 0 ? [{ path: file, steps }] : [])],
    place: next,
    decidedBy: steps.length > 0 || decidedBy.length === 0 ? [...decidedBy, file] : decidedBy,
  };
};

const MAY_MOVE_TO: Readonly<Record<TreePlace["kind"], readonly TreePlace["kind"][]>> = {
  product: ["product"],
  course: ["product"],
  chapter: ["course", "product"],
  section: ["chapter"],
  lesson: ["section", "chapter", "lesson", "product"],
};

/** Moves within a product: its pictures and films stay with it. @throws HttpProblem 409, 422 */
export const planMove = (tree: Tree, move: Move): Plan => {
  const { place, under } = move;
  if (!MAY_MOVE_TO[place.kind].includes(under.kind))
    throw invalid("under", "cannot have this in it");
  if (place.kind === "product") return moveProduct(tree, move);
  if (place.product !== under.product) throw invalid("under", "must be in the same product");
  if (place.kind === "lesson") return moveLesson(tree, move);
  if (place.kind === "course") return planInCourse(place.product, courseMove(tree, move), place);
  if (place.kind === "chapter") {
    const course = under.kind === "course" ? under.course : "";
    return planInCourse(place.product, chapterMove(tree, move), { ...place, course });
  }
  const { facts } = productOf(tree, place.product);
  const most = chapterOf(facts, under).chapter.sections.length;
  const isSame = place.chapter === under.chapter;
  return planInCourse(place.product, sectionMove(tree, move), {
    ...place,
    ...{ course: under.course, chapter: under.chapter },
    section: atMost(move.to, isSame ? most - 1 : most),
  });
};
