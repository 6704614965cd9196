import type { TreeChange, TreePlace } from "../../../../contract/staff-tree.ts";
import { isLanguage, LANGUAGES } from "../../../../domain/languages.ts";
import { ownZone } from "../../../days.ts";
import { invalid } from "../../../problem.ts";
import { writtenValue } from "../parse-edited.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { othersKeepChapters } from "./course-chapters.ts";
import { exampleCourse } from "./course-template.ts";
import type { Titles } from "./facts.ts";
import { keyFor } from "./keys.ts";
import { newLesson, wordsOf } from "./new-lesson.ts";
import {
  chapterSteps,
  freePackage,
  lessonSteps,
  newCourseKey,
  newProductKey,
  PARENTS,
  takenChapters,
} from "./placing.ts";
import {
  chapterOf,
  courseFile,
  type FileWork,
  type Plan,
  type PlanContext,
  placeAt,
  planInCourse,
  planInLesson,
  planInSchool,
  productOf,
  SCHOOL_FILE,
  schoolOf,
  sentTitles,
  type Tree,
  withoutEmpty,
} from "./plan.ts";
import { copyCourse } from "./plan-copy.ts";

/** The lessons a week of a new course. */
const WEEKLY_TARGET = 3;

type Add = Extract<TreeChange, { do: "add" }>;

/** A chapter in course.yaml that has no lessons yet. */
interface NewChapter {
  readonly key: string;
  readonly title: Titles;
  readonly sections: readonly { readonly title: Titles; readonly lessons: readonly string[] }[];
}

const titleOf = ({ languages }: Tree, titles: Titles): string => titles[languages[0] ?? ""] ?? "";

/** What a new course begins with: examples, or a chapter of a title, which the school gives where it is empty. */
type Beginning = Pick<Add, "from" | "chapter">;

/** The chapter, and the lessons, that a new course begins with. */
const firstChapter = (
  context: PlanContext,
  product: Parameters<typeof newLesson>[1],
  taken: ReadonlySet<string>,
  { from, chapter = [] }: Beginning,
): { readonly chapter: NewChapter; readonly work: readonly FileWork[] } => {
  if (from === "examples") return exampleCourse(context, product, taken);
  const own = withoutEmpty(sentTitles(context.tree, chapter, false));
  const title = titleOf(context.tree, own) ? own : wordsOf(context, "first-start.chapter");
  const key = keyFor(titleOf(context.tree, title), "chapter", taken);
  return { chapter: { key, title, sections: [] }, work: [] };
};

/**
 * The files of a new product. It begins with a course of its name, as a product without a course is nothing.
 * @param title in the languages of the school, the first among them
 */
const newProduct = (
  context: PlanContext,
  title: Titles,
  beginning: Beginning,
): { readonly work: FileWork[]; readonly place: TreePlace } => {
  const { tree, numbers } = context;
  const key = newProductKey(tree, titleOf(tree, title));
  const product = { key, file: null, lessons: new Map() };
  const { chapter, work } = firstChapter(context, product, new Set(), beginning);
  const course = newCourseKey(tree, titleOf(tree, title));
  const value = { id: numbers.course(), title, weeklyTarget: WEEKLY_TARGET, menus: [chapter.key] };
  const facts = { id: numbers.product(), title };
  const file = { product: facts, menu: [chapter], courses: { [course]: value } };
  return {
    work: [{ path: courseFile(key), text: writtenValue(file, 0) }, ...work],
    place: placeAt({ kind: "chapter", product: key, course, chapter: chapter.key }),
  };
};

const addProduct = (context: PlanContext, add: Add): Plan => {
  const { titles, at } = add;
  const { tree } = context;
  const { products } = schoolOf(tree);
  const title = withoutEmpty(sentTitles(tree, titles));
  const { work, place } = newProduct(context, title, add);
  const position = Math.min(at ?? products.length, products.length);
  const value = place.product;
  return planInSchool([{ do: "insert", in: ["products"], at: position, value }], place, work);
};

const addCourse = (context: PlanContext, under: TreePlace, add: Add): Plan => {
  const { titles, at, from } = add;
  const { tree, numbers } = context;
  const product = productOf(tree, under.product);
  const { facts } = product;
  const title = withoutEmpty(sentTitles(tree, titles));
  const key = newCourseKey(tree, titleOf(tree, title));
  if (typeof from === "object" && from !== null) {
    return copyCourse(context, from, { key, title, into: under.product });
  }
  const { chapter, work } = firstChapter(context, product, takenChapters(facts), add);
  const menus = [chapter.key];
  // Without packages a course has one with the number 1, which may name another one's sheet.
  const hasPackages = facts.courses.some(({ packages }) => packages !== null);
  const course = {
    ...{ id: numbers.course(), title, weeklyTarget: WEEKLY_TARGET, menus },
    ...(hasPackages && { packages: [{ id: freePackage(facts), menus }] }),
  };
  const position = Math.min(at ?? facts.courses.length, facts.courses.length);
  const steps: YamlStep[] = [
    ...othersKeepChapters(facts, null),
    { do: "insert", in: ["menu"], at: facts.chapters.length, value: chapter },
    { do: "insert", in: ["courses"], at: position, key, value: course },
  ];
  const place = placeAt({ kind: "course", product: product.key, course: key });
  return planInCourse(product.key, steps, place, work);
};

