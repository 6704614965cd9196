import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES } from "../../domain/languages.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { parseYaml } from "./parse-yaml.ts";
import { didYouMean, type ProblemList, type Report } from "./problem-list.ts";
import { isReadmeOrLicence } from "./unread-files.ts";
import type { MarkdownText, YamlField, YamlFields } from "./yaml-field.ts";

export type ByLanguage = Record<string, string>;

const read = (field: YamlField | null, needed: readonly string[]): ByLanguage => {
  if (field === null) return {};
  const given = new Map<string, YamlField>();
  const entries = field.entries();
  for (const entry of entries) {
    if (isLanguage(entry.name)) given.set(entry.name, entry);
    else reportUnknownLanguage(entry);
  }
  if (entries.length > 0) {
    for (const language of needed) {
      if (given.get(language)?.isEmpty() ?? true) {
        field.say(`"${field.name}" has no text in "${language}".`);
      }
    }
  }
  const texts: ByLanguage = {};
  for (const language of LANGUAGES) {
    const text = given.get(language)?.isEmpty() ? null : given.get(language)?.text();
    if (text) texts[language] = text;
  }
  return texts;
};

const reportUnknownLanguage = (entry: YamlField): void => {
  const end = didYouMean(entry.name, LANGUAGES) || `; the languages are ${LANGUAGES.join(", ")}.`;
  entry.say(`"${entry.name}" is not a language${end}`);
};

/** Reads a title: required in each of the school's languages, allowed in others. */
export const readTitle = (field: YamlField | null, languages: readonly string[]): ByLanguage =>
  read(field, languages);

/** Reads a text: required in English, optional in other languages. */
export const readText = (field: YamlField | null): ByLanguage => read(field, [FALLBACK_LANGUAGE]);

/** Reads a field of an entry; null for one that is missing, which has been reported. */
type ReadField = (field: YamlField | null) => string;

export const plainText: ReadField = (field) => field?.text() ?? "";

/** Reads the texts of an entry in each of its languages. English is required and comes first. */
export const readByLanguage = <Name extends string>(
  entry: YamlFields,
  readers: Readonly<Record<Name, ReadField>>,
): ({ language: string } & Record<Name, string>)[] => {
  const names = Object.keys(readers) as Name[];
  return LANGUAGES.flatMap((language) => {
    const field = language === FALLBACK_LANGUAGE ? entry.need(language) : entry.maybe(language);
    if (field === null) return [];
    const fields = field.fields(names);
    const texts = names.map((name) => [name, readers[name](fields.need(name))]);
    return [{ language, ...(Object.fromEntries(texts) as Record<Name, string>) }];
  });
};

/** The text in a language, or in the fallback language if there is none. */
export const inLanguage = (texts: ByLanguage, language: string): string =>
  texts[language] ?? texts[FALLBACK_LANGUAGE] ?? "";

/** The pattern of lower-case keys of lessons, menu entries and instructions. */
export const KEY = /^[a-z0-9][a-z0-9_-]*$/;
export const KEY_RULE = "lower-case letters, digits, - and _, beginning with a letter or digit";

/** The files of one text: `KEY.md` in English, `KEY.he.md` in Hebrew and so on. */
export interface TextFiles {
  key: string;
  /** The English file, relative to the school's folder. */
  path: string;
  /** In the order of the languages. */
  translations: { language: string; path: string }[];
}

