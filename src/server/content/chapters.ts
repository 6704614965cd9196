import type { SentProduct } from "../../contract/content.ts";
import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import { clockTime } from "../../domain/timed-texts.ts";
import { escapeHtml } from "./markdown-parser.ts";
import type { SchoolCaptions } from "./school.ts";

const FILM = /<figure><video data-asset="([^"]*)"[^>]*><\/video>/g;

/** The chapters of a film as a list, which the app makes clickable and which is printed with the lesson. */
const listOf = ({ texts }: SchoolCaptions): string => {
  const entries = texts.map(({ start, text }) => {
    const words = escapeHtml(text.replace(/\s+/g, " "));
    return `<li><time datetime="PT${start}S">${clockTime(start)}</time> ${words}</li>`;
  });
  return `<ol>${entries.join("")}</ol>`;
};

/**
 * Puts the chapters of films below them in the lessons of a product, in the language of the text or else in English.
 * A film within a line of text has no room for them.
 */
export const withChapters = (
  product: SentProduct,
  chapters: readonly SchoolCaptions[],
): SentProduct => {
  if (chapters.length === 0) return product;
  const byName = new Map(
    chapters.map((each) => [`${escapeHtml(each.asset)}\n${each.language}`, each] as const),
  );
  const complete = (html: string, language: string) =>
    html.replace(FILM, (film, asset: string) => {
      const own = byName.get(`${asset}\n${language}`);
      const found = own ?? byName.get(`${asset}\n${FALLBACK_LANGUAGE}`);
      return found && found.texts.length > 0 ? film + listOf(found) : film;
    });
  return {
    ...product,
    lessons: Object.fromEntries(
      Object.entries(product.lessons).map(([key, lesson]) => [
        key,
        {
          ...lesson,
          html: lesson.html && {
            languages: Object.fromEntries(
              Object.entries(lesson.html.languages ?? {}).map(([language, { pages }]) => [
                language,
                {
                  pages: pages.map((page) => ({ ...page, html: complete(page.html, language) })),
                },
              ]),
            ),
          },
        },
      ]),
    ),
  };
};
