import { isLanguage, LANGUAGES } from "../../domain/languages.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { parseYaml } from "./parse-yaml.ts";
import { didYouMean, markOf, type ProblemList, type Report } from "./problem-list.ts";
import { isReadmeOrLicence } from "./unread-files.ts";
import type { MarkdownText, YamlField, YamlFields } from "./yaml-field.ts";

/** A text in some languages: the school's first language comes first. */
export type ByLanguage = Record<string, string>;

/** All languages, the school's first one before the others. */
export const languagesFrom = (first: string): string[] => [
  ...new Set<string>([first, ...LANGUAGES]),
];

/**
 * Reads a text by language: required in the school's first language, optional in others.
 * @param first the school's first language
 */
export const readText = (field: YamlField | null, first: string): ByLanguage => {
  if (field === null) return {};
  const given = new Map<string, YamlField>();
  const entries = field.entries();
  for (const entry of entries) {
    if (isLanguage(entry.name)) given.set(entry.name, entry);
    else reportUnknownLanguage(entry);
  }
  if (entries.length > 0 && (given.get(first)?.isEmpty() ?? true)) {
    const kind = field.name === "title" ? "title" : "text";
    const isNowhere = [...given.values()].every((entry) => entry.isEmpty());
    field.say(`"${field.name}" has no text in "${first}".`, {
      code: isNowhere ? `${kind}/missing` : `${kind}/not-first`,
      values: { name: field.name },
      path: [...field.path, first],
    });
  }
  const texts: ByLanguage = {};
  for (const language of languagesFrom(first)) {
    const text = given.get(language)?.isEmpty() ? null : given.get(language)?.text();
    if (text) texts[language] = text;
  }
  return texts;
};

const reportUnknownLanguage = (entry: YamlField): void => {
  const end = didYouMean(entry.name, LANGUAGES) || `; the languages are ${LANGUAGES.join(", ")}.`;
  entry.say(`"${entry.name}" is not a language${end}`, markOf("field/unknown", entry.name));
};

/** Reads a field of an entry; null for one that is missing. */
type ReadField = (field: YamlField | null) => string;

export const plainText: ReadField = (field) => field?.text() ?? "";

/** What a map has in the languages that it has. */
export const inEachLanguage = <Value>(
  fields: YamlFields,
  read: (field: YamlField) => Value,
  languages: readonly string[] = LANGUAGES,
): Record<string, Value> =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const field = fields.maybe(language);
      return field ? [[language, read(field)] as const] : [];
    }),
  );

/**
 * Reads the texts of an entry in each of its languages, the school's first one before the others. Each text is
 * required in one of them.
 */
export const readByLanguage = <Name extends string>(
  entry: YamlFields,
  readers: Readonly<Record<Name, ReadField>>,
  first: string,
): ({ language: string } & Record<Name, string>)[] => {
  const names = Object.keys(readers) as Name[];
  const given = languagesFrom(first).flatMap((language) => {
    const fields = entry.maybe(language)?.fields(names);
    return fields ? [{ language, fields }] : [];
  });
  const [own] = given;
  if (own && own.language !== first) {
    const values = { name: names[0] ?? "" };
    entry.sayOf(first, `"${first}" is missing.`, { code: "text/not-first", values });
  }
  if (!own) entry.need(first);
  for (const name of names) {
    const isNowhere = given.every(({ fields }) => fields.maybe(name) === null);
    if (isNowhere) own?.fields.need(name);
    for (const { fields } of isNowhere ? [] : given) {
      if (fields.maybe(name)) continue;
      fields.sayOf(name, `"${name}" is missing.`, markOf("text/not-first", name));
    }
  }
  return given.map(({ language, fields }) => {
    const texts = names.map((name) => [name, readers[name](fields.maybe(name))]);
    return { language, ...(Object.fromEntries(texts) as Record<Name, string>) };
  });
};

/**
 * The text for clients that ask for no language: English, as the contract has it, else in the school's first
 * language.
 */
export const untranslated = (texts: ByLanguage): string =>
  texts.en ?? Object.values(texts)[0] ?? "";

/** The translations of a title, the school's first language before the others. */
export const titlesOf = (title: Readonly<ByLanguage>): { language: string; title: string }[] =>
  Object.entries(title).map(([language, words]) => ({ language, title: words }));

