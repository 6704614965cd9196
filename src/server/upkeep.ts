import { sweepCodes } from "./accounts/openid/one-time-codes.ts";
import { sweepChanges } from "./audit/record-change.ts";
import { sweepSourceChanges } from "./content/source/source-changes.ts";
import { isPartOfSource, sweepSourceParts } from "./content/source/source-parts.ts";
import { sweepTranslations } from "./content/source/translations.ts";
import { takeTurn } from "./db/lease.ts";
import type { Database } from "./db/open-database.ts";
import { isKeptBefore, sweepBefore } from "./desk/answer.ts";
import { sweepIdempotencyKeys } from "./idempotent-write.ts";
import {
  isFileOfJob,
  openConversion,
  orderFilmsJob,
  orderPhotosJob,
  PHOTOS_JOB,
  sweepJobs,
} from "./jobs/job-rows.ts";
import { sweepNews } from "./news/outbox.ts";
import { filmFormats } from "./pictures/films/convert-film.ts";
import { hasWaitingPhotos, waitingFilms } from "./pictures/picture-rows.ts";
import { reachable } from "./reachable-address.ts";
import { uploadsDirOf } from "./school/settings/environment.ts";
import type { Services } from "./services.ts";
import { mendPermissions } from "./store/private-files.ts";
import { sweepUnusedFiles } from "./store/unused-files.ts";

const DAY_MS = 86_400_000;

/** Whether an upload, a message, a marked copy, also a replaced one, a job or a part of a sent file has the stored file. */
const isNamed = async (read: Database["read"], stored: string): Promise<boolean> => {
  if (await isFileOfJob(read, stored)) return true;
  if (await isPartOfSource(read, stored)) return true;
  for (const table of ["upload_file", "message_file", "marked_file"] as const) {
    const named = read.selectFrom(table).select("stored").where("stored", "=", stored);
    if (await named.executeTakeFirst()) return true;
  }
  return isKeptBefore(read, stored);
};

/** Deletes expired rows and unused files. */
const sweep = async (services: Services): Promise<void> => {
  const { database, tokens, origins, uploads, clock, store, settings } = services;
  const { contentKeptDays, auditKeptDays } = settings.current;
  await tokens.sweep();
  await origins.sweep();
  await database.write(async (db) => {
    await sweepIdempotencyKeys(db, clock());
    await sweepCodes(db, clock());
    await sweepNews(db, clock());
    await sweepBefore(db, clock());
    await sweepJobs(db, clock());
    await sweepChanges(db, clock() - auditKeptDays * DAY_MS);
    await sweepSourceParts(db, clock());
    await sweepSourceChanges(db, clock());
    await sweepTranslations(db);
  });
  await uploads.sweep((stored) => isNamed(database.read, stored), clock());
  await sweepUnusedFiles(database, store, clock(), contentKeptDays * DAY_MS);
};

/** How often the school is cleaned up. */
export const SWEEP_MS = 6 * 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Deletes what has expired and what nobody uses, unless another server of the school has just done so.
 * @param always also if another one has
 */
export const cleanUp = async (services: Services, always: boolean): Promise<void> => {
  const { database, clock } = services;
  const isOurs = await takeTurn(database, "clean-up", clock(), SWEEP_MS - MINUTE_MS);
  if (!isOurs && !always) return;
  await sweep(services);
  await convertLeftPhotos(services);
  await convertLeftFilms(services);
};

/** Orders the conversion of photos that a restore, a release or a job that has failed has left. */
const convertLeftPhotos = ({ database, clock }: Services): Promise<void> =>
  database.write(async (db) => {
    if ((await openConversion(db, PHOTOS_JOB)) !== undefined || !(await hasWaitingPhotos(db)))
      return;
    await orderPhotosJob(db, clock(), { accountId: null, isOwn: false });
  });

/**
 * Orders the conversion of films that were published before the school had ffmpeg, or that were interrupted. A
 * machine without ffmpeg orders nothing.
 */
const convertLeftFilms = async ({ database, clock }: Services): Promise<void> => {
  if ((await waitingFilms(database.read)).length === 0 || (await filmFormats()).size === 0) return;
  await database.write((db) => orderFilmsJob(db, clock()));
};

/** Puts right what a server that was killed in the middle of something, or a copy of the data, has left. */
export const mendAtStart = (services: Services): void => {
  const { background, dataDir, settings, log } = services;
  background.run("Clean-up", () => cleanUp(services, true));
  background.run("Mending permissions", () =>
    mendPermissions([dataDir, uploadsDirOf(settings.current)], log),
  );
};

/**
 * Warns of addresses that lead back to the school and are a guess.
 * @param address the one on which it listens
 */
export const warnOfGuessedAddress = ({ settings, log }: Services, address: string): void => {
  const { smtpUrl, publicUrl, openId } = settings.current;
  if (publicUrl) return;
  const guessed = reachable(address);
  if (smtpUrl) {
    const event = "PUBLIC_URL is not set: links in mail lead to an address that was guessed";
    log.warn(event, { link: guessed });
  }
  if (openId) {
    const event = "PUBLIC_URL is not set: the provider leads back to an address that was guessed";
    log.warn(event, { address: guessed });
  }
};
