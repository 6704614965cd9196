import { open as openFile, readFile } from "node:fs/promises";
import { KIND_BYTES } from "../../domain/attachment.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import type { CompiledSchool, SchoolFile } from "../content/school.ts";
import type { Database } from "../db/open-database.ts";
import { contentFile, type Store } from "../store/store.ts";
import { holdFiles } from "../store/unused-files.ts";
import { NoConverter } from "./load-sharp.ts";
import { minifyDrawing, SVG_TYPE } from "./minify-drawing.ts";
import { NO_PHOTO, openPhoto, PHOTO_LIMITS, photoProblem } from "./open-photo.ts";
import { isPhoto, PHOTO_TYPES } from "./photo-kind.ts";
import { type Measured, NOT_CONVERTED, type Picture, RECIPE, unmeasured } from "./picture.ts";
import { readPictures } from "./picture-rows.ts";
import { storeVariants } from "./store-variants.ts";
import { withPictures } from "./with-pictures.ts";

/** The size of a photo, and whether it is to be converted. */
interface MeasuredPhoto extends Measured {
  readonly isConvertible: boolean;
}

const startOf = async (path: string): Promise<Uint8Array> => {
  await using file = await openFile(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(KIND_BYTES), 0, KIND_BYTES, 0);
  return buffer.subarray(0, bytesRead);
};

const refused = (problem: string): MeasuredPhoto => ({
  ...unmeasured(problem),
  isConvertible: false,
});

/**
 * Reads the size of a photo from its first bytes, in a thousandth of the time that its conversion takes. Damage
 * further on is found by the conversion.
 * @throws NoConverter on a system without the library
 */
const measurePhoto = async (path: string, size: number): Promise<MeasuredPhoto> => {
  const open = await openPhoto(path, PHOTO_LIMITS);
  if (size > PHOTO_LIMITS.bytes) {
    return refused(`This picture has more than ${PHOTO_LIMITS.bytes / 1024 / 1024} MB.`);
  }
  if (!isPhoto(await startOf(path))) return refused(NO_PHOTO);
  try {
    const { autoOrient, pages = 1 } = await open().metadata();
    const { width, height } = autoOrient;
    // An animation stays as it is.
    return { width, height, problem: null, isConvertible: pages === 1 };
  } catch (reason) {
    return refused(photoProblem(reason));
  }
};

/** Measuring mostly waits for the disk. */
const MAX_PARALLEL = 4;

/** A picture that stays as it is, and why. */
interface PictureProblem {
  file: SchoolFile;
  message: string;
}

export interface Prepared {
  /** With its drawings minified, and with the sizes of pictures in the lessons' HTML. */
  school: CompiledSchool;
  /** By the checksum of the author's file. */
  pictures: ReadonlyMap<string, Picture>;
  /** The pictures whose smaller forms are not stored any more. */
  lost: ReadonlySet<string>;
  /** How many drawings were minified now; all others were known. */
  minified: number;
  /** Why no photo could be measured on this machine; null if they could. */
  noConverter: string | null;
}

const isPicture = ({ type }: SchoolFile): boolean => type === SVG_TYPE || PHOTO_TYPES.has(type);

const isFilm = ({ type }: SchoolFile): boolean => type.startsWith("video/");

/** The sources of pictures whose smaller forms are not all stored. */
const lostPictures = async (
  store: Store,
  pictures: Iterable<Picture>,
): Promise<ReadonlySet<string>> => {
  const forms = [...pictures].flatMap(({ source, variants }) =>
    variants.map(({ checksum, size }) => ({ source, key: contentFile(checksum), size })),
  );
  return new Set((await store.missing(forms)).map(({ source }) => source));
};

/** The pictures that stay as they are, and why. */
export const pictureProblems = (
  { files }: Pick<CompiledSchool, "files">,
  pictures: ReadonlyMap<string, Pick<Picture, "problem">>,
): PictureProblem[] => {
  const shown = files.filter((file) => isPicture(file) || isFilm(file));
  const unique = new Map(shown.map((file) => [file.checksum, file]));
  return [...unique.values()].flatMap((file) => {
    const message = pictures.get(file.checksum)?.problem;
    return message ? [{ file, message }] : [];
  });
};

/**
 * Measures a school's photos, and makes its drawings smaller, as far as the last import did not have them. Photos
 * are converted afterwards, as that takes a second for each: see `convertPhotos`.
 * @throws the error of the database or the disk
 */
export const preparePictures = async (
  database: Database,
  store: Store,
  school: CompiledSchool,
): Promise<Prepared> => {
  const known = await readPictures(database.read);
  await holdFiles(
    database,
    [...known.values()].flatMap(({ variants }) => variants.map(({ checksum }) => checksum)),
  );
  const files = new Map(school.files.filter(isPicture).map((file) => [file.checksum, file]));
  const pictures = new Map<string, Picture>();
  const lost = await lostPictures(store, known.values());
  let minified = 0;
  let noConverter: string | null = null;

  const minify = async ({ checksum: source, source: from }: SchoolFile): Promise<Picture> => {
    // All figures that are drawn are SVG.
    const { variants, ...made } = await minifyDrawing(
      typeof from === "string" ? await readFile(from) : from,
    );
    minified += 1;
    return {
      ...made,
      source,
      recipe: RECIPE,
      variants: await storeVariants(store, database, variants),
    };
  };
  const measure = async ({ checksum, source, size }: SchoolFile): Promise<Picture | null> => {
    // Without a converter, photos stay as they are and the import continues.
    if (noConverter !== null || typeof source !== "string") return null;
    try {
      const { isConvertible, ...measured } = await measurePhoto(source, size);
      const recipe = isConvertible ? NOT_CONVERTED : RECIPE;
      return { ...measured, source: checksum, recipe, variants: [] };
    } catch (reason) {
      if (!(reason instanceof NoConverter)) throw reason;
      noConverter = reason.message;
      return null;
    }
  };
  for (const { checksum } of school.files.filter(isFilm)) {
    const film = known.get(checksum);
    // One without a row waits to be converted.
    if (film && !lost.has(checksum)) pictures.set(checksum, film);
  }
  await inParallel(files.values(), MAX_PARALLEL, async (file) => {
    const before = known.get(file.checksum);
    const isDrawing = file.type === SVG_TYPE;
    const isWhole = before !== undefined && !lost.has(file.checksum);
    // A photo of an earlier recipe keeps its variants until it is converted again.
    if (before && isWhole && (!isDrawing || before.recipe === RECIPE)) {
      pictures.set(file.checksum, before);
      return;
    }
    if (before && !isDrawing) {
      pictures.set(file.checksum, { ...before, recipe: NOT_CONVERTED, variants: [] });
      return;
    }
    const picture = await (isDrawing ? minify(file) : measure(file));
    if (picture) pictures.set(file.checksum, picture);
  });
  return { school: withPictures(school, pictures), pictures, lost, minified, noConverter };
};
