import type { Kysely } from "kysely";
import { chunks } from "../../lib/chunks.ts";
import type { Picture } from "../pictures/picture.ts";
import type { Tables } from "./schema.ts";

const ROWS_AT_ONCE = 100;

/** The pictures that the last import has converted, by the checksum of the author's file. */
export const readPictures = async (
  db: Kysely<Tables>,
  recipe: number,
): Promise<Map<string, Picture>> => {
  const pictures = await db
    .selectFrom("picture")
    .select(["source", "width", "height", "problem"])
    .where("recipe", "=", recipe)
    .orderBy("source")
    .execute();
  const found = new Map(
    pictures.map((picture): [string, Picture] => [picture.source, { ...picture, variants: [] }]),
  );
  const variants = await db
    .selectFrom("picture_variant")
    .select(["source", "type", "width", "size", "checksum"])
    .orderBy("width")
    .orderBy("type")
    .execute();
  for (const { source, ...variant } of variants) found.get(source)?.variants.push(variant);
  return found;
};

/** Replaces the rows of all pictures. */
export const replacePictures = async (
  db: Kysely<Tables>,
  recipe: number,
  pictures: readonly Picture[],
): Promise<void> => {
  await db.deleteFrom("picture_variant").execute();
  await db.deleteFrom("picture").execute();
  for (const some of chunks(pictures, ROWS_AT_ONCE)) {
    await db
      .insertInto("picture")
      .values(some.map(({ variants: _, ...picture }) => ({ ...picture, recipe })))
      .execute();
    const variants = some.flatMap(({ source, variants }) =>
      variants.map((variant) => ({ ...variant, source })),
    );
    if (variants.length > 0) await db.insertInto("picture_variant").values(variants).execute();
  }
};
