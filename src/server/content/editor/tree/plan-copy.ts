import type { TreePlace } from "../../../../contract/staff-tree.ts";
import { MAX_COPIED_LESSONS } from "../../../../contract/staff-tree.ts";
import { invalid } from "../../../problem.ts";
import { SourceError } from "../../source/source-rows.ts";
import { writtenValue } from "../parse-edited.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { othersKeepChapters } from "./course-chapters.ts";
import { type ChapterFacts, chaptersOf, isReadable, lessonsIn, type Titles } from "./facts.ts";
import { codeFor, keyFor } from "./keys.ts";
import type { MovedFiles } from "./lesson-uses.ts";
import { takenKeys } from "./new-lesson.ts";
import {
  chapterSteps,
  courseKeys,
  freePackage,
  lessonSteps,
  newCourseKey,
  newProductKey,
  takenChapters,
} from "./placing.ts";
import {
  chapterOf,
  courseFile,
  courseOf,
  type FileWork,
  lessonFile,
  lessonOf,
  type Plan,
  type PlanContext,
  placeAt,
  planInCourse,
  planInLesson,
  planInSchool,
  productOf,
  type ReadProduct,
  schoolOf,
  sectionOf,
} from "./plan.ts";

type Fields = Record<string, unknown>;

/** A copy is told apart by a number behind its title, in each language. */
const numbered = (titles: Titles): Titles =>
  Object.fromEntries(
    Object.entries(titles).map(([language, text]) => {
      const [, words = text, number] = /^(.*) \((\d{1,4})\)$/.exec(text) ?? [];
      return [language, `${words} (${Number(number ?? 1) + 1})`];
    }),
  );

const assertFew = (lessons: number): void => {
  if (lessons > MAX_COPIED_LESSONS) throw new SourceError("content/too_many_files");
};

/** Lessons that are there, with their parts. @throws SourceError if they are too many to be copied at once */
export const withParts = ({ lessons }: ReadProduct, keys: readonly string[]): string[] => {
  const all = new Set<string>();
  for (const key of keys) {
    const facts = lessons.get(key)?.facts;
    if (!facts) continue;
    all.add(key);
    if (isReadable(facts)) for (const part of facts.parts) all.add(part);
  }
  assertFew(all.size);
  return [...all];
};

interface LessonCopies {
  /** Of the copies that have other ones. */
  readonly titles?: ReadonlyMap<string, Titles>;
  /** Another product, and the names that files have there. */
  readonly into?: ReadProduct;
  readonly moved?: MovedFiles;
}

/**
 * Copies lessons of a product with their parts. Links among them lead to the copies.
 * @returns the keys of the copies, by those of the originals
 */
export const copyLessons = (
  { numbers }: PlanContext,
  product: ReadProduct,
  keys: readonly string[],
  { titles = new Map(), into = product, moved }: LessonCopies = {},
): { readonly renamed: Readonly<Record<string, string>>; readonly work: FileWork[] } => {
  const all = withParts(product, keys);
  const taken = takenKeys(into);
  const renamed: Record<string, string> = {};
  for (const key of all) {
    if (!product.lessons.has(key)) continue;
    const [, stem = key, end = ""] = /^(.*?)(?:-\d{1,4})?(_ml)?$/.exec(key) ?? [];
    const copy = keyFor(stem.replaceAll("_", " "), "lesson", taken, end);
    taken.add(copy);
    renamed[key] = copy;
  }
  const edit = { renamed, ...(moved && { moved }) };
  const work = Object.entries(renamed).flatMap(([key, copy]): FileWork[] => {
    const { path, translations } = lessonOf(product, key);
    const named = titles.get(key);
    return [
      {
        ...{ path: lessonFile(into.key, copy), from: path },
        edit: { id: numbers.lesson(), ...edit, ...(named && { titles: named }) },
      },
      ...[...translations].map(([language, from]) => ({
        ...{ path: lessonFile(into.key, copy, language), from, edit },
      })),
    ];
  });
  return { renamed, work };
};

