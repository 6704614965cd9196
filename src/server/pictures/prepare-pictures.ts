import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { inParallel } from "../../lib/in-parallel.ts";
import type { CompiledSchool, SchoolFile } from "../content/school.ts";
import type { Database } from "../db/open-database.ts";
import { readPictures } from "../db/picture-rows.ts";
import { claimFiles } from "../db/unused-files.ts";
import { contentFile, type Store } from "../store/store.ts";
import { convertPhoto, PHOTO_LIMITS, type PhotoLimits } from "./convert-photo.ts";
import { NoConverter } from "./load-sharp.ts";
import { minifyDrawing, SVG_TYPE } from "./minify-drawing.ts";
import { type Converted, type Picture, RECIPE } from "./picture.ts";
import { withPictures } from "./with-pictures.ts";

const PHOTO_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);

/**
 * Decoding a large progressive JPEG takes up to 500 MB, so few pictures are converted in parallel.
 */
const MAX_PARALLEL = 2;

/** A picture that stays as it is, and why. */
export interface PictureProblem {
  file: SchoolFile;
  message: string;
}

export interface Prepared {
  /** With its drawings minified, and with the sizes of pictures in the lessons' HTML. */
  school: CompiledSchool;
  problems: PictureProblem[];
  /** How many pictures were converted now; all others were known. */
  converted: number;
  /** Why no photo could be converted on this machine; null if they could. */
  noConverter: string | null;
}

const isPicture = ({ type }: SchoolFile): boolean => type === SVG_TYPE || PHOTO_TYPES.has(type);

const convert = async (
  { source, type, size }: SchoolFile,
  limits: PhotoLimits,
): Promise<Converted> => {
  // All figures that are drawn are SVG.
  if (typeof source !== "string") return minifyDrawing(source);
  return type === SVG_TYPE
    ? minifyDrawing(await readFile(source))
    : convertPhoto(source, size, type, limits);
};

const isStored = async (files: Store, { variants }: Picture): Promise<boolean> => {
  for (const { checksum, size } of variants) {
    if ((await files.sizeOf(contentFile(checksum))) !== size) return false;
  }
  return true;
};

const keep = async (
  files: Store,
  source: string,
  { width, height, problem, variants }: Converted,
): Promise<Picture> => ({
  source,
  width,
  height,
  problem,
  variants: await Promise.all(
    variants.map(async ({ bytes, ...variant }) => {
      const checksum = hash("sha256", bytes);
      const { length: size } = bytes;
      await files.put([{ key: contentFile(checksum), size, checksum, source: bytes }]);
      return { ...variant, size, checksum };
    }),
  ),
});

/**
 * Makes the smaller forms of a school's pictures and stores their bytes. Converts only pictures that
 * the last import did not have, a few at a time. A picture that cannot be converted stays as it is.
 * @throws the error of the database or the disk
 */
export const preparePictures = async (
  database: Database,
  store: Store,
  school: CompiledSchool,
  limits: PhotoLimits = PHOTO_LIMITS,
): Promise<Prepared> => {
  const known = await readPictures(database.read, RECIPE);
  await claimFiles(
    database,
    [...known.values()].flatMap(({ variants }) => variants.map(({ checksum }) => checksum)),
  );
  const files = new Map(school.files.filter(isPicture).map((file) => [file.checksum, file]));
  const pictures = new Map<string, Picture>();
  let converted = 0;
  let noConverter: string | null = null;

  const prepare = async (file: SchoolFile): Promise<void> => {
    const before = known.get(file.checksum);
    if (before && (await isStored(store, before))) {
      pictures.set(file.checksum, before);
      return;
    }
    // Without a converter, photos stay as they are and the import continues.
    if (noConverter !== null && file.type !== SVG_TYPE) return;
    try {
      const made = await convert(file, limits);
      pictures.set(file.checksum, await keep(store, file.checksum, made));
      converted += 1;
    } catch (reason) {
      if (!(reason instanceof NoConverter)) throw reason;
      noConverter = reason.message;
    }
  };
  await inParallel(files.values(), Math.min(MAX_PARALLEL, availableParallelism()), prepare);

  const problems = [...files.values()].flatMap((file) => {
    const message = pictures.get(file.checksum)?.problem;
    return message ? [{ file, message }] : [];
  });
  return { school: withPictures(school, pictures), problems, converted, noConverter };
};
