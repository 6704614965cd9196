import { FALLBACK_LANGUAGE } from "./languages.ts";

/** A text of an author's folder that the school's staff edits, by what it is. */
type SourceTextKind = "school" | "glossary" | "faq" | "instruction" | "course" | "lesson";

export interface SourceTextPlace {
  readonly kind: SourceTextKind;
  /** The key of its product; empty for the school's own texts. */
  readonly product: string;
  /** The key of a lesson or an instruction; empty for others. */
  readonly key: string;
  /** Empty for texts that have all languages in one file. */
  readonly language: string;
}

const SCHOOL = /^(school|glossary|faq)\.yaml$/;
const COURSE = /^([A-Z][A-Z0-9_-]*)\/course\.yaml$/;
const LESSON = /^([A-Z][A-Z0-9_-]*)\/lessons\/([a-z0-9][a-z0-9_-]*)(?:\.([a-z]{2}))?\.md$/;
const INSTRUCTION = /^instructions\/([a-z0-9][a-z0-9_-]*)(?:\.([a-z]{2}))?\.md$/;

/**
 * What a file of an author's folder is to the editor; null for one that it does not edit.
 * @param first the school's first language
 */
export const sourceTextPlace = (
  path: string,
  first: string = FALLBACK_LANGUAGE,
): SourceTextPlace | null => {
  const [, school] = SCHOOL.exec(path) ?? [];
  if (school !== undefined) {
    return { kind: school as SourceTextKind, product: "", key: "", language: "" };
  }
  const [, course] = COURSE.exec(path) ?? [];
  if (course !== undefined) return { kind: "course", product: course, key: "", language: "" };
  const [isLesson, product = "", lesson = "", spoken = first] = LESSON.exec(path) ?? [];
  if (isLesson) return { kind: "lesson", product, key: lesson, language: spoken };
  const [isInstruction, key = "", language = first] = INSTRUCTION.exec(path) ?? [];
  return isInstruction ? { kind: "instruction", product: "", key, language } : null;
};

/**
 * The file of a lesson or an instruction in a language.
 * @param first the school's first language, whose file names none
 */
export const sourceTextPath = (
  { kind, product, key }: SourceTextPlace,
  language: string,
  first: string = FALLBACK_LANGUAGE,
): string => {
  const folder = kind === "lesson" ? `${product}/lessons` : "instructions";
  return `${folder}/${key}${language === first ? "" : `.${language}`}.md`;
};
