import { plainText } from "./plain-text.ts";
import { foldText } from "./search-text.ts";

/** The searchable text of a page. */
export interface PageText {
  language: string;
  /** From 1. */
  page: number;
  /** The titles of lesson and page, folded. */
  head: string;
  /** Titles and text, folded. */
  folded: string;
  /** The text to quote from. */
  body: string;
}

interface LessonTexts {
  readonly title: Readonly<Record<string, string>>;
  readonly html?: {
    readonly languages: Readonly<
      Record<
        string,
        { readonly pages: readonly { readonly title: string; readonly html: string }[] }
      >
    >;
  } | null;
}

/** The searchable texts of all pages of a lesson, in all of its languages. */
export const pageTexts = (lesson: LessonTexts): PageText[] =>
  Object.entries(lesson.html?.languages ?? {}).flatMap(([language, { pages }]) =>
    pages.map((page, index) => {
      const title = lesson.title[language] ?? lesson.title.en ?? "";
      const body = plainText(page.html);
      const head = foldText(`${title} ${page.title}`);
      return { language, page: index + 1, head, folded: `${head}\n${foldText(body)}`, body };
    }),
  );
