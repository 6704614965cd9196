import { LineCounter } from "yaml";
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

export interface SectionFacts {
  readonly titles: Titles;
  readonly lessons: readonly string[];
  /** As it is written, for a copy. */
  readonly value: unknown;
}

export interface ChapterFacts {
  readonly key: string;
  readonly titles: Titles;
  readonly descriptions: Titles;
  readonly sections: readonly SectionFacts[];
  readonly value: unknown;
}

export interface PackageFacts {
  readonly id: number;
  /** The printable sheet: names of files by language; one for everybody is under the empty text. */
  readonly sheets: Titles;
  readonly chapters: readonly string[];
}

export interface CourseFacts {
  readonly key: string;
  readonly id: number;
  readonly titles: Titles;
  /** Null: all chapters of the product. */
  readonly chapters: readonly string[] | null;
  /** Null: one with all lessons. */
  readonly packages: readonly PackageFacts[] | null;
  readonly weeklyTarget: number;
  readonly icon: string;
  readonly value: unknown;
}

/** `course.yaml` of a product. */
export interface ProductFacts {
  readonly id: number;
  readonly titles: Titles;
  readonly descriptions: Titles;
  readonly chapters: readonly ChapterFacts[];
  readonly courses: readonly CourseFacts[];
}

/** The main file of a lesson. */
export interface LessonFacts {
  readonly id: number;
  readonly titles: Titles;
  readonly type: string;
  readonly hasAssignment: boolean;
  /** The keys of its parts, in the order of the text. */
  readonly parts: readonly string[];
  /** Whether it has more than headings and parts. */
  readonly hasText: boolean;
}

export interface SchoolFacts {
  readonly languages: readonly string[];
  readonly organisation: string;
  readonly products: readonly string[];
}

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

const courseOf = ([key, value]: [string, unknown]): CourseFacts => {
  const fields = fieldsOf(value);
  return {
    key,
    id: numberOf(fields.id),
    titles: titlesOf(fields.title),
    chapters: fields.menus === undefined || fields.menus === null ? null : keysOf(fields.menus),
    packages: Array.isArray(fields.packages)
      ? fields.packages.map((each) => {
          const { id, pdf, menus } = fieldsOf(each);
          return { id: numberOf(id), sheets: sheetsOf(pdf), chapters: keysOf(menus) };
        })
      : null,
    weeklyTarget: numberOf(fields.weeklyTarget),
    icon: textOf(fields.icon),
    value,
  };
};

/** Reads `course.yaml`. @param text with `\n` at the ends of lines */
export const readProduct = (text: string): ProductFacts | FileProblem => {
  const found = read(text);
  if ("problem" in found) return found;
  const { product, menu, courses } = found.value;
  const isMissing = (value: unknown) => value === undefined || value === null;
  if (!isMissing(menu) && !Array.isArray(menu)) {
    return wrongField(text, "menu", '"menu" must be a list.', "list");
  }
  if (!isMissing(courses) && !isFields(courses)) {
    return wrongField(text, "courses", '"courses" must be a map of fields.', "fields");
  }
  const { id, title, description } = fieldsOf(product);
  return {
    id: numberOf(id),
    titles: titlesOf(title),
    descriptions: titlesOf(description),
    chapters: listOf(menu).map((each) => {
      const chapter = fieldsOf(each);
      return {
        key: textOf(chapter.key),
        titles: titlesOf(chapter.title),
        descriptions: titlesOf(chapter.descr),
        sections: listOf(chapter.sections).map((section) => {
          const { title: words, lessons } = fieldsOf(section);
          return { titles: titlesOf(words), lessons: keysOf(lessons), value: section };
        }),
        value: each,
      };
    }),
    courses: Object.entries(fieldsOf(courses)).map(courseOf),
  };
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

/** Reads `school.yaml`. @param text with `\n` at the ends of lines */
export const readSchool = (text: string): SchoolFacts | FileProblem => {
  const found = read(text);
  if ("problem" in found) return found;
  const { languages, organisation, products } = found.value;
  return {
    languages: keysOf(languages),
    organisation: textOf(fieldsOf(organisation).name),
    products: keysOf(products),
  };
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

/** Reads the main file of a lesson. @param text with `\n` at the ends of lines */
export const readLesson = (text: string): LessonFacts | FileProblem => {
  const head = headOf(text);
  if (!head) return fileProblem(1, "Its title and number are missing.");
  const found = read(text.slice(head.start, head.end), 2);
  if ("problem" in found) return found;
  const { id, title, type, assignment } = found.value;
  const lines = text.slice(head.end).split("\n").slice(1);
  return {
    id: numberOf(id),
    titles: titlesOf(title),
    type: textOf(type),
    hasAssignment: isFields(assignment),
    parts: lines.flatMap((line) => PART.exec(line)?.[1] ?? []),
    hasText: lines.some((line) => line.trim() !== "" && !/^#\s/.test(line) && !PART.test(line)),
  };
};