const addChapter = ({ tree }: PlanContext, under: TreePlace, { titles, at }: Add): Plan => {
  const { facts, key: product } = productOf(tree, under.product);
  const title = withoutEmpty(sentTitles(tree, titles));
  const key = keyFor(titleOf(tree, title), "chapter", takenChapters(facts));
  const steps = chapterSteps(facts, under, { value: { key, title, sections: [] } as never, at });
  const { course } = under;
  return planInCourse(product, steps, placeAt({ kind: "chapter", product, course, chapter: key }));
};

const addSection = ({ tree }: PlanContext, under: TreePlace, { titles, at }: Add): Plan => {
  const { facts, key: product } = productOf(tree, under.product);
  const { chapter, path } = chapterOf(facts, under);
  const title = withoutEmpty(sentTitles(tree, titles));
  const position = Math.min(at ?? chapter.sections.length, chapter.sections.length);
  const value = { title, lessons: [] };
  return planInCourse(
    product,
    [{ do: "insert", in: [...path, "sections"], at: position, value }],
    placeAt({ ...under, kind: "section", section: position }),
  );
};

const addLesson = (context: PlanContext, under: TreePlace, { titles, at, lesson }: Add): Plan => {
  const { tree } = context;
  const product = productOf(tree, under.product);
  const kind = lesson ?? "lesson";
  const isPart = under.kind === "lesson";
  if (isPart && kind === "main") throw invalid("lesson", "must not be a main lesson");
  const title = withoutEmpty(sentTitles(tree, titles));
  const { key, work } = newLesson(context, product, kind, title);
  const place = placeAt({ ...under, kind: "lesson", lesson: key });
  if (isPart) {
    if (!under.lesson.endsWith("_ml")) throw invalid("under", "must be a main lesson");
    const edit = { addPart: { key, after: null } };
    return planInLesson(product, under.lesson, edit, { ...place, main: under.lesson }, work);
  }
  if (under.kind === "product") return planInCourse(product.key, [], place, work);
  const { steps, section } = lessonSteps(tree, under, { key, at });
  return planInCourse(product.key, steps, { ...place, section }, work);
};

/** @throws HttpProblem 409, 422 */
export const planAdd = (context: PlanContext, add: Add): Plan => {
  const { kind, under } = add;
  const mayStand = under === null ? kind === "product" : PARENTS[kind].includes(under.kind);
  if (!mayStand) throw invalid("under", "cannot have this in it");
  if (under === null) return addProduct(context, add);
  switch (kind) {
    case "course":
      return addCourse(context, under, add);
    case "chapter":
      return addChapter(context, under, add);
    case "section":
      return addSection(context, under, add);
    default:
      return addLesson(context, under, add);
  }
};

interface Begin {
  readonly organisation: string;
  readonly languages: readonly string[];
  readonly title: string;
  readonly chapter: string;
  readonly from: "empty" | "examples";
}

/**
 * The first content of a school: its settings, a product, a course and a chapter. The title is in the first of its
 * languages; the others may follow.
 * @throws HttpProblem 422
 */
export const planBegin = (context: PlanContext, begin: Begin): Plan => {
  const [first] = begin.languages.filter(isLanguage);
  if (!first || !begin.languages.every(isLanguage)) {
    throw invalid("languages", `must be some of ${LANGUAGES.join(", ")}`);
  }
  const others = LANGUAGES.filter((each) => each !== first && begin.languages.includes(each));
  const languages = [first, ...others];
  const tree = { ...context.tree, languages };
  const { [first]: title = "" } = sentTitles(tree, [{ language: first, text: begin.title }]);
  const { [first]: sent = "" } = sentTitles(
    tree,
    [{ language: first, text: begin.organisation }],
    false,
  );
  const name = context.tree.organisation || sent;
  if (name === "") throw invalid("organisation", "is required");
  const own = { ...context, tree };
  const { work, place } = newProduct(
    own,
    { [first]: title },
    { from: begin.from, chapter: [{ language: first, text: begin.chapter }] },
  );
  const organisation = { id: 1, name, time_zone: ownZone() };
  const school = { languages, organisation, products: [place.product] };
  return {
    work: [{ path: SCHOOL_FILE, text: writtenValue(school, 0) }, ...work],
    place,
    decidedBy: [SCHOOL_FILE],
  };
};