/** A section as it is written, with the copies of its lessons. */
export const copiedSection = (
  value: unknown,
  renamed: Readonly<Record<string, string>>,
): Fields => {
  const fields = value as Fields;
  const lessons = Array.isArray(fields.lessons) ? fields.lessons : [];
  return { ...fields, lessons: lessons.map((key) => renamed[String(key)] ?? key) };
};

export const copiedChapter = (
  { value }: ChapterFacts,
  key: string,
  renamed: Readonly<Record<string, string>>,
): Fields & { readonly key: string } => {
  const fields = value as Fields;
  const sections = Array.isArray(fields.sections) ? fields.sections : [];
  return { ...fields, key, sections: sections.map((each) => copiedSection(each, renamed)) };
};

const copyLesson = (context: PlanContext, place: TreePlace): Plan => {
  const { tree } = context;
  const product = productOf(tree, place.product);
  const { facts } = lessonOf(product, place.lesson);
  const titles = isReadable(facts) ? numbered(facts.titles) : {};
  const { renamed, work } = copyLessons(context, product, [place.lesson], {
    titles: new Map([[place.lesson, titles]]),
  });
  const key = renamed[place.lesson] ?? "";
  const copy = { ...place, lesson: key };
  if (place.main !== "") {
    const edit = { addPart: { key, after: place.lesson } };
    return planInLesson(product, place.main, edit, copy, work);
  }
  if (place.section === null) return planInCourse(product.key, [], copy, work);
  const at = sectionOf(product.facts, place).section.lessons.indexOf(place.lesson) + 1;
  const { steps } = lessonSteps(tree, { ...place, kind: "section" }, { key, at });
  return planInCourse(product.key, steps, copy, work);
};

const copySection = (context: PlanContext, place: TreePlace): Plan => {
  const product = productOf(context.tree, place.product);
  const { at, section, list } = sectionOf(product.facts, place);
  const { renamed, work } = copyLessons(context, product, section.lessons);
  const value = { ...copiedSection(section.value, renamed), title: numbered(section.titles) };
  const steps: YamlStep[] = [{ do: "insert", in: list, at: at + 1, value }];
  return planInCourse(product.key, steps, { ...place, section: at + 1 }, work);
};

const copyChapter = (context: PlanContext, place: TreePlace): Plan => {
  const product = productOf(context.tree, place.product);
  const { facts } = product;
  const { chapter } = chapterOf(facts, place);
  const { renamed, work } = copyLessons(context, product, lessonsIn(chapter));
  const key = keyFor(chapter.key.replace(/-\d{1,4}$/, ""), "chapter", takenChapters(facts));
  const value = { ...copiedChapter(chapter, key, renamed), title: numbered(chapter.titles) };
  const shown = place.course === "" ? [] : chaptersOf(facts, courseOf(facts, place).course);
  const steps = chapterSteps(facts, place, { value, at: shown.indexOf(place.chapter) + 1 });
  return planInCourse(product.key, steps, { ...place, chapter: key }, work);
};

