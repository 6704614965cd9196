import { LANGUAGES } from "./languages.ts";

/** What a form shows of the head of a lesson or an instruction, by field, such as `title.de`. None is empty. */
export type HeadFields = Readonly<Record<string, string>>;

export type HeadKind = "lesson" | "instruction";

export const LESSON_TYPES = ["text", "video", "figure", "assignment"] as const;

export type LessonType = (typeof LESSON_TYPES)[number];

/** The most points by which an assignment is judged. */
export const MAX_CRITERIA = 100;

const LANGUAGE = `(?:${LANGUAGES.join("|")})`;

const NAMES: Readonly<Record<HeadKind, RegExp>> = {
  lesson: new RegExp(
    `^(?:type|icon|(?:assignment\\.)?title\\.${LANGUAGE}|assignment\\.(?:instructions|image)|assignment\\.criteria\\.\\d{1,2}\\.${LANGUAGE})$`,
  ),
  instruction: new RegExp(`^(?:title\\.${LANGUAGE}|course)$`),
};

export const isHeadField = (kind: HeadKind, name: string): boolean => NAMES[kind].test(name);

/** The name of a field in a language, such as `assignment.criteria.0.de`. */
export const fieldIn = (name: string, language: string): string => `${name}.${language}`;

export const criterionField = (at: number): string => `assignment.criteria.${at}`;

/** The texts of a field by language, without empty ones. */
export const textsByLanguage = (fields: HeadFields, name: string): Record<string, string> =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = fields[fieldIn(name, language)];
      return text ? [[language, text] as const] : [];
    }),
  );

/** The points by which an assignment is judged, each by language. Those without a text are left out. */
export const criteriaOf = (fields: HeadFields): Record<string, string>[] =>
  Array.from({ length: MAX_CRITERIA }, (_, at) =>
    textsByLanguage(fields, criterionField(at)),
  ).filter((texts) => Object.keys(texts).length > 0);

export const hasAssignment = (fields: HeadFields): boolean =>
  Object.entries(fields).some(([name, text]) => name.startsWith("assignment.") && text !== "");
