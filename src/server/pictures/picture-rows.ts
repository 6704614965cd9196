import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { authorForms } from "../../domain/film-forms.ts";
import { chunks } from "../../lib/chunks.ts";
import type { Tables } from "../db/schema.ts";
import { writeSetting } from "../db/settings.ts";
import { PHOTO_TYPES } from "./photo-kind.ts";
import { type Picture, type PictureVariant, RECIPE } from "./picture.ts";

/** The setting that changes with the smaller forms of photos. A server reloads them then. */
export const PICTURES_VERSION = "pictures_version";

const ROWS_AT_ONCE = 100;

/** The pictures of the content, by the checksum of the author's file. */
export const readPictures = async (db: Kysely<Tables>): Promise<Map<string, Picture>> => {
  const pictures = await db
    .selectFrom("picture")
    .select(["source", "recipe", "width", "height", "problem"])
    .execute();
  const found = new Map(
    pictures.map((picture): [string, Picture] => [picture.source, { ...picture, variants: [] }]),
  );
  const variants = await db
    .selectFrom("picture_variant")
    .select(["source", "type", "width", "size", "checksum"])
    .execute();
  for (const { source, ...variant } of variants) found.get(source)?.variants.push(variant);
  return found;
};

const removePictures = async (db: Kysely<Tables>, sources: readonly string[]): Promise<void> => {
  for (const some of chunks(sources, ROWS_AT_ONCE)) {
    await db.deleteFrom("picture_variant").where("source", "in", some).execute();
    await db.deleteFrom("picture").where("source", "in", some).execute();
  }
};

const addVariants = async (
  db: Kysely<Tables>,
  source: string,
  variants: readonly PictureVariant[],
): Promise<void> => {
  if (variants.length === 0) return;
  const rows = variants.map((variant) => ({ ...variant, source }));
  await db.insertInto("picture_variant").values(rows).execute();
};

/** Has every server load the smaller forms of photos again; call within a write. */
export const tellOfPictures = (db: Kysely<Tables>): Promise<void> =>
  writeSetting(db, PICTURES_VERSION, randomUUID());

/**
 * Makes the rows of pictures those of the content, and keeps what has been converted meanwhile; call within
 * a write.
 * @param lost the sources whose variants are not stored any more
 */
export const syncPictures = async (
  db: Kysely<Tables>,
  pictures: readonly Picture[],
  lost: ReadonlySet<string>,
): Promise<void> => {
  const rows = await db.selectFrom("picture").select(["source", "recipe"]).execute();
  const present = new Map(rows.map(({ source, recipe }) => [source, recipe]));
  const next = new Set(pictures.map(({ source }) => source));
  const others = pictures.filter(({ source, recipe }) => {
    const was = present.get(source);
    return was === undefined || lost.has(source) || (recipe === RECIPE && was !== RECIPE);
  });
  const gone = [...present.keys()].filter((source) => !next.has(source));
  if (others.length + gone.length === 0) return;
  await removePictures(db, [...gone, ...others.map(({ source }) => source)]);
  for (const some of chunks(others, ROWS_AT_ONCE)) {
    const values = some.map(({ variants: _, ...picture }) => picture);
    await db.insertInto("picture").values(values).execute();
  }
  for (const { source, variants } of others) await addVariants(db, source, variants);
  await tellOfPictures(db);
};

const waiting = (db: Kysely<Tables>) =>
  db
    .selectFrom("picture")
    .innerJoin("file", "file.checksum", "picture.source")
    .select(["picture.source", "picture.width", "file.type"])
    .where("picture.recipe", "!=", RECIPE)
    .where("file.type", "in", [...PHOTO_TYPES]);

/** The photos of the content that wait to be converted, in no order. */
export const waitingPhotos = async (
  db: Kysely<Tables>,
): Promise<{ source: string; width: number; type: string }[]> => {
  const rows = await waiting(db).execute();
  // A photo may have several names.
  return [...new Map(rows.map((row) => [row.source, row])).values()];
};

/** Whether photos of the content wait to be converted. */
export const hasWaitingPhotos = async (db: Kysely<Tables>): Promise<boolean> =>
  (await waiting(db).limit(1).executeTakeFirst()) !== undefined;

/** A smaller film arrives in seconds on a slow line. */
const MIN_FILM_BYTES = 512 * 1024;

/** The films of the content that are to be converted: those without forms, whoever made them. */
export const waitingFilms = async (
  db: Kysely<Tables>,
): Promise<{ source: string; size: number }[]> => {
  const films = await db
    .selectFrom("file")
    .select(["product", "title", "checksum", "size"])
    .where("kind", "=", "asset")
    .where("type", "like", "video/%")
    .execute();
  if (films.length === 0) return [];
  const done = await db
    .selectFrom("picture")
    .innerJoin("file", "file.checksum", "picture.source")
    .select("picture.source")
    .where("picture.recipe", "=", RECIPE)
    .where("file.type", "like", "video/%")
    .execute();
  const others = new Set(done.map(({ source }) => source));
  for (const some of Map.groupBy(films, ({ product }) => product).values()) {
    const given = authorForms(some.map(({ title }) => title));
    const forms = new Set([...given.values()].flat().map(({ title }) => title));
    for (const { title, checksum } of some) {
      if (given.has(title) || forms.has(title)) others.add(checksum);
    }
  }
  const waiting = films.filter(
    ({ checksum, size }) => !others.has(checksum) && Number(size) >= MIN_FILM_BYTES,
  );
  return [...new Map(waiting.map((film) => [film.checksum, film])).values()].map(
    ({ checksum, size }) => ({ source: checksum, size: Number(size) }),
  );
};

/** The pictures of the content that stay as they are, and why. */
export const pictureProblems = async (
  db: Kysely<Tables>,
): Promise<{ source: string; problem: string }[]> => {
  const rows = await db
    .selectFrom("picture")
    .select(["source", "problem"])
    .where("problem", "is not", null)
    .execute();
  return rows.flatMap(({ source, problem }) => (problem === null ? [] : { source, problem }));
};

/**
 * Keeps what the conversion of a photo has made; call within a write. Does nothing for a photo that was
 * converted or removed meanwhile.
 */
export const keepConverted = async (
  db: Kysely<Tables>,
  source: string,
  { problem, variants }: Pick<Picture, "problem" | "variants">,
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable("picture")
    .set({ recipe: RECIPE, problem })
    .where("source", "=", source)
    .where("recipe", "!=", RECIPE)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  // Those of an earlier recipe.
  await db.deleteFrom("picture_variant").where("source", "=", source).execute();
  await addVariants(db, source, variants);
};

/** Keeps the forms of a film; call within a write. One that is removed meanwhile goes with the next import. */
export const keepConvertedFilm = async (
  db: Kysely<Tables>,
  source: string,
  { problem, variants }: Pick<Picture, "problem" | "variants">,
): Promise<void> => {
  await removePictures(db, [source]);
  const film = { source, recipe: RECIPE, width: 0, height: 0, problem };
  await db.insertInto("picture").values(film).execute();
  await addVariants(db, source, variants);
};