/** A copy of a course: its chapters and lessons are copies, too, so that changes leave the original alone. */
export const copyCourse = (
  context: PlanContext,
  place: TreePlace,
  { key, title, into }: { readonly key: string; readonly title: Titles; readonly into: string },
): Plan => {
  if (place.kind !== "course" || place.product !== into) {
    throw invalid("from", "must be a course of the same product");
  }
  const product = productOf(context.tree, place.product);
  const { facts } = product;
  const { course } = courseOf(facts, place);
  const shown = chaptersOf(facts, course);
  const chapters = shown.flatMap((each) => facts.chapters.filter(({ key: own }) => own === each));
  const { renamed, work } = copyLessons(context, product, chapters.flatMap(lessonsIn));
  const taken = takenChapters(facts);
  const copies = new Map<string, string>();
  for (const chapter of chapters) {
    const copy = keyFor(chapter.key.replace(/-\d{1,4}$/, ""), "chapter", taken);
    taken.add(copy);
    copies.set(chapter.key, copy);
  }
  const copiesOf = (keys: readonly string[]) => keys.flatMap((each) => copies.get(each) ?? []);
  const free = freePackage(facts);
  const { packages: written, ...fields } = course.value as Fields;
  const packages = (Array.isArray(written) ? written : []).map((each: Fields, at) => ({
    ...each,
    id: free + at,
    menus: copiesOf(course.packages?.[at]?.chapters ?? []),
  }));
  const value = {
    ...fields,
    ...{ id: context.numbers.course(), title, menus: copiesOf(shown) },
    ...(packages.length > 0 && { packages }),
  };
  const steps: YamlStep[] = [
    ...othersKeepChapters(facts, null),
    ...chapters.map((chapter, at): YamlStep => {
      const copy = copiedChapter(chapter, copies.get(chapter.key) ?? "", renamed);
      return { do: "insert", in: ["menu"], at: facts.chapters.length + at, value: copy };
    }),
    { do: "insert", in: ["courses"], at: facts.courses.length, key, value },
  ];
  const copy = placeAt({ kind: "course", product: product.key, course: key });
  return planInCourse(product.key, steps, copy, work);
};

/** A copy of a product has all files of its folder. */
const copyProduct = ({ tree, numbers }: PlanContext, place: TreePlace): Plan => {
  const product = productOf(tree, place.product);
  const { facts } = product;
  assertFew(product.lessons.size);
  const { products } = schoolOf(tree);
  const key = newProductKey(tree, product.key);
  const taken = courseKeys(tree);
  const courses = Object.fromEntries(
    facts.courses.map((course) => {
      const code = codeFor(course.key, "COURSE", taken);
      taken.add(code.toLowerCase());
      return [code, { ...(course.value as Fields), id: numbers.course() }];
    }),
  );
  const file = {
    product: {
      ...{ id: numbers.product(), title: numbered(facts.titles) },
      ...(Object.keys(facts.descriptions).length > 0 && { description: facts.descriptions }),
    },
    menu: facts.chapters.map(({ value }) => value),
    courses,
  };
  const folder = `${product.key}/`;
  const heads = new Set([...product.lessons.values()].map(({ path }) => path));
  const work = [...tree.files.values()].flatMap((copyOf): FileWork[] => {
    if (!copyOf.path.startsWith(folder) || copyOf.path === courseFile(product.key)) return [];
    const path = `${key}/${copyOf.path.slice(folder.length)}`;
    return heads.has(copyOf.path)
      ? [{ path, from: copyOf.path, edit: { id: numbers.lesson() } }]
      : [{ path, copyOf }];
  });
  const at = products.indexOf(product.key) + 1;
  const plan = planInSchool(
    [{ do: "insert", in: ["products"], at, value: key }],
    placeAt({ kind: "product", product: key }),
    [...work, { path: courseFile(key), text: writtenValue(file, 0) }],
  );
  return { ...plan, decidedBy: [...plan.decidedBy, courseFile(product.key)] };
};

/** Copies with everything below, so that a change of the copy leaves the original alone. @throws HttpProblem 409, 422 */
export const planCopy = (context: PlanContext, place: TreePlace): Plan => {
  switch (place.kind) {
    case "product":
      return copyProduct(context, place);
    case "course": {
      const { facts } = productOf(context.tree, place.product);
      const title = numbered(courseOf(facts, place).course.titles);
      const key = newCourseKey(context.tree, place.course.replace(/-\d{1,4}$/, ""));
      return copyCourse(context, place, { key, title, into: place.product });
    }
    case "chapter":
      return copyChapter(context, place);
    case "section":
      return copySection(context, place);
    default:
      return copyLesson(context, place);
  }
};
