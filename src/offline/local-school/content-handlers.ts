import {
  getAsset,
  getAssignmentImage,
  getGlossaryImage,
  getIcon,
  getLesson,
  getProducts,
  getSkeleton,
  type Lesson,
  type Product,
} from "../../contract/content.ts";
import { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { type FoundLesson, MAX_SEARCH_LENGTH, searchLessons } from "../../contract/search.ts";
import { getAssetTicket, getVideoTexts } from "../../contract/video.ts";
import type { Id } from "../../contract/wire.ts";
import type { FileKind } from "../../domain/file-names.ts";
import {
  bestHitByLesson,
  inRankOrder,
  MAX_RESULTS,
  type PageHit,
  type PageText,
  pageTexts,
  parseSearchQuery,
  rankOf,
  type SearchQuery,
} from "../../domain/lesson-search.ts";
import { excerptAround } from "../../domain/matched-text.ts";
import { mediaTypeOf } from "../../domain/media-type.ts";
import { lessonOf } from "../../domain/menu-position.ts";
import { findCaptions } from "../../domain/timed-texts.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { LocalContent } from "../local-content.ts";
import { type Handler, handle, handleBytes, refused, unreachable } from "./handlers.ts";

interface TextSearch {
  readonly product: Product;
  readonly q: string;
  /** The language that is preferred if a lesson matches in several. */
  readonly language: string;
  readonly isOpen: (lesson: Lesson) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Characters that are indexed without a pause, so that the page stays responsive. */
const AT_ONCE = 100_000;
/** How many times faster a page is searched than indexed. */
const LOOKED_THROUGH = 20;

type Searched = PageText & { lesson_id: Id };
type Hit = Searched & PageHit;

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Searches the lessons of the content on this machine. Texts are indexed when they are first needed. */
const createTextSearch = (content: LocalContent) => {
  const ready = new WeakMap<Lesson, readonly Searched[]>();

  const pagesOf = (entry: Lesson): readonly Searched[] => {
    const whole = content.lesson(entry);
    const texts = whole ? pageTexts(whole) : [];
    return texts.map((text) => ({ lesson_id: entry.dbid, ...text }));
  };

  /** Finds the pages that contain every word. @returns null if the search was aborted */
  const findPages = async (
    { product, signal }: TextSearch,
    query: SearchQuery,
  ): Promise<Hit[] | null> => {
    const hits: Hit[] = [];
    let worked = 0;
    for (const entry of Object.values(product.lessons)) {
      const indexed = ready.get(entry);
      const pages = indexed ?? pagesOf(entry);
      ready.set(entry, pages);
      for (const page of pages) {
        worked += indexed ? page.folded.length / LOOKED_THROUGH : page.folded.length;
        if (!query.words.every((word) => page.folded.includes(word))) continue;
        hits.push({ ...page, rank: rankOf(page.head, page.folded, query) });
      }
      if (worked < AT_ONCE) continue;
      worked = 0;
      await pause();
      if (signal?.aborted) return null;
    }
    return hits;
  };

  /** @returns the best results, ranked as on the server; null if the search was aborted */
  return async (request: TextSearch): Promise<FoundLesson[] | null> => {
    const { product, q, language, isOpen } = request;
    const searched = parseSearchQuery(q);
    if (searched.words.length === 0) return [];
    const hits = await findPages(request, searched);
    if (!hits) return null;
    const best = bestHitByLesson(hits, language);
    const open = Object.values(product.lessons).flatMap((lesson) => {
      const hit = best.get(lesson.dbid);
      return hit && isOpen(lesson) ? [{ ...hit, key: lesson.key }] : [];
    });
    return inRankOrder(open)
      .slice(0, MAX_RESULTS)
      .map(({ lesson_id, key, page, language: foundIn, body }) => ({
        lesson_id,
        key,
        page,
        language: foundIn,
        excerpt: excerptAround(body, q),
      }));
  };
};

/** HTTP status for a range that begins after the end of the file. */
const NOTHING_LEFT = 416;

interface ContentHandlersOptions {
  content: LocalContent;
  /** The language of the lessons. */
  language: () => string;
  /** @returns the present access rule of a product: whether the person may open a lesson */
  access: (product: Product) => (lesson: Lesson) => boolean;
}

/** Parses `bytes=FROM-TO`, both counted from 0. @returns null for anything else */
const rangeIn = (header: string | undefined): { from: number; length: number } | null => {
  const range = /^bytes=(\d+)-(\d+)$/.exec(header ?? "");
  if (!range) return null;
  const [from, to] = [Number(range[1]), Number(range[2])];
  return to >= from ? { from, length: to - from + 1 } : null;
};

/** The address at which this machine serves an asset; null if it does not. */
export const assetAddress =
  ({ content, language }: Pick<ContentHandlersOptions, "content" | "language">) =>
  async (product: string, title: string): Promise<string | null> => {
    const file = content.findFile("asset", product, title, language());
    return file && content.address(file);
  };

/** The id of a product, or its key if the school does not number its products. */
export const productId = (product: Product): Id => product.id || product.key;

/**
 * Handles calls for content, captions and files, from the content on this machine. A file that is in the tree
 * but not on the disk fails as unreachable, since it may be downloaded later.
 */
export const contentHandlers = ({
  content,
  language,
  access,
}: ContentHandlersOptions): readonly Handler[] => {
  const search = createTextSearch(content);

  const orAbsent = <Value>(value: Value | null): Result<Value, CallFailure> =>
    value === null ? refused(404, "server/not_found") : Result.ok(value);

  const find = (kind: FileKind, product: unknown, title: unknown) =>
    content.findFile(kind, String(product ?? ""), String(title ?? ""), language());

  const fetchFile = async (
    kind: FileKind,
    { product, title }: { product?: unknown; title?: unknown },
    headers: Record<string, string>,
  ): Promise<Result<Blob, CallFailure>> => {
    const file = find(kind, product, title);
    if (!file) return refused(404, "asset/not_found");
    const range = rangeIn(headers.range);
    if (range && range.from >= file.size) return refused(NOTHING_LEFT, "");
    const bytes = range ? await content.bytesInRange(file, range) : await content.bytes(file);
    if (!bytes) return unreachable;
    const type = mediaTypeOf(String(title)) ?? "application/octet-stream";
    return Result.ok(new Blob([bytes], { type }));
  };

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
      const preferred = String(query.language ?? "en");
      const results = await search({
        product,
        q,
        language: preferred,
        isOpen: access(product),
        signal,
      });
      return results ? Result.ok({ results }) : Result.fail({ kind: "cancelled" });
    }),

    handle(getFaqs, () => orAbsent(content.faqs())),
    handle(getGlossary, () => orAbsent(content.glossary())),
    handle(getInstructions, () => orAbsent(content.instructions())),

    handle(getVideoTexts, ({ query }) => {
      const captions = content.captions();
      const product = content.product(String(query.product ?? ""));
      if (!captions || !product) return refused(404, "server/not_found");
      const lesson = lessonOf(product, String(query.lesson ?? ""));
      if (!lesson) return refused(404, "lesson/not_found");
      if (!access(product)(lesson)) return refused(403, "lesson/not_active");
      const place = { product: product.key, lesson, asset: String(query.asset ?? "") };
      const captionsHere = findCaptions(captions, place, [
        String(query.language ?? "en"),
        content.firstLanguage(),
      ]);
      return Result.ok({
        texts: [...captionsHere.texts],
        language: captionsHere.language,
        version: null,
      });
    }),

    handleBytes(getAsset, ({ query, headers }) => fetchFile("asset", query, headers)),
    handleBytes(getIcon, ({ query, headers }) => fetchFile("icon", query, headers)),
    handleBytes(getAssignmentImage, ({ query, headers }) =>
      fetchFile("assignment", query, headers),
    ),
    handleBytes(getGlossaryImage, ({ query, headers }) => fetchFile("glossary", query, headers)),
    // Videos are read in ranges here, as at a school without tickets.
    handle(getAssetTicket, async ({ query }) => {
      const file = find("asset", query.product, query.title);
      if (!file) return refused(404, "asset/not_found");
      return (await content.has(file)) ? refused(404, "") : unreachable;
    }),
  ];
};
