import type { NEW_LESSONS } from "../../../../contract/staff-tree.ts";
import { serverTexts } from "../../../server-texts.ts";
import { writtenValue } from "../parse-edited.ts";
import type { Titles } from "./facts.ts";
import { keyFor } from "./keys.ts";
import { type FileWork, lessonFile, type PlanContext, type ReadProduct } from "./plan.ts";

/** Words as the heading of a page, without meaning to Markdown. */
export const headingOf = (title: string): string => title.replace(/[\\`*_[\]<>#&!|~]/g, "\\$&");

/** The keys that a new lesson of a product cannot have, in lower case. */
export const takenKeys = ({ lessons }: ReadProduct): Set<string> =>
  new Set([...lessons.keys()].map((key) => key.toLowerCase()));

interface LessonFile {
  readonly key: string;
  readonly titles: Titles;
  readonly type: string;
  readonly assignment?: Titles | null;
  readonly texts: Titles;
}

/** The files of a lesson: that of the school's language has its head. */
export const lessonWork = (
  { tree, numbers }: PlanContext,
  product: string,
  { key, titles, type, assignment, texts }: LessonFile,
): FileWork[] => {
  const [main = "", ...others] = tree.languages;
  const head = {
    ...{ id: numbers.lesson(), title: titles, type },
    ...(assignment && { assignment: { title: assignment } }),
  };
  const text = `---\n${writtenValue(head, 0)}---\n${texts[main] ?? ""}`;
  return [
    { path: lessonFile(product, key), text },
    ...others.flatMap((language) => {
      const words = texts[language];
      return words === undefined ? [] : [{ path: lessonFile(product, key, language), text: words }];
    }),
  ];
};

/** A word of the app in all languages of the school. */
export const wordsOf = (
  { tree }: PlanContext,
  message: "first-start.chapter" | "first-start.part",
): Titles =>
  Object.fromEntries(tree.languages.map((language) => [language, serverTexts(language)(message)]));

/**
 * A lesson that has its title and nothing else yet. A main lesson begins with one part.
 * @returns its key, and the work
 */
export const newLesson = (
  context: PlanContext,
  product: ReadProduct,
  kind: (typeof NEW_LESSONS)[number],
  titles: Titles,
): { readonly key: string; readonly work: FileWork[] } => {
  const [language = ""] = context.tree.languages;
  const title = titles[language] ?? "";
  const taken = takenKeys(product);
  const isMain = kind === "main";
  const key = keyFor(title, "lesson", taken, isMain ? "_ml" : "");
  const start = `# ${headingOf(title)}\n`;
  if (!isMain) {
    const assignment = kind === "assignment" ? titles : null;
    const type = kind === "assignment" ? "assignment" : "text";
    const lesson = { key, titles, type, assignment, texts: { [language]: start } };
    return { key, work: lessonWork(context, product.key, lesson) };
  }
  taken.add(key);
  const part = wordsOf(context, "first-start.part");
  const partKey = keyFor(`${key.replace(/_ml$/, "")} ${part[language] ?? ""}`, "lesson", taken);
  const main = { key, titles, type: "text", texts: { [language]: `${start}\n@part ${partKey}\n` } };
  return {
    key,
    work: [
      ...lessonWork(context, product.key, main),
      ...lessonWork(context, product.key, {
        ...{ key: partKey, titles: part, type: "text" },
        texts: { [language]: `# ${headingOf(part[language] ?? "")}\n` },
      }),
    ],
  };
};
