import { availableParallelism } from "node:os";
import { inParallel } from "../../lib/in-parallel.ts";
import { shuffled } from "../../lib/shuffled.ts";
import type { Database } from "../db/open-database.ts";
import type { JobProgress } from "../jobs/job-rows.ts";
import { contentFile, type Store } from "../store/store.ts";
import { convertPhoto } from "./convert-photo.ts";
import { keepConverted, tellOfPictures, waitingPhotos } from "./picture-rows.ts";
import { storeVariants } from "./store-variants.ts";

/**
 * Decoding a large progressive JPEG takes up to 500 MB, so few pictures are converted in parallel.
 */
const MAX_PARALLEL = 2;
/** How often the servers are told, each of which then reads the list of all files. */
const TELL_MS = 15_000;

export interface PhotosWork {
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
  let told = performance.now();
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
      const tells = performance.now() - told > TELL_MS;
      if (tells) told = performance.now();
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
