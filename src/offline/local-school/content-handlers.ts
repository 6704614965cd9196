import {
  getLesson,
  getProducts,
  getSkeleton,
  type Lesson,
  type Product,
} from "../../contract/content.ts";
import { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { MAX_SEARCH_LENGTH, searchLessons } from "../../contract/search.ts";
import type { Id } from "../../contract/wire.ts";
import { lessonOf } from "../../domain/menu-position.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { LocalContent } from "../local-content.ts";
import { type Handler, handle, refused } from "./handlers.ts";
import { createTextSearch } from "./text-search.ts";

export interface ContentHandlersOptions {
  content: LocalContent;
  /** @returns the present access rule of a product: whether the person may open a lesson */
  access: (product: Product) => (lesson: Lesson) => boolean;
}

/** The id of a product, or its key if the school does not number its products. */
export const productId = (product: Product): Id => product.id || product.key;

/** Handles calls for content, from the content on this machine. */
export const contentHandlers = ({
  content,
  access,
}: ContentHandlersOptions): readonly Handler[] => {
  const search = createTextSearch(content);

  const orAbsent = <Value>(value: Value | null): Result<Value, CallFailure> =>
    value === null ? refused(404, "server/not_found") : Result.ok(value);

  return [
    handle(getProducts, () =>
      Result.ok({
        cds: content.products().map((product) => ({
          id: productId(product),
          cd: product.key,
          title: product.title,
          translations: product.translations.map(({ language, title }) => ({ language, title })),
        })),
      }),
    ),

    handle(getSkeleton, ({ params }) => {
      const product = content.product(String(params.productKey));
      if (!product) return refused(404, "product/not_found");
      return Result.ok({ product: product });
    }),

    handle(getLesson, ({ params }) => {
      const product = content.product(String(params.productKey));
      if (!product) return refused(404, "product/not_found");
      const entry = lessonOf(product, String(params.lessonKey));
      if (!entry) return refused(404, "lesson/not_found");
      if (!access(product)(entry)) return refused(403, "lesson/not_active");
      const lesson = content.lesson(entry);
      return lesson ? Result.ok({ lesson }) : Result.fail({ kind: "undecodable", json: true });
    }),

    handle(searchLessons, async ({ params, query, signal }) => {
      const product = content.product(String(params.productKey));
      if (!product) return refused(404, "product/not_found");
      const q = String(query.q ?? "").slice(0, MAX_SEARCH_LENGTH);
      const language = String(query.language ?? "en");
      const results = await search({ product, q, language, isOpen: access(product), signal });
      return results ? Result.ok({ results }) : Result.fail({ kind: "cancelled" });
    }),

    handle(getFaqs, () => orAbsent(content.faqs())),
    handle(getGlossary, () => orAbsent(content.glossary())),
    handle(getInstructions, () => orAbsent(content.instructions())),
  ];
};
