import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { VideoCaptions } from "../../../contract/video.ts";
import { AUTHOR_LESSON_ID } from "../../content/import-school.ts";
import type { Tables } from "../../db/schema.ts";
import type { ContentShare } from "../local-content/content-share.ts";

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
