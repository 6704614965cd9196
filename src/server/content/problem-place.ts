import type { RemarkCode } from "../../contract/remark.ts";
import { isLanguage } from "../../domain/languages.ts";
import { sourceTextPlace } from "../../domain/source-text.ts";

/** Something outside of a lesson's files that they name. */
export interface LessonUse {
  readonly kind:
    | "term"
    | "lesson"
    | "asset"
    | "number"
    | "figure"
    | "web"
    | "film"
    | "icon"
    | "assignment";
  /** Of the text. */
  readonly language: string;
  readonly name: string;
  /** What is accepted of a file, or what a text states of a number. */
  readonly more: string;
}

/** What a problem is about, for those who read it in words of a form. */
export interface ProblemMark {
  readonly code: RemarkCode;
  /** The values of the words; see `REMARKS`. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** The path of the value in the file's YAML; absent for a text in Markdown. */
  readonly path?: readonly (string | number)[];
  /** Set where something else is named, in place of a problem; see `lesson-uses.ts`. */
  readonly use?: LessonUse;
}

/** Where a problem is, for a form; what is absent is unknown, or does not apply. See `contract/remark.ts`. */
export interface ProblemPlace {
  readonly product?: string;
  readonly lesson?: string;
  readonly chapter?: string;
  readonly course?: string;
  readonly instruction?: string;
  readonly entry?: "announcement" | "term" | "question";
  /** The position of the entry, from 0. */
  readonly at?: number;
  readonly field?: string;
  readonly language?: string;
  /** What the school calls it, in its first language. */
  readonly name?: string;
}

type Path = readonly (string | number)[];

/** The field of a text by language, and the language: `title/he` is the field `title` in Hebrew. */
const fieldIn = (path: Path): Pick<ProblemPlace, "field" | "language"> => {
  const last = path.at(-1);
  const names = isLanguage(last) ? path.slice(0, -1) : path;
  return {
    ...(names.length > 0 && { field: names.join("/") }),
    ...(isLanguage(last) && { language: last }),
  };
};

/** The field of an entry, as its form names it: `de.answer`, `category.en`. */
const entryAt = (entry: ProblemPlace["entry"], [at, ...names]: Path): ProblemPlace => {
  const language = names.find(isLanguage);
  return {
    ...(entry && { entry }),
    ...(typeof at === "number" && { at }),
    ...(names.length > 0 && { field: names.join(".") }),
    ...(language && { language }),
  };
};

const inCourseFile = ([list, key, ...rest]: Path): ProblemPlace => {
  if (list === "menu" && typeof key === "string") return { chapter: key, ...fieldIn(rest) };
  if (list === "courses" && typeof key === "string") return { course: key, ...fieldIn(rest) };
  const path = [list, key, ...rest].filter((each) => each !== undefined);
  return fieldIn(list === "product" ? path.slice(1) : path);
};

const PRODUCT = /^([A-Z][A-Z0-9_-]*)\//;

/**
 * Where a problem of a file is.
 * @param path of the value in the file's YAML; absent for a text in Markdown, or the whole file
 * @param first the school's first language
 */
export const placeOfProblem = (
  file: string,
  path: Path | undefined,
  first: string,
): ProblemPlace => {
  const place = sourceTextPlace(file, first);
  const ofText = (language: string) => (path ? fieldIn(path) : { field: "text", language });
  switch (place?.kind) {
    case "lesson": {
      const { product, key: lesson, language } = place;
      return { product, lesson, ...ofText(language) };
    }
    case "instruction":
      return { instruction: place.key, ...ofText(place.language) };
    case "course":
      return { product: place.product, ...inCourseFile(path ?? []) };
    case "glossary":
      return entryAt("term", path ?? []);
    case "faq":
      return entryAt("question", path ?? []);
    case "school":
      return path?.[0] === "announcements"
        ? entryAt("announcement", path.slice(1))
        : fieldIn(path ?? []);
    case undefined: {
      const [, product] = PRODUCT.exec(file) ?? [];
      return product ? { product } : {};
    }
  }
};
