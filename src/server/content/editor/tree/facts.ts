import { LineCounter } from "yaml";
import type { DeepReadonly } from "../../../../contract/wire.ts";
import { LANGUAGES } from "../../../../domain/languages.ts";
import { wrongValue } from "../../problem-list.ts";
import type { ProblemMark } from "../../problem-place.ts";
import { frontMatterEnd } from "../../text-files.ts";
import { parseYamlDocument } from "../../yaml-document.ts";

/*
 * What the tree of the content needs to know of the author's files. They are read as far as they can be: what is wrong
 * in them is reported by the check of the draft.
 */

/** Texts by language, without empty ones. */
export type Titles = Readonly<Record<string, string>>;

/** Why a file cannot be read: for those who write files, and for forms to say in their own words. */
export interface FileProblem {
  readonly problem: {
    readonly line: number;
    readonly message: string;
    readonly mark: Pick<ProblemMark, "code" | "values">;
  };
}

/** @param mark absent: it is not put together as it has to be */
export const fileProblem = (
  line: number,
  message: string,
  mark: FileProblem["problem"]["mark"] = { code: "file/syntax" },
): FileProblem => ({ problem: { line, message, mark } });

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const numberOf = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
const keysOf = (value: unknown): string[] => listOf(value).map(textOf).filter(Boolean);

const titlesOf = (value: unknown): Titles => {
  const fields = fieldsOf(value);
  return Object.fromEntries(
    LANGUAGES.map(
      (language) => [language, textOf(fields[language]).replace(/\n+$/, "")] as const,
    ).filter(([, text]) => text.trim() !== ""),
  );
};

/** @param firstLine the line of the file in which the text begins */
const read = (text: string, firstLine = 1): { value: Fields } | FileProblem => {
  const lineCounter = new LineCounter();
  try {
    const document = parseYamlDocument(text, { lineCounter });
    const [error] = document.errors;
    if (error) {
      const { line } = lineCounter.linePos(error.pos[0]);
      return fileProblem(line + firstLine - 1, error.message);
    }
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (isFields(value)) return { value };
    return fileProblem(firstLine, "There is something else than fields here.");
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : "";
    return fileProblem(firstLine, message);
  }
};

/** Where a field is something else than the tree needs; the text can be parsed. */
const wrongField = (
  text: string,
  name: string,
  message: string,
  need: "list" | "fields",
): FileProblem => {
  const line = text.split("\n").findIndex((each) => each.startsWith(`${name}:`)) + 1;
  return fileProblem(Math.max(line, 1), message, wrongValue(name, need));
};

const sheetsOf = (value: unknown): Titles =>
  typeof value === "string" ? { "": value } : titlesOf(value);

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const sectionFacts = (value: unknown) => {
  const { title, lessons } = fieldsOf(value);
  return {
    ...{ titles: titlesOf(title), lessons: keysOf(lessons) },
    /** As it is written, for a copy. */
    value,
  };
};

const chapterFacts = (value: unknown) => {
  const { key, title, descr, sections } = fieldsOf(value);
  return {
    key: textOf(key),
    titles: titlesOf(title),
    descriptions: titlesOf(descr),
    sections: listOf(sections).map(sectionFacts),
    value,
  };
};

export type ChapterFacts = DeepReadonly<ReturnType<typeof chapterFacts>>;

const packageFacts = (value: unknown) => {
  const { id, pdf, menus } = fieldsOf(value);
  return {
    ...{ id: numberOf(id), chapters: keysOf(menus) },
    /** The printable sheet: names of files by language; one for everybody is under the empty text. */
    sheets: sheetsOf(pdf),
  };
};

export type PackageFacts = DeepReadonly<ReturnType<typeof packageFacts>>;

const courseFacts = ([key, value]: [string, unknown]) => {
  const { id, title, menus, packages, weeklyTarget, icon } = fieldsOf(value);
  return {
    key,
    id: numberOf(id),
    titles: titlesOf(title),
    /** Null: all chapters of the product. */
    chapters: isMissing(menus) ? null : keysOf(menus),
    /** Null: one with all lessons. */
    packages: Array.isArray(packages) ? packages.map(packageFacts) : null,
    weeklyTarget: numberOf(weeklyTarget),
    icon: textOf(icon),
    value,
  };
};

