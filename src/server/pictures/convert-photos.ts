import { availableParallelism } from "node:os";
import type { Sharp } from "sharp";
import { inParallel } from "../../lib/in-parallel.ts";
import { shuffled } from "../../lib/shuffled.ts";
import type { Database } from "../db/open-database.ts";
import type { JobProgress } from "../jobs/job-rows.ts";
import { contentFile, type Store } from "../store/store.ts";
import { NO_PHOTO, openPhoto, PHOTO_LIMITS, photoProblem } from "./open-photo.ts";
import { isPhoto } from "./photo-kind.ts";
import { type Converted, type NewVariant, widthsFor } from "./picture.ts";
import { keepConverted, tellOfPictures, waitingPhotos } from "./picture-rows.ts";
import { storeVariants } from "./store-variants.ts";

/** Drawings and screenshots have hard edges in colour, which the settings for photos would blur. */
const encoders: Record<string, (image: Sharp, isDrawing: boolean) => Sharp> = {
  "image/avif": (image, isDrawing) =>
    isDrawing
      ? image.avif({ quality: 62, effort: 4, chromaSubsampling: "4:4:4" })
      : image.avif({ quality: 50, effort: 4, chromaSubsampling: "4:2:0" }),
  "image/webp": (image, isDrawing) =>
    isDrawing
      ? image.webp({ quality: 88, effort: 4, smartSubsample: true })
      : image.webp({ quality: 76, effort: 4 }),
};

/**
 * Makes the variants of a photo: AVIF and WebP in up to three widths, turned upright, without metadata.
 * A variant that is not smaller than the original is left out. Never enlarges.
 * @param width as it was measured
 * @param type the media type by the file's name
 * @throws NoConverter on a system without the library
 */
const convertPhoto = async (
  photo: Buffer,
  { width, type }: { readonly width: number; readonly type: string },
): Promise<Converted> => {
  const open = await openPhoto(photo, PHOTO_LIMITS);
  if (!isPhoto(photo)) return { problem: NO_PHOTO, variants: [] };
  try {
    const variants: NewVariant[] = [];
    for (const each of widthsFor(width)) {
      for (const [format, encode] of Object.entries(encoders)) {
        const image = open().resize({ width: each, withoutEnlargement: true });
        const bytes = await encode(image, type === "image/png").toBuffer();
        if (bytes.length < photo.length) variants.push({ type: format, width: each, bytes });
      }
    }
    return { problem: null, variants };
  } catch (reason) {
    return { problem: photoProblem(reason), variants: [] };
  }
};

/**
 * Decoding a large progressive JPEG takes up to 500 MB, so few pictures are converted in parallel.
 */
const MAX_PARALLEL = 2;
/** How often the servers are told, each of which then reads the list of all files. */
const TELL_MS = 15_000;

interface PhotosWork {
  readonly database: Database;
  readonly store: Store;
  /** Aborts between two photos; absent: nobody does. */
  readonly signal?: AbortSignal;
  /** How many were converted before, if this goes on with a job. */
  readonly before?: number;
  readonly progress: (done: number, total: number) => void;
}

/**
 * Makes the smaller forms of the photos that are published and wait for them. Each is there at once for whoever
 * asks for the photo after it, and stays if the work is interrupted.
 * @throws the error of the database or the disk, NoConverter, or what the signal gives as its reason
 */
export const convertPhotos = async ({
  database,
  store,
  signal,
  before = 0,
  progress,
}: PhotosWork): Promise<JobProgress> => {
  const waiting = await waitingPhotos(database.read);
  const total = before + waiting.length;
  const unreadable: unknown[] = [];
  let converted = 0;
  let toldAt = performance.now();
  progress(before, total);
  await inParallel(
    shuffled(waiting),
    Math.min(MAX_PARALLEL, availableParallelism()),
    async ({ source, ...photo }) => {
      signal?.throwIfAborted();
      const bytes = await store.read(contentFile(source)).catch((reason) => {
        unreadable.push(reason);
        return null;
      });
      if (!bytes) return;
      const { problem, variants: made } = await convertPhoto(bytes, photo);
      const variants = await storeVariants(store, database, made);
      const tells = performance.now() - toldAt > TELL_MS;
      if (tells) toldAt = performance.now();
      await database.write(async (db) => {
        await keepConverted(db, source, { problem, variants });
        if (tells) await tellOfPictures(db);
      });
      converted += 1;
      progress(before + converted, total);
    },
  );
  if (converted > 0) await database.write(tellOfPictures);
  // Those that the store could not give wait for another time.
  if (unreadable.length > 0) throw unreadable[0];
  return { done: before + converted, total };
};
