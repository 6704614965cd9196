import type { SentAnnouncement } from "../../contract/announcements.ts";
import type { SentFaq, SentInstruction, SentTerm } from "../../contract/reference.ts";
import { isDay } from "../../domain/is-day.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { readFragment } from "./lesson-pages.ts";
import { parseYaml } from "./parse-yaml.ts";
import {
  type IdRegister,
  markOf,
  type ProblemList,
  type Report,
  sayUnknown,
  taken,
  wrongValue,
} from "./problem-list.ts";
import { openReferencedFiles, type ReferencedFiles, takeNamed } from "./referenced-files.ts";
import { type References, schoolReferences, type Terms } from "./references.ts";
import {
  listTextFiles,
  openText,
  plainText,
  readByLanguage,
  readText,
  type TextFiles,
} from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

const DATE_MARK = wrongValue("date", "date");
const DATE = /^\d{4}-\d\d-\d\d$/;

const readDate = (field: YamlField | null): string => {
  const date = field?.matching(DATE, "a date such as 2026-03-31", "date") ?? "";
  if (date === "" || isDay(date)) return date;
  field?.say(`"${date}" is not a valid date.`, DATE_MARK);
  return "";
};

/**
 * Reads a school's announcements and the days on which they are shown.
 * @param first the school's first language
 */
export const readAnnouncements = (
  field: YamlField | null,
  ids: IdRegister,
  first: string,
): SentAnnouncement[] =>
  (field?.items() ?? []).map((item) => {
    const fields = item.fields(["id", "from", "to", ...LANGUAGES]);
    const id = ids.read(fields.need("id"), "another announcement");
    const toField = fields.need("to");
    const from = readDate(fields.need("from"));
    const to = readDate(toField);
    if (from && to && to < from) toField?.say('"to" is before "from".', DATE_MARK);
    const translations = readByLanguage(fields, { title: plainText, body: plainText }, first);
    return { id, from, to, translations };
  });

const fragmentReader =
  (references: References, report: Report) =>
  (field: YamlField | null): string => {
    const source = field?.markdown();
    if (!field || !source) return "";
    return readFragment(source, references, (line, message, mark) =>
      report(line, message, { path: field.path, ...mark }),
    );
  };

const FAQ_FILE = "faq.yaml";

/** Reads the questions and answers. The file is optional. */
export const readFaqs = async (
  folder: AuthorFolder,
  problems: ProblemList,
  terms: Terms,
  first: string,
): Promise<SentFaq[]> => {
  const report = problems.in(FAQ_FILE);
  const text = await folder.text(FAQ_FILE, report);
  const root = text === null ? null : parseYaml(text, FAQ_FILE, report);
  const markdown = fragmentReader(schoolReferences(terms), report);
  return (root?.list() ?? []).map((item, index) => {
    const fields = item.fields(["category", ...LANGUAGES]);
    return {
      id: index + 1,
      order: index + 1,
      category: readText(fields.need("category"), first),
      translations: readByLanguage(fields, { question: plainText, answer: markdown }, first),
    };
  });
};

const GLOSSARY_FILE = "glossary.yaml";

export interface Glossary {
  terms: SentTerm[];
  /** The keys that `(term:…)` may refer to; null when the file cannot be read. */
  keys: Terms;
  pictures: ReferencedFiles;
}

/** Reads the glossary. The file is optional. */
export const readGlossary = async (
  folder: AuthorFolder,
  problems: ProblemList,
  first: string,
): Promise<Glossary> => {
  const report = problems.in(GLOSSARY_FILE);
  const pictures = await openReferencedFiles(folder, problems, {
    kind: "glossary",
    product: null,
    directory: "glossary",
  });
  let keysWithout: Terms = null;
  const text = await folder.text(GLOSSARY_FILE, report, () => {
    keysWithout = new Set();
  });
  if (text === null) return { terms: [], keys: keysWithout, pictures };
  const root = parseYaml(text, GLOSSARY_FILE, report);
  if (root === null) return { terms: [], keys: null, pictures };

  const drafts = root.list().map((item) => {
    const fields = item.fields(["term", "image", ...LANGUAGES]);
    const term = fields.need("term");
    return { fields, field: term, key: term?.reference() ?? "", image: fields.maybe("image") };
  });
  const keys = new Set<string>();
  for (const { key, field } of drafts) {
    if (keys.has(key)) {
      field?.say(`The glossary already has a term "${key}".`, taken(key));
    }
    if (key) keys.add(key);
  }
  // Collects all keys first, because a definition may refer to a later term.
  const markdown = fragmentReader(schoolReferences(keys), report);
  const terms = drafts.map(({ fields, key, image }, index): SentTerm => {
    const picture = takeNamed(image, pictures, "picture");
    const translations = readByLanguage(fields, { term: plainText, definition: markdown }, first);
    return { id: index + 1, term: key, image: picture, translations };
  });
  return { terms, keys, pictures };
};

interface InstructionContext {
  folder: AuthorFolder;
  problems: ProblemList;
  /** The school's first language. */
  first: string;
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
  const files = await listTextFiles(
    context.folder,
    context.problems,
    "instructions",
    context.first,
  );
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
  const opened = await openText(file, context.folder, context.problems);
  const fields = opened.head?.fields(["id", "title", "course"]);
  const id = ids.read(fields?.need("id"), file.path);
  const title = readText(fields?.need("title") ?? null, context.first);

  const courseField = fields?.maybe("course");
  const course = courseField?.text() ?? null;
  const courseId = course === null ? null : (context.courses?.get(course) ?? null);
  if (courseField && course !== null && courseId === null && context.courses !== null) {
    const known = context.courses.keys();
    sayUnknown(courseField.say, "The school has no course", "course", course, known);
  }

  const { body: source, report } = opened;
  const own = source ? [{ language: context.first, source, report }] : [];
  const texts = [...own, ...opened.translations].map((text) => ({
    ...text,
    html: readFragment(text.source, references, text.report),
  }));
  const isNowhere = texts.every(({ html }) => html === "");
  const translations = texts.flatMap(({ language, source: words, report: reportThere, html }) => {
    if (html === "") {
      const ofOriginal = isNowhere ? "text/missing" : "text/not-first";
      const code = reportThere === report ? ofOriginal : "translation/empty";
      reportThere(words.lineAt(0), "This has no text.", markOf(code, "text"));
      return [];
    }
    const { [language]: translated } = title;
    return [{ language, ...(translated && { title: translated }), html }];
  });
  return { id, order, courseId, translations };
};
