import type { TreePlace } from "../../../../contract/staff-tree.ts";
import { HttpProblem, invalid } from "../../../problem.ts";
import type { SourceFile } from "../../source/source-rows.ts";
import type { YamlStep } from "../yaml-steps.ts";
import type { LessonEdit } from "./edit-lesson.ts";
import {
  type FileProblem,
  isReadable,
  type LessonFacts,
  type ProductFacts,
  type SchoolFacts,
  type Titles,
} from "./facts.ts";

export interface Read<Facts> {
  readonly checksum: string;
  readonly facts: Facts | FileProblem;
}

/** A lesson of a product's folder. */
export interface ReadLesson extends Read<LessonFacts> {
  readonly path: string;
  /** Its other files, by language. */
  readonly translations: ReadonlyMap<string, string>;
}

export interface ReadProduct {
  readonly key: string;
  /** Null: the product has no `course.yaml`. */
  readonly file: Read<ProductFacts> | null;
  readonly lessons: ReadonlyMap<string, ReadLesson>;
}

/** The author's folder as a tree. */
export interface Tree {
  readonly state: "ready" | "empty" | "no-folder";
  readonly hasDraft: boolean;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly school: Read<SchoolFacts> | null;
  readonly organisation: string;
  /** The first one is that of the school. */
  readonly languages: readonly string[];
  readonly products: readonly ReadProduct[];
}

/** What becomes of one file. */
export type FileWork =
  | { readonly path: string; readonly steps: readonly YamlStep[] }
  /** A lesson's file, or a copy of it elsewhere. */
  | { readonly path: string; readonly from: string; readonly edit: LessonEdit }
  | { readonly path: string; readonly copyOf: SourceFile }
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly file: Pick<SourceFile, "checksum" | "size"> }
  | { readonly path: string; readonly removed: true };

/** What a change of the tree does to the files. */
export interface Plan {
  readonly work: readonly FileWork[];
  /** Where it is from then on; null for what is gone. */
  readonly place: TreePlace | null;
  /** The files by which the change must have been decided. */
  readonly decidedBy: readonly string[];
}

/** A plan that changes `course.yaml` of a product and is decided by it; without steps the file stays. */
export const planInCourse = (
  product: string,
  steps: readonly YamlStep[],
  place: TreePlace | null,
  work: readonly FileWork[] = [],
): Plan => {
  const path = courseFile(product);
  return {
    work: steps.length > 0 ? [...work, { path, steps }] : work,
    ...{ place, decidedBy: [path] },
  };
};

/** A plan that changes `school.yaml` and is decided by it. */
export const planInSchool = (
  steps: readonly YamlStep[],
  place: TreePlace | null,
  work: readonly FileWork[] = [],
): Plan => ({
  work: [...work, { path: SCHOOL_FILE, steps }],
  ...{ place, decidedBy: [SCHOOL_FILE] },
});

/** A plan that changes a lesson's file and is decided by it. @throws HttpProblem 409 */
export const planInLesson = (
  product: ReadProduct,
  lesson: string,
  edit: LessonEdit,
  place: TreePlace | null,
  work: readonly FileWork[] = [],
): Plan => {
  const { path } = lessonOf(product, lesson);
  return { work: [...work, { path, from: path, edit }], place, decidedBy: [path] };
};

/** Numbers that nothing else of the school has or had. */
export interface Numbers {
  readonly lesson: () => number;
  readonly course: () => number;
  readonly product: () => number;
}

export interface PlanContext {
  readonly tree: Tree;
  readonly numbers: Numbers;
}

export const SCHOOL_FILE = "school.yaml";
export const courseFile = (product: string): string => `${product}/course.yaml`;
export const lessonFile = (product: string, key: string, language?: string): string =>
  `${product}/lessons/${key}${language === undefined ? "" : `.${language}`}.md`;

/** The tree does not have what a change names: it was changed meanwhile, or the caller is wrong. */
const gone = (path: string): HttpProblem =>
  new HttpProblem(409, "content/conflict", "The tree has been changed meanwhile", {
    errors: [{ path, message: "has been changed" }],
  });

/** @throws HttpProblem 422 for a file that cannot be read */
const factsOf = <Facts extends object>(read: Read<Facts> | null): Facts => {
  if (read && isReadable(read.facts)) return read.facts;
  throw new HttpProblem(422, "content/entry_not_editable", "The file cannot be read");
};

export const schoolOf = ({ school }: Tree): SchoolFacts => factsOf(school);

export const productOf = (tree: Tree, key: string): ReadProduct & { facts: ProductFacts } => {
  const product = tree.products.find((each) => each.key === key);
  if (!product) throw gone(SCHOOL_FILE);
  return { ...product, facts: factsOf(product.file) };
};

export const courseOf = (facts: ProductFacts, place: TreePlace) => {
  const at = facts.courses.findIndex(({ key }) => key === place.course);
  const course = facts.courses[at];
  if (!course) throw gone(courseFile(place.product));
  return { at, course, path: ["courses", course.key] as const };
};

export const chapterOf = (facts: ProductFacts, place: TreePlace) => {
  const at = facts.chapters.findIndex(({ key }) => key === place.chapter);
  const chapter = facts.chapters[at];
  if (!chapter) throw gone(courseFile(place.product));
  return { at, chapter, path: ["menu", at] as const };
};

export const sectionOf = (facts: ProductFacts, place: TreePlace) => {
  const { chapter, path } = chapterOf(facts, place);
  const at = place.section ?? -1;
  const section = chapter.sections[at];
  if (!section) throw gone(courseFile(place.product));
  return { at, section, list: [...path, "sections"], path: [...path, "sections", at] };
};

export const lessonOf = ({ key, lessons }: ReadProduct, lesson: string): ReadLesson => {
  const read = lessons.get(lesson);
  if (!read) throw gone(lessonFile(key, lesson));
  return read;
};

export const listPath = (chapter: number, section: number) =>
  ["menu", chapter, "sections", section, "lessons"] as const;

/** A place of which only these fields are set. */
export const placeAt = (fields: Partial<TreePlace> & Pick<TreePlace, "kind">): TreePlace => ({
  ...{ product: "", course: "", chapter: "", section: null, lesson: "", main: "" },
  ...fields,
});

/**
 * Titles as they are written: one line each, in the order of the school's languages. Those of other languages are
 * left out.
 * @param needed whether there must be one in the language of the school
 * @throws HttpProblem 422 `titles`
 */
export const sentTitles = (
  { languages }: Tree,
  sent: readonly { readonly language: string; readonly text: string }[],
  needed = true,
): Titles => {
  const texts = new Map(
    sent.map(({ language, text }) => [
      language,
      text
        .toWellFormed()
        .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
        .trim(),
    ]),
  );
  if (needed && !texts.get(languages[0] ?? "")) throw invalid("titles", "is required");
  return Object.fromEntries(
    languages.flatMap((language) => {
      const text = texts.get(language);
      return text === undefined ? [] : [[language, text]];
    }),
  );
};

export const withoutEmpty = (titles: Titles): Titles =>
  Object.fromEntries(Object.entries(titles).filter(([, text]) => text !== ""));
