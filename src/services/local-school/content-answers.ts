import {
  getLesson,
  getProducts,
  getSkeleton,
  type Lesson,
  type Product,
} from "../../contract/content.ts";
import { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { SEARCH_MAX_LENGTH, searchLessons } from "../../contract/search.ts";
import type { Id } from "../../contract/wire.ts";
import { bestOfEach, byRank, MOST_FOUND, wantedWords } from "../../domain/lesson-search.ts";
import { type PageText, pageTexts } from "../../domain/lesson-text.ts";
import { excerptAround } from "../../domain/matched-text.ts";
import { lessonOf } from "../../domain/menu-position.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { LocalContent } from "../local-content.ts";
import { type Answer, answering, refused } from "./answers.ts";

export interface ContentAnswersOptions {
  content: LocalContent;
  /** @returns the access rule as of now: whether the person may open a lesson */
  access: () => (product: Product, lesson: Lesson) => boolean;
}

/** A school numbers its products; where one does not, the key tells them apart. */
export const productId = (product: Product): Id => product.id || product.key;

const withoutText = (lesson: Lesson): Lesson => ({ ...lesson, html: null });

const skeletonOf = (product: Product): Product => ({
  ...product,
  lessons: Object.fromEntries(
    Object.entries(product.lessons).map(([key, lesson]) => [key, withoutText(lesson)]),
  ),
});

type SearchedPage = PageText & { lesson_id: Id };

const searchedPages = (product: Product): SearchedPage[] =>
  Object.values(product.lessons).flatMap((lesson) =>
    pageTexts(lesson).map((text) => ({ lesson_id: lesson.dbid, ...text })),
  );

/** What a school answers about its content, from what lies on this machine. */
export const contentAnswers = ({ content, access }: ContentAnswersOptions): readonly Answer[] => {
  const skeletons = new WeakMap<Product, Product>();
  const pages = new WeakMap<Product, SearchedPage[]>();

  const once = <Value>(made: WeakMap<Product, Value>, of: Product, make: () => Value): Value => {
    const known = made.get(of) ?? make();
    made.set(of, known);
    return known;
  };

  const search = (product: Product, q: string, language: string) => {
    const wanted = wantedWords(q);
    if (wanted.words.length === 0) return [];
    const hits = once(pages, product, () => searchedPages(product))
      .filter(({ folded }) => wanted.words.every((word) => folded.includes(word)))
      .map((page) => ({ ...page, phrase: page.folded.includes(wanted.wanted) }));
    const best = bestOfEach(hits, wanted, language);
    const rank = byRank(wanted);
    const isOpen = access();
    return Object.values(product.lessons)
      .flatMap((lesson) => {
        const hit = best.get(lesson.dbid);
        return hit && isOpen(product, lesson) ? [{ key: lesson.key, hit }] : [];
      })
      .toSorted((a, b) => rank(a.hit, b.hit))
      .slice(0, MOST_FOUND)
      .map(({ key, hit: { lesson_id, page, language: foundIn, body } }) => ({
        lesson_id,
        key,
        page,
        language: foundIn,
        excerpt: excerptAround(body, q),
      }));
  };

  const orAbsent = <Value>(value: Value | null): Result<Value, CallFailure> =>
    value === null ? refused(404, "server/not_found") : Result.ok(value);

  return [
    answering(getProducts, () =>
      Result.ok({
        cds: content.products().map((product) => ({
          id: productId(product),
          cd: product.key,
          title: product.title,
          translations: product.translations.map(({ language, title }) => ({ language, title })),
        })),
      }),
    ),

    answering(getSkeleton, ({ params }) => {
      const product = content.product(String(params.productKey));
      if (!product) return refused(404, "product/not_found");
      return Result.ok({ product: once(skeletons, product, () => skeletonOf(product)) });
    }),

    answering(getLesson, ({ params }) => {
      const product = content.product(String(params.productKey));
      if (!product) return refused(404, "product/not_found");
      const lesson = lessonOf(product, String(params.lessonKey));
      if (!lesson) return refused(404, "lesson/not_found");
      return access()(product, lesson) ? Result.ok({ lesson }) : refused(403, "lesson/not_active");
    }),

    answering(searchLessons, ({ params, query }) => {
      const product = content.product(String(params.productKey));
      if (!product) return refused(404, "product/not_found");
      const q = String(query.q ?? "").slice(0, SEARCH_MAX_LENGTH);
      return Result.ok({ results: search(product, q, String(query.language ?? "en")) });
    }),

    answering(getFaqs, () => orAbsent(content.faqs())),
    answering(getGlossary, () => orAbsent(content.glossary())),
    answering(getInstructions, () => orAbsent(content.instructions())),
  ];
};
