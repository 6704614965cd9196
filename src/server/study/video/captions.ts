import type { Kysely } from "kysely";
import type { TimedText } from "../../../domain/timed-texts.ts";
import { AUTHOR_LESSON_ID } from "../../content/import-school.ts";
import type { Tables } from "../../db/schema.ts";
import { recordVersion } from "../../record-version.ts";
import type { Video } from "./find-video.ts";

const ENGLISH = "en";

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

/** The captions in a language, or in English if there are none, with their language. */
export const captionsOrEnglish = async (
  db: Kysely<Tables>,
  video: Video,
  asked: string,
): Promise<{ texts: TimedText[]; language: string; version: string }> => {
  for (const language of [asked, ENGLISH]) {
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
