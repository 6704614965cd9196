import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES } from "../../domain/languages.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { isReadmeOrLicence } from "./is-readme-or-licence.ts";
import type { ProblemList } from "./problem-list.ts";

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
