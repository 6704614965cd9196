import * as v from "valibot";
import {
  getLesson,
  type Lesson,
  type Product,
  product as productSchema,
} from "../contract/content.ts";
import { getTreeList, getUserContent } from "../contract/local-files.ts";
import { getGlossary } from "../contract/reference.ts";
import { getVideoTexts } from "../contract/video.ts";
import type { RequestOptions } from "../core/call-results.ts";
import { lessonText } from "../core/lessons.ts";
import type { Failure } from "../core/match-failure.ts";
import {
  type ChapterFile,
  chapterFiles,
  chapterLessons,
  foldTerm,
  termsIn,
  videosIn,
} from "../domain/chapter.ts";
import { patternSheet } from "../domain/lesson-package.ts";
import { courseOf, sameKey } from "../domain/menu-position.ts";
import { textsOf } from "../domain/translated.ts";
import { Result } from "../lib/result.ts";
import type { Transport } from "../transport/transport.ts";
import { keptAnswer, keptFile } from "./kept-calls.ts";

/** Identifies a chapter: a first-level entry of a course's menu. */
export interface ChapterName {
  readonly productKey: string;
  readonly courseKey: string;
  readonly menuKey: string;
}

export interface WantedChapter extends ChapterName {
  /** The language of the interface, in which its texts are shown. */
  readonly language: string;
  /** The school's first language, in which texts are shown that have no other. */
  readonly schoolLanguage: string;
}

export interface PlannedFile extends ChapterFile {
  /** Where it is kept. */
  readonly address: string;
  /** In bytes; 0 if the school does not tell. */
  readonly size: number;
  /** SHA-256 of the bytes, lower-case hex. */
  readonly checksum: string;
  /** The film itself, where the file is a smaller form of it. */
  readonly whole?: Pick<PlannedFile, "size" | "checksum">;
  /** Whether the film itself is fetched. */
  readonly isWhole?: true;
}

/** Everything that belongs to a chapter, and how large it is. */
export interface ChapterPlan extends WantedChapter {
  readonly titles: Readonly<Record<string, string>>;
  readonly lessons: number;
  /** The texts, as they are kept. */
  readonly answers: readonly { readonly address: string; readonly body: Blob }[];
  readonly files: readonly PlannedFile[];
  /** Captions are fetched with their videos. */
  readonly captions: readonly RequestOptions[];
  /** Replaces the token in requests for files; null at a school without tickets. */
  readonly ticket: string | null;
}

/** `not-there`: the school has no such chapter. */
export type PlanFailure = Failure<"not-there">;

export const planBytes = ({ answers, files }: ChapterPlan, withVideos: boolean): number =>
  answers.reduce((sum, { body }) => sum + body.size, 0) +
  files.reduce((sum, file) => sum + (withVideos || !file.isVideo ? file.size : 0), 0);

/** The plan with films as large as the school has them. */
export const withWholeFilms = (plan: ChapterPlan): ChapterPlan => ({
  ...plan,
  files: plan.files.map((file) => (file.whole ? { ...file, ...file.whole, isWhole: true } : file)),
});

const asAnswer = (
  call: Parameters<typeof keptAnswer>[0],
  request: RequestOptions,
  value: unknown,
) => {
  const kept = keptAnswer(call, request);
  const body = new Blob([JSON.stringify(value)], { type: "application/json" });
  return kept ? [{ address: kept.address, body }] : [];
};

/** Reads a product with its lessons' texts from the content for use without a network. */
const productIn = (
  products: Readonly<Record<string, unknown>>,
  productKey: string,
): Product | null => {
  const [, sent] = Object.entries(products).find(([key]) => sameKey(key, productKey)) ?? [];
  const decoded = v.safeParse(productSchema as v.GenericSchema<unknown, Product>, sent);
  return decoded.success ? decoded.output : null;
};

/**
 * Finds out what belongs to a chapter. Lessons that are not open yet belong to it as well: they open
 * while one studies without a network.
 * @param school sends its calls to the school, and to nothing that is kept
 */
export const planChapter = async (
  { send }: Pick<Transport, "send">,
  wanted: WantedChapter,
): Promise<Result<ChapterPlan, PlanFailure>> => {
  const { productKey, courseKey, menuKey, language } = wanted;
  const reads = [language, wanted.schoolLanguage] as const;
  const [content, tree, glossary] = await Promise.all([
    send(getUserContent),
    send(getTreeList, { query: { metas: 1, language } }),
    send(getGlossary),
  ]);
  if (!content.ok) return content;
  if (!tree.ok) return tree;
  const product = productIn(content.value.content.products, productKey);
  const course = product && courseOf(product, courseKey);
  const chapter = product?.menu.menu1.find(({ key }) => key === menuKey);
  if (!product || !course || !chapter) return Result.fail({ kind: "not-there" });

  const lessons = chapterLessons(product, chapter);
  const pages = lessons.flatMap((lesson) => lessonText(lesson, reads)?.pages ?? []);
  const html = pages.map((page) => page.html);
  const terms = new Set(html.flatMap(termsIn));
  const entries = glossary.ok ? glossary.value.glossary : [];
  const files = chapterFiles({
    productKey,
    lessons,
    html,
    sheets: lessons.map((lesson) => patternSheet(product, course, lesson, reads)),
    termImages: entries.flatMap(({ term, image }) =>
      image && terms.has(foldTerm(term)) ? [image] : [],
    ),
    names: Object.keys(tree.value.metas),
  }).flatMap((file): PlannedFile[] => {
    const meta = tree.value.metas[file.name];
    if (!meta) return [];
    const address = keptFile(file.kind, productKey, file.title);
    const { size, checksum, whole } = meta;
    return [{ ...file, address, size: size ?? 0, checksum, ...(whole && { whole }) }];
  });
  return Result.ok({
    ...wanted,
    titles: textsOf(chapter, "title"),
    lessons: lessons.length,
    answers: lessons.flatMap((lesson) => {
      const params = { productKey, lessonKey: lesson.key };
      return asAnswer(getLesson, { params }, { lesson });
    }),
    files,
    captions: lessons.flatMap((lesson) => captionsOf(lesson, productKey, reads)),
    ticket: tree.value.ticket,
  });
};

/** The requests for the captions of a lesson's videos. */
const captionsOf = (
  lesson: Lesson,
  product: string,
  reads: readonly [string, string],
): RequestOptions[] =>
  (lessonText(lesson, reads)?.pages ?? [])
    .flatMap((page) => videosIn(page.html))
    .map((asset) => ({ query: { product, lesson: lesson.key, asset, language: reads[0] } }));

export const keptCaptions = (request: RequestOptions, value: unknown) =>
  asAnswer(getVideoTexts, request, value);
