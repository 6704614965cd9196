import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from "kysely";
import { MANAGER_LEVEL } from "../../domain/roles.ts";
import { isUnclaimed } from "../accounts/account-rows.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import type { JobState } from "../db/staff-tables.ts";

export type JobRow = Selectable<Tables["job"]>;

/** A server that has not renewed its claim for this time has stopped. */
export const JOB_CLAIM_MS = 30_000;
/** A job that has ended is kept for this time, with its files. */
const KEPT_MS = 7 * 86_400_000;

/** Another server has taken over, because this one took too long, or the job is gone. */
export class LostJobError extends Error {
  override name = "LostJobError";
}

/** The kind of the job that converts photos. */
export const PHOTOS_JOB = "content-photos";

/** The kind of the job that makes smaller forms of films. */
export const FILMS_JOB = "content-films";

/**
 * Which jobs run one after another. Photos and films take hours, and what people order is not to wait for them.
 */
export type JobLane = "photos" | "films" | "orders";

const LANE_KINDS = { photos: PHOTOS_JOB, films: FILMS_JOB } as const;

/** What a call orders. */
export interface OrderedJob {
  readonly kind: string;
  /** Null: it comes from no person. */
  readonly accountId: number | null;
  readonly level: number;
  readonly input: unknown;
  /** The name in the store of the file that it reads. */
  readonly file?: string;
}

/** A file that a job has made. */
export interface MadeFile {
  /** Its name in the store. */
  readonly stored: string;
  /** The name under which a person saves it; its ending tells its type. */
  readonly name: string;
}

