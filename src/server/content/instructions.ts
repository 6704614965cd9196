import type { SentInstruction } from "../../contract/reference.ts";
import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { readFragment } from "./lesson-pages.ts";
import { didYouMean, type IdRegister, type ProblemList } from "./problem-list.ts";
import { type References, schoolReferences, type Terms } from "./references.ts";
import {
  inLanguage,
  listTextFiles,
  readTitle,
  readTranslation,
  readWithFrontMatter,
  type TextFiles,
} from "./text-files.ts";
import type { MarkdownText } from "./yaml-field.ts";

interface InstructionContext {
  folder: AuthorFolder;
  problems: ProblemList;
  languages: readonly string[];
  terms: Terms;
  /** Ids of courses by key; null when some courses could not be read. */
  courses: ReadonlyMap<string, number> | null;
}

/** Sorts `2-b` before `10-a`: a leading number compares as a number. */
const byFileName = (a: TextFiles, b: TextFiles): number => {
  const [x, y] = [a.key, b.key].map((key) => Number(/^\d+/.exec(key)?.[0] ?? Number.MAX_VALUE));
  return (x ?? 0) - (y ?? 0) || (a.key < b.key ? -1 : 1);
};

/** Reads `instructions/` in the order of the file names. The directory is optional. */
export const readInstructions = async (
  context: InstructionContext,
  ids: IdRegister,
): Promise<SentInstruction[]> => {
  const references = schoolReferences(context.terms);
  const files = await listTextFiles(context.folder, context.problems, "instructions");
  const instructions: SentInstruction[] = [];
  for (const file of files.sort(byFileName)) {
    instructions.push(
      await readInstruction(file, instructions.length + 1, context, references, ids),
    );
  }
  return instructions;
};

const readInstruction = async (
  file: TextFiles,
  order: number,
  context: InstructionContext,
  references: References,
  ids: IdRegister,
): Promise<SentInstruction> => {
  const report = context.problems.in(file.path);
  const text = await context.folder.text(file.path, report);
  const { head, body } =
    text === null ? { head: null, body: null } : readWithFrontMatter(text, report);
  const fields = head?.fields(["id", "title", "course"]);
  const idField = fields?.need("id") ?? null;
  const id = idField?.count() ?? null;
  if (idField && id !== null) ids.claim(id, file.path, idField.say);
  const title = readTitle(fields?.need("title") ?? null, context.languages);

  const courseField = fields?.maybe("course");
  const course = courseField?.text() ?? null;
  const courseId = course === null ? null : (context.courses?.get(course) ?? null);
  if (course !== null && courseId === null && context.courses !== null) {
    const known = didYouMean(course, context.courses.keys());
    courseField?.say(`The school has no course "${course}"${known || "."}`);
  }

  const translations: SentInstruction["translations"] = [];
  const add = (language: string, source: MarkdownText, path: string): void => {
    const html = readFragment(source, references, context.problems.in(path));
    if (html === "") context.problems.in(path)(source.lineAt(0), "This has no text.");
    translations.push({ language, title: inLanguage(title, language), html });
  };
  if (body) add(FALLBACK_LANGUAGE, body, file.path);
  for (const { language, path } of file.translations) {
    const reportThere = context.problems.in(path);
    const translation = await context.folder.text(path, reportThere);
    if (translation !== null) add(language, readTranslation(translation, reportThere), path);
  }
  return { id: id ?? 0, order, courseId, translations };
};