export type CourseFacts = DeepReadonly<ReturnType<typeof courseFacts>>;

const productFacts = ({ product, menu, courses }: Fields) => {
  const { id, title, description } = fieldsOf(product);
  return {
    id: numberOf(id),
    titles: titlesOf(title),
    descriptions: titlesOf(description),
    chapters: listOf(menu).map(chapterFacts),
    courses: Object.entries(fieldsOf(courses)).map(courseFacts),
  };
};

/** `course.yaml` of a product. */
export type ProductFacts = DeepReadonly<ReturnType<typeof productFacts>>;

/** Reads `course.yaml`. @param text with `\n` at the ends of lines */
export const readProduct = (text: string): ProductFacts | FileProblem => {
  const found = read(text);
  if ("problem" in found) return found;
  const { menu, courses } = found.value;
  if (!isMissing(menu) && !Array.isArray(menu)) {
    return wrongField(text, "menu", '"menu" must be a list.', "list");
  }
  if (!isMissing(courses) && !isFields(courses)) {
    return wrongField(text, "courses", '"courses" must be a map of fields.', "fields");
  }
  return productFacts(found.value);
};

/** The chapters that a course shows, in their order. */
export const chaptersOf = (facts: ProductFacts, { chapters }: CourseFacts): readonly string[] =>
  chapters ?? facts.chapters.map(({ key }) => key);

/** The keys of the lessons that a course shows, in the order of the menu, without their parts. */
export const lessonsShown = (facts: ProductFacts, course: CourseFacts): string[] => {
  const shown = new Set(chaptersOf(facts, course));
  return facts.chapters.filter(({ key }) => shown.has(key)).flatMap(lessonsIn);
};

export const lessonsIn = ({ sections }: Pick<ChapterFacts, "sections">): string[] =>
  sections.flatMap(({ lessons }) => lessons);

export const isReadable = <Facts extends object>(facts: Facts | FileProblem): facts is Facts =>
  !("problem" in facts);

const schoolFacts = ({ languages, organisation, products }: Fields) => ({
  languages: keysOf(languages),
  organisation: textOf(fieldsOf(organisation).name),
  products: keysOf(products),
});

export type SchoolFacts = DeepReadonly<ReturnType<typeof schoolFacts>>;

/** Reads `school.yaml`. @param text with `\n` at the ends of lines */
export const readSchool = (text: string): SchoolFacts | FileProblem => {
  const found = read(text);
  return "problem" in found ? found : schoolFacts(found.value);
};

const PART = /^@part[ \t]+(\S+)[ \t]*$/;

/** The text between the two lines of `---`, in whole lines; null if the lesson does not begin with it. */
export const headOf = (text: string): { readonly start: number; readonly end: number } | null => {
  const lines = text.split("\n");
  const last = frontMatterEnd(lines);
  if (last <= 0) return null;
  const start = (lines[0]?.length ?? 0) + 1;
  const length = lines.slice(1, last).reduce((sum, line) => sum + line.length + 1, 0);
  return { start, end: start + length };
};

const lessonFacts = ({ id, title, type, assignment }: Fields, lines: readonly string[]) => ({
  id: numberOf(id),
  titles: titlesOf(title),
  type: textOf(type),
  hasAssignment: isFields(assignment),
  /** The keys of its parts, in the order of the text. */
  parts: lines.flatMap((line) => PART.exec(line)?.[1] ?? []),
  /** Whether it has more than headings and parts. */
  hasText: lines.some((line) => line.trim() !== "" && !/^#\s/.test(line) && !PART.test(line)),
});

export type LessonFacts = DeepReadonly<ReturnType<typeof lessonFacts>>;

/** Reads the main file of a lesson. @param text with `\n` at the ends of lines */
export const readLesson = (text: string): LessonFacts | FileProblem => {
  const head = headOf(text);
  if (!head) return fileProblem(1, "Its title and number are missing.");
  const found = read(text.slice(head.start, head.end), 2);
  if ("problem" in found) return found;
  return lessonFacts(found.value, text.slice(head.end).split("\n").slice(1));
};
