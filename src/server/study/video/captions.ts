import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { VideoCaptions } from "../../../contract/video.ts";
import type { TimedText } from "../../../domain/timed-texts.ts";
import type { Catalogue, CatalogueLesson } from "../../content/catalogue.ts";
import type { CatalogueFile } from "../../content/catalogue-files.ts";
import { AUTHOR_LESSON_ID } from "../../content/import-school.ts";
import type { Tables } from "../../db/schema.ts";
import { normalize } from "../../normalize.ts";
import { parseId } from "../../page.ts";
import { HttpProblem } from "../../problem.ts";
import { recordVersion } from "../../record-version.ts";
import type { ContentShare } from "../local-content/content-share.ts";

interface Video {
  readonly entry: CatalogueLesson;
  /** Its name, in NFC. */
  readonly asset: string;
  readonly file: CatalogueFile;
}

/**
 * Finds a video by the names in a request.
 * @param lesson its key in upper or lower case, or its id
 * @throws HttpProblem 404
 */
export const findVideo = (
  catalogue: Catalogue,
  product: string,
  lesson: string,
  asset: string,
): Video => {
  const found = catalogue.products.get(product.toUpperCase());
  if (!found) throw new HttpProblem(404, "product/not_found", "There is no such product");
  const id = parseId(lesson);
  const byId = id === null ? undefined : catalogue.lessons.get(id);
  const entry = found.lessons.get(lesson.toLowerCase()) ?? byId;
  if (entry?.product !== found) {
    throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
  }
  const file = catalogue.file("asset", product, asset);
  if (!file?.type.startsWith("video/")) {
    throw new HttpProblem(404, "asset/not_found", "There is no such video");
  }
  return { entry, asset: normalize(asset), file };
};

/** The captions in exactly this language: the tutor's for the lesson, or else the author's. */
export const captionsIn = async (
  db: Kysely<Tables>,
  { entry, asset }: Video,
  language: string,
): Promise<TimedText[]> => {
  const rows = await db
    .selectFrom("video_text")
    .select("texts")
    .where("product", "=", entry.product.key)
    .where("asset", "=", asset)
    .where("language", "=", language)
    .where("lesson_id", "in", [entry.lesson.dbid, AUTHOR_LESSON_ID])
    .orderBy("lesson_id", "desc")
    .execute();
  return JSON.parse(rows[0]?.texts ?? "[]");
};

/** The captions in the first of some languages that has any, with their language. */
export const captionsInAny = async (
  db: Kysely<Tables>,
  video: Video,
  [asked, ...others]: readonly [string, ...string[]],
): Promise<{ texts: TimedText[]; language: string; version: string }> => {
  for (const language of new Set([asked, ...others])) {
    const texts = await captionsIn(db, video, language);
    if (texts.length > 0) return { texts, language, version: recordVersion(texts) };
  }
  return { texts: [], language: asked, version: recordVersion([]) };
};

/** Replaces a lesson's own captions; call within a write. @returns false if they were the same already */
export const writeCaptions = async (
  db: Kysely<Tables>,
  { entry, asset }: Video,
  language: string,
  lines: readonly TimedText[],
): Promise<boolean> => {
  const texts = JSON.stringify(lines);
  const { product, lesson } = entry;
  const same = await db
    .selectFrom("video_text")
    .select("lesson_id")
    .where("product", "=", product.key)
    .where("lesson_id", "=", lesson.dbid)
    .where("asset", "=", asset)
    .where("language", "=", language)
    .where("texts", "=", texts)
    .executeTakeFirst();
  if (same) return false;
  await db
    .insertInto("video_text")
    .values({ product: product.key, lesson_id: lesson.dbid, asset, language, texts })
    .onConflict((conflict) =>
      conflict.columns(["product", "lesson_id", "asset", "language"]).doUpdateSet({ texts }),
    )
    .execute();
  return true;
};

/**
 * The captions of all videos in a share of the content, in all languages. An author's captions
 * apply to every lesson; a tutor's captions replace them in one lesson.
 */
export const allCaptions = async (
  db: Kysely<Tables>,
  share: ContentShare,
): Promise<VideoCaptions[]> => {
  const captions: VideoCaptions[] = [];
  for (const { product, lessons } of share.products) {
    const rows = await db
      .selectFrom("video_text")
      .selectAll()
      .where("product", "=", product.key)
      .orderBy("asset")
      .orderBy("lesson_id")
      .orderBy("language")
      .execute();
    if (rows.length === 0) continue;
    const shown = new Set(lessons.flatMap(({ assets }) => [...assets.values()].flat()));
    const keys = new Map(lessons.map(({ lesson }) => [lesson.dbid, lesson.key]));
    for (const { lesson_id, asset, language, texts } of rows) {
      const isAuthors = lesson_id === AUTHOR_LESSON_ID;
      const lesson = isAuthors ? null : keys.get(lesson_id);
      if (lesson === undefined || !shown.has(asset)) continue;
      captions.push({ product: product.key, lesson, asset, language, texts: JSON.parse(texts) });
    }
  }
  return captions;
};

/** The checksum under which `captions.json` lists them. */
export const captionsChecksum = (captions: readonly VideoCaptions[]): string =>
  hash("sha256", JSON.stringify(captions));
