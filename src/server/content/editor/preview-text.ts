import { FALLBACK_LANGUAGE } from "../../../domain/languages.ts";
import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import type { AuthorFolder } from "../author-folder.ts";
import type { Outside } from "../outside.ts";
import { createIdRegister, createProblemList, markOf, type ProblemList } from "../problem-list.ts";
import { compileProduct, openLessons } from "../product.ts";
import { readSchoolSettings } from "../school-settings.ts";
import { readFaqs, readGlossary, readInstructions } from "../school-texts.ts";
import { sentWords } from "../sent-remark.ts";
import { TOO_HEAVY } from "./stored-folder.ts";

/** A text that is wrong on each of its lines is not read to the end by anybody. */
const MOST_PROBLEMS = 500;

interface PreviewPage {
  readonly title: string;
  readonly html: string;
  readonly language: string;
}

export type PreviewProblem = ReturnType<typeof sentWords> & {
  readonly line: number;
  readonly severity: "error" | "warning";
};

/** The problems of a file, errors first. */
export const previewProblems = (problems: ProblemList, path: string): PreviewProblem[] =>
  (["error", "warning"] as const).flatMap((severity) =>
    problems
      .sorted(severity)
      .filter(({ file }) => file === path)
      .map((problem) => ({ line: problem.line, severity, ...sentWords(problem) })),
  );

export interface TextPreview {
  readonly pages: readonly PreviewPage[];
  readonly problems: readonly PreviewProblem[];
}

interface Reading {
  readonly folder: AuthorFolder;
  readonly problems: ProblemList;
  /** The school's first language. */
  readonly first: string;
  readonly terms: ReadonlySet<string> | null;
  readonly outside: Outside | null;
  /** The only entry of a glossary or FAQ that is shown; absent: all. */
  readonly entry: number | undefined;
}

const lessonPages = async (
  { product, key, language }: SourceTextPlace,
  reading: Reading,
): Promise<PreviewPage[]> => {
  // What is wrong with the names of other files is no problem of this one.
  const { files, read } = await openLessons(product, reading);
  const own = files.find((file) => file.key === key);
  if (!own) return [];
  const [draft] = await read([own]);
  const pages = draft?.pages.find((each) => each.language === language)?.pages ?? [];
  return pages.map(({ title, html }) => ({ title, html, language }));
};

const previewPages = async (place: SourceTextPlace, reading: Reading): Promise<PreviewPage[]> => {
  const { folder, problems, first, terms, entry } = reading;
  const isShown = (_: unknown, at: number) => entry === undefined || at === entry;
  switch (place.kind) {
    case "lesson":
      return lessonPages(place, reading);
    case "glossary": {
      const glossary = await readGlossary(folder, problems, first);
      return glossary.terms.filter(isShown).flatMap(({ translations }) =>
        translations.map(({ language, term, definition }) => ({
          ...{ language, title: term, html: definition },
        })),
      );
    }
    case "faq": {
      const faqs = await readFaqs(folder, problems, terms, first);
      return faqs.filter(isShown).flatMap(({ translations }) =>
        translations.map(({ language, question, answer }) => ({
          ...{ language, title: question, html: answer },
        })),
      );
    }
    case "instruction": {
      const names = async (directory: string) =>
        (await folder.names(directory)).filter((name) => name.startsWith(`${place.key}.`));
      const context = { ...reading, folder: { ...folder, names }, courses: null };
      const [found] = await readInstructions(context, createIdRegister("instruction"));
      return (found?.translations ?? [])
        .filter(({ language }) => language === place.language)
        .map(({ title, ...page }) => ({ ...page, title: title ?? "" }));
    }
    case "course": {
      const ids = {
        product: createIdRegister("product"),
        course: createIdRegister("course"),
        lesson: createIdRegister("lesson"),
      };
      const settings = await readSchoolSettings(folder, createProblemList());
      const named = settings?.products.find(({ key }) => key === place.product)?.field;
      if (named) await compileProduct(place.product, named, { ...reading, ids, chapters: [] });
      return [];
    }
    case "school":
      return [];
  }
};

/**
 * Reads one text of the folder, as an import would with the other files as they are.
 * @param edited the text, which need not be saved
 * @param entry the position of the only entry that is shown
 */
export const previewText = async (
  place: SourceTextPlace,
  folder: AuthorFolder,
  path: string,
  entry?: number,
): Promise<TextPreview> => {
  const problems = createProblemList();
  const elsewhere = createProblemList();
  const settings = await readSchoolSettings(folder, place.kind === "school" ? problems : elsewhere);
  const outside = settings?.outside ?? null;
  const first = settings?.languages[0] ?? FALLBACK_LANGUAGE;
  const { keys: terms } = await readGlossary(folder, elsewhere, first);
  for (const { file, message: said } of elsewhere.sorted("error")) {
    if (said !== TOO_HEAVY || file === path) continue;
    const message = `${file} is too heavy for a preview and was left out.`;
    problems.in(path)(1, message, markOf("file/not-read", file));
  }
  // Only the folder says which language a text has whose name has none.
  const own = sourceTextPlace(path, first) ?? place;
  const pages = await previewPages(own, { folder, problems, first, terms, outside, entry });
  const found = previewProblems(problems, path)
    .sort((a, b) => a.line - b.line)
    .slice(0, MOST_PROBLEMS);
  return { pages, problems: found };
};
