import type { Kysely } from "kysely";
import type { Tables } from "../schema.ts";

/**
 * The names of videos are compared in NFC. Captions that tutors wrote when names were compared as they
 * were typed keep their video.
 */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  const rows = await db
    .selectFrom("video_text")
    .select(["product", "lesson_id", "asset", "language", "texts"])
    .execute();
  for (const { texts, ...key } of rows) {
    const asset = key.asset.normalize("NFC");
    if (asset === key.asset) continue;
    await db
      .deleteFrom("video_text")
      .where("product", "=", key.product)
      .where("lesson_id", "=", key.lesson_id)
      .where("asset", "=", key.asset)
      .where("language", "=", key.language)
      .execute();
    await db
      .insertInto("video_text")
      .values({ ...key, asset, texts })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};