/** Orders a job; call within a write. @returns its id */
export const orderJob = async (
  db: Kysely<Tables>,
  now: number,
  { kind, accountId, level, input, file }: OrderedJob,
): Promise<number> => {
  const { id } = await db
    .insertInto("job")
    .values({
      kind,
      state: "waiting",
      account_id: accountId,
      level,
      created: now,
      input: JSON.stringify(input),
      file: file ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

const newClaim = (now: number) => ({
  state: "running" as const,
  claim: randomUUID(),
  claimed_until: now + JOB_CLAIM_MS,
});

/**
 * Orders the conversion of photos in place of an earlier one, whose rest it does; call within a write.
 * @param isOwn whether this process does it, so that no server begins it
 */
export const orderPhotosJob = async (
  db: Kysely<Tables>,
  now: number,
  { accountId, isOwn }: { readonly accountId: number | null; readonly isOwn: boolean },
): Promise<JobRow> => {
  await db
    .updateTable("job")
    .set({ state: "stopped", ended: now, claim: null, claimed_until: 0 })
    .where("kind", "=", PHOTOS_JOB)
    .where("state", "in", ["waiting", "running"])
    .execute();
  const ordered = { kind: PHOTOS_JOB, accountId, level: MANAGER_LEVEL, input: {} };
  const id = await orderJob(db, now, ordered);
  return db
    .updateTable("job")
    .set(isOwn ? { ...newClaim(now), tries: 1 } : { state: "waiting" })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** The id of the conversion that goes on, or is about to; undefined if there is none. */
export const openConversion = async (
  db: Kysely<Tables>,
  kind: typeof PHOTOS_JOB | typeof FILMS_JOB,
): Promise<number | undefined> => {
  const job = await db
    .selectFrom("job")
    .select("id")
    .where("kind", "=", kind)
    .where("state", "in", ["waiting", "running"])
    .executeTakeFirst();
  return job?.id;
};

/**
 * Orders the conversion of films, unless one goes on, which sees new films by itself; call within a write.
 */
export const orderFilmsJob = async (db: Kysely<Tables>, now: number): Promise<void> => {
  if ((await openConversion(db, FILMS_JOB)) !== undefined) return;
  await orderJob(db, now, { kind: FILMS_JOB, accountId: null, level: MANAGER_LEVEL, input: {} });
};

/** Whether a job of the lane is to be done and nobody works on it. */
const isOpen = (now: number, lane: JobLane) => (where: ExpressionBuilder<Tables, "job">) =>
  where.and([
    where("state", "in", ["waiting", "running"]),
    lane === "orders"
      ? where("kind", "not in", Object.values(LANE_KINDS))
      : where("kind", "=", LANE_KINDS[lane]),
    isUnclaimed(now, JOB_CLAIM_MS),
  ]);

/**
 * When the school last worked for the person of a job. People take turns: who orders many at once has the others
 * wait for one of them alone.
 */
const lastServed = (now: number) =>
  sql<number>`coalesce((select max(coalesce(served.ended, ${now})) from job as served
    where served.account_id = job.account_id and served.tries > 0
      and served.kind not in (${PHOTOS_JOB}, ${FILMS_JOB})), 0)`;

/** Claims the next open job of a lane, so that no other server runs it; null if there is none. */
export const claimJob = async (
  database: Database,
  now: number,
  lane: JobLane,
): Promise<JobRow | null> => {
  const first = (db: Kysely<Tables>) =>
    db
      .selectFrom("job")
      .select("id")
      .where(isOpen(now, lane))
      .orderBy(lastServed(now))
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
  // Most of the time there is none, and a write would wait for the disk.
  if (!(await first(database.read))) return null;
  return database.write(async (db) => {
    const found = await first(db);
    if (!found) return null;
    const claimed = await db
      .updateTable("job")
      .set({ ...newClaim(now), tries: sql`tries + 1` })
      .where("id", "=", found.id)
      // Another server may have been first.
      .where(isOpen(now, lane))
      .returningAll()
      .executeTakeFirst();
    return claimed ?? null;
  });
};

const own = (db: Kysely<Tables>, { id, claim }: JobRow) =>
  db.updateTable("job").where("id", "=", id).where("claim", "=", claim);

/**
 * Renews a claim and says how far the job is; call within a write.
 * @returns whether somebody wants it to stop
 * @throws LostJobError
 */
export const renewJob = async (
  db: Kysely<Tables>,
  job: JobRow,
  now: number,
  { done, total }: { done: number; total: number },
): Promise<boolean> => {
  const row = await own(db, job)
    .set({ claimed_until: now + JOB_CLAIM_MS, done, total })
    .returning("stop")
    .executeTakeFirst();
  if (!row) throw new LostJobError();
  return row.stop === 1;
};

/**
 * Ends a job; call within the write that does its last work, so that it is done once.
 * @throws LostJobError
 */
export const endJob = async (
  db: Kysely<Tables>,
  job: JobRow,
  now: number,
  end: {
    readonly state: Exclude<JobState, "waiting" | "running">;
    readonly result?: unknown;
    readonly problem?: string;
    readonly made?: MadeFile;
    /** How far it has come; absent: as was told before. */
    readonly far?: { readonly done: number; readonly total: number };
  },
): Promise<void> => {
  const { state, result, problem = null, made, far } = end;
  const { numUpdatedRows } = await own(db, job)
    .set({
      ...{ state, problem, ended: now, claim: null, claimed_until: 0 },
      ...{ made: made?.stored ?? null, made_name: made?.name ?? null, ...far },
      result: result === undefined ? null : JSON.stringify(result),
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LostJobError();
};

/** Whether a job has done its work. */
export const isJobDone = async (db: Kysely<Tables>, id: number): Promise<boolean> => {
  const row = await db.selectFrom("job").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state === "done";
};

/** Gives a job back as it was, for another server or the next start; call within a write. */
export const giveBackJob = async (db: Kysely<Tables>, job: JobRow): Promise<void> => {
  await own(db, job)
    .set({ state: "waiting", claim: null, claimed_until: 0, tries: job.tries - 1 })
    .execute();
};

/** Has a job stop; one that nobody works on is stopped at once. Call within a write. */
export const stopJob = async (db: Kysely<Tables>, id: number, now: number): Promise<void> => {
  await db
    .updateTable("job")
    .set({ state: "stopped", ended: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
  await db
    .updateTable("job")
    .set({ stop: 1 })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
};

/** Whether a job reads the stored file or has made it. */
export const isFileOfJob = async (db: Kysely<Tables>, stored: string): Promise<boolean> => {
  const found = await db
    .selectFrom("job")
    .select("id")
    .where((where) => where.or([where("file", "=", stored), where("made", "=", stored)]))
    .executeTakeFirst();
  return found !== undefined;
};

/** Deletes jobs that have ended a week ago; call within a write. Their files go within a day. */
export const sweepJobs = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await db
    .deleteFrom("job")
    .where("ended", "<", now - KEPT_MS)
    .execute();
};