/** Lists a directory's texts by key, sorted. Reports every other file as a problem. */
export const listTextFiles = async (
  folder: AuthorFolder,
  problems: ProblemList,
  directory: string,
): Promise<TextFiles[]> => {
  const texts = new Map<string, Map<string, string>>();
  for (const name of await folder.names(directory)) {
    // No key begins with a capital letter.
    if (/^[A-Z]/.test(name) && isReadmeOrLicence(name)) continue;
    const path = `${directory}/${name}`;
    const [, key = "", language = FALLBACK_LANGUAGE] =
      /^([^.]*)(?:\.([^.]*))?\.md$/.exec(name) ?? [];
    const wrong = nameProblem(name, key, language);
    if (wrong !== null) {
      problems.in(path)(1, wrong);
      continue;
    }
    const files = texts.get(key) ?? new Map<string, string>();
    texts.set(key, files.set(language, path));
  }

  const found: TextFiles[] = [];
  for (const [key, files] of texts) {
    const path = files.get(FALLBACK_LANGUAGE);
    const translations = LANGUAGES.flatMap((language) => {
      const translation = files.get(language);
      return translation && language !== FALLBACK_LANGUAGE ? [{ language, path: translation }] : [];
    });
    if (path !== undefined) found.push({ key, path, translations });
    else {
      for (const translation of translations) {
        problems.in(translation.path)(1, `This translates ${key}.md, which is not there.`);
      }
    }
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
};

const nameProblem = (name: string, key: string, language: string): string | null => {
  if (key === "") return "A text's file is named KEY.md, or KEY.LANGUAGE.md for a translation.";
  if (!KEY.test(key)) return `The key "${key}" must be ${KEY_RULE}.`;
  if (!isLanguage(language)) {
    return `"${language}" is not a language; the languages are ${LANGUAGES.join(", ")}.`;
  }
  if (name === `${key}.${FALLBACK_LANGUAGE}.md`) return `The English text is named ${key}.md.`;
  return null;
};

const FENCE = /^---[ \t]*$/;

/** A Markdown file: YAML between two lines of `---`, and the text below. */
interface MarkdownFile {
  /** Null when it is missing or cannot be read; the problem has been reported. */
  head: YamlField | null;
  /** Null when its start is unknown; the problem has been reported. */
  body: MarkdownText | null;
}

const bodyFrom = (lines: string[], start: number): MarkdownText => ({
  text: lines.slice(start).join("\n"),
  lineAt: (line) => line + start + 1,
});

/**
 * The line, from 0, that ends the front matter of a text.
 * @returns 0 if it has none, -1 if it does not end
 */
export const frontMatterEnd = (lines: readonly string[]): number =>
  FENCE.test(lines[0] ?? "") ? lines.findIndex((line, index) => index > 0 && FENCE.test(line)) : 0;

const split = (text: string): { head: string | null; body: MarkdownText } | null => {
  const lines = text.split(/\r\n|\r|\n/);
  const end = frontMatterEnd(lines);
  if (end < 0) return null;
  if (end === 0) return { head: null, body: bodyFrom(lines, 0) };
  return { head: lines.slice(1, end).join("\n"), body: bodyFrom(lines, end + 1) };
};

const readWithFrontMatter = (text: string, report: Report): MarkdownFile => {
  const parts = split(text);
  if (parts === null) {
    report(1, "The front matter does not end: close it with a line of ---.");
    return { head: null, body: null };
  }
  if (parts.head === null) {
    report(1, "The front matter is missing: begin the file with a line of ---.");
    return { head: null, body: parts.body };
  }
  return { head: parseYaml(parts.head, "front matter", report, 2), body: parts.body };
};

/** Reads a translation, which has no front matter. */
const readTranslation = (text: string, report: Report): MarkdownText => {
  const parts = split(text);
  if (parts?.head === null) return parts.body;
  report(1, "A translation has no front matter: it belongs in the English file.");
  return parts ? parts.body : bodyFrom([], 0);
};

/** A text in one of its languages. */
interface TranslatedText {
  language: string;
  source: MarkdownText;
  report: Report;
}

/** Opens the files of a text. Those that cannot be read have been reported, and are left out. */
export const openText = async (
  { path, translations }: TextFiles,
  folder: AuthorFolder,
  problems: ProblemList,
): Promise<MarkdownFile & { report: Report; translations: TranslatedText[] }> => {
  const report = problems.in(path);
  const text = await folder.text(path, report);
  const file = text === null ? { head: null, body: null } : readWithFrontMatter(text, report);
  const translated: TranslatedText[] = [];
  for (const translation of translations) {
    const reportThere = problems.in(translation.path);
    const words = await folder.text(translation.path, reportThere);
    if (words === null) continue;
    const source = readTranslation(words, reportThere);
    translated.push({ language: translation.language, source, report: reportThere });
  }
  return { ...file, report, translations: translated };
};