/** The titles among the translations of an entry with several texts. */
export const onlyTitles = (
  translations: readonly {
    readonly language: string;
    readonly title?: string | null | undefined;
  }[],
): { language: string; title: string }[] =>
  translations.flatMap(({ language, title }) => (title ? [{ language, title }] : []));

/**
 * The translations of an entry with several texts, the school's first language before the others. A language that
 * has none of them is left out, and so is a text that a language lacks: people read another language in its place.
 */
export const translationsOf = <Name extends string>(
  texts: Readonly<Record<Name, ByLanguage>>,
): ({ language: string } & Partial<Record<Name, string>>)[] => {
  const named = Object.entries<ByLanguage>(texts);
  const languages = new Set(named.flatMap(([, byLanguage]) => Object.keys(byLanguage)));
  return [...languages].map((language) => ({
    language,
    ...(Object.fromEntries(
      named.flatMap(([name, { [language]: text }]) => (text ? [[name, text]] : [])),
    ) as Partial<Record<Name, string>>),
  }));
};

/** The pattern of lower-case keys of lessons, menu entries and instructions. */
export const KEY = /^[a-z0-9][a-z0-9_-]*$/;
export const KEY_RULE = "lower-case letters, digits, - and _, beginning with a letter or digit";

/** The files of one text: `KEY.md` in the school's first language, `KEY.he.md` in Hebrew and so on. */
export interface TextFiles {
  key: string;
  /** The file in the school's first language, relative to the school's folder. */
  path: string;
  /** In the order of the languages. */
  translations: { language: string; path: string }[];
}

/** Lists a directory's texts by key, sorted. Reports every other file as a problem. */
export const listTextFiles = async (
  folder: AuthorFolder,
  problems: ProblemList,
  directory: string,
  first: string,
): Promise<TextFiles[]> => {
  const texts = new Map<string, Map<string, string>>();
  for (const name of await folder.names(directory)) {
    // No key begins with a capital letter.
    if (/^[A-Z]/.test(name) && isReadmeOrLicence(name)) continue;
    const path = `${directory}/${name}`;
    const [, key = "", language = first] = /^([^.]*)(?:\.([^.]*))?\.md$/.exec(name) ?? [];
    const wrong = nameProblem(name, key, language, first);
    if (wrong !== null) {
      // Students would read a text in another language than it says.
      const isFirst = name === `${key}.${first}.md`;
      const code = isFirst ? "file/misnamed" : "file/not-read";
      problems.in(path)(1, wrong, markOf(code, name));
      folder.locate(path);
      continue;
    }
    const files = texts.get(key) ?? new Map<string, string>();
    texts.set(key, files.set(language, path));
  }

  const found: TextFiles[] = [];
  for (const [key, files] of texts) {
    const path = files.get(first);
    const translations = LANGUAGES.flatMap((language) => {
      const translation = files.get(language);
      return translation && language !== first ? [{ language, path: translation }] : [];
    });
    if (path !== undefined) found.push({ key, path, translations });
    else {
      for (const translation of translations) {
        const message = `This translates ${key}.md, which is not there.`;
        problems.in(translation.path)(1, message, markOf("translation/alone", key));
        folder.locate(translation.path);
      }
    }
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
};

const nameProblem = (name: string, key: string, language: string, first: string): string | null => {
  if (key === "") return "A text's file is named KEY.md, or KEY.LANGUAGE.md for a translation.";
  if (!KEY.test(key)) return `The key "${key}" must be ${KEY_RULE}.`;
  if (!isLanguage(language)) {
    return `"${language}" is not a language; the languages are ${LANGUAGES.join(", ")}.`;
  }
  if (name === `${key}.${first}.md`) {
    return `The text in "${first}", the school's first language, is named ${key}.md.`;
  }
  return null;
};

const SYNTAX = { code: "file/syntax" } as const;

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
    report(1, "The front matter does not end: close it with a line of ---.", SYNTAX);
    return { head: null, body: null };
  }
  if (parts.head === null) {
    report(1, "The front matter is missing: begin the file with a line of ---.", SYNTAX);
    return { head: null, body: parts.body };
  }
  return { head: parseYaml(parts.head, "front matter", report, 2), body: parts.body };
};

/** Reads a translation, which has no front matter. */
const readTranslation = (text: string, report: Report): MarkdownText => {
  const parts = split(text);
  if (parts?.head === null) return parts.body;
  report(
    1,
    "A translation has no front matter: it belongs in the file without a language in its name.",
    { code: "file/odd" },
  );
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
  problems: Pick<ProblemList, "in">,
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
