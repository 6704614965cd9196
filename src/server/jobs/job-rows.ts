import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { PEOPLE_CHECK, PEOPLE_IMPORT } from "../../contract/staff-import.ts";
import { MANAGER_LEVEL } from "../../domain/roles.ts";
import { LostLeaseError, leasedWork, NO_LEASE } from "../db/lease.ts";
import type { Database } from "../db/open-database.ts";
import type { JobState, Tables } from "../db/schema.ts";
import type { Log } from "../log.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";

/** A person waits for one job, or for a few. */
const MAX_OPEN_JOBS = 10;
/** More of a kind would do the same again. */
const MAX_OF_KIND = 3;
/** Each is about another file. */
const MANY: ReadonlySet<string> = new Set([PEOPLE_CHECK, PEOPLE_IMPORT]);

/**
 * Orders a job for a person, as the last step of a write.
 * @returns its id
 * @throws HttpProblem 409 while too many of the person's jobs wait
 */
export const orderJobFor = async (
  { database, clock }: Pick<Services, "database" | "clock">,
  db: Kysely<Tables>,
  job: OrderedJob & { readonly accountId: number },
): Promise<number> => {
  await database.lockAccount(db, job.accountId);
  const open = await db
    .selectFrom("job")
    .select("kind")
    .where("account_id", "=", job.accountId)
    .where("state", "in", ["waiting", "running"])
    .execute();
  const ofKind = open.filter(({ kind }) => kind === job.kind).length;
  if (open.length >= MAX_OPEN_JOBS || (ofKind >= MAX_OF_KIND && !MANY.has(job.kind))) {
    throw new HttpProblem(409, "account/limit_reached", "Too many of your jobs wait already");
  }
  return orderJob(db, clock(), job);
};

export type JobRow = Selectable<Tables["job"]>;

/** Each is renewed every second. */
export const JOB_LEASES = leasedWork("job", "id", 30_000);
/** A job that has ended is kept for this time, with its files. */
const KEPT_MS = 7 * 86_400_000;

/** Kinds of jobs: smaller forms of photos and of films, and a backup. */
export const PHOTOS_JOB = "content-photos";
export const FILMS_JOB = "content-films";
export const BACKUP_JOB = "backup";

/** Backups that the school has made by its schedule are kept by their number, not by their age. */
export const keepsJob = sql<boolean>`kind = ${BACKUP_JOB} and state = 'done' and account_id is null`;

/**
 * Which jobs run one after another. Photos and films take hours, and what people order is not to wait for them.
 */
export type JobLane = "photos" | "films" | "orders";

const LANE_KINDS = { photos: PHOTOS_JOB, films: FILMS_JOB } as const;

/** How far a job has come, of how much. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

interface OrderedJob {
  readonly kind: string;
  /** Null: it comes from no person. */
  readonly accountId: number | null;
  readonly level: number;
  readonly input: unknown;
  /** The name in the store of the file that it reads. */
  readonly file?: string;
}

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
    .set({ state: "stopped", ended: now, ...NO_LEASE })
    .where("kind", "=", PHOTOS_JOB)
    .where("state", "in", ["waiting", "running"])
    .execute();
  const ordered = { kind: PHOTOS_JOB, accountId, level: MANAGER_LEVEL, input: {} };
  const id = await orderJob(db, now, ordered);
  return db
    .updateTable("job")
    .set(isOwn ? { ...JOB_LEASES.newLease(now), state: "running", tries: 1 } : { state: "waiting" })
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

const isOfLane = (lane: JobLane): RawBuilder<boolean> =>
  lane === "orders"
    ? sql`kind not in (${PHOTOS_JOB}, ${FILMS_JOB})`
    : sql`kind = ${LANE_KINDS[lane]}`;

/**
 * When the school last worked for the person of a job. People take turns: who orders many at once has the others
 * wait for one of them alone.
 */
const lastServed = (now: number) =>
  sql<number>`coalesce((select max(coalesce(served.ended, ${now})) from job as served
    where served.account_id = job.account_id and served.tries > 0
      and served.kind not in (${PHOTOS_JOB}, ${FILMS_JOB})), 0)`;

/** Takes the next open job of a lane, so that no other server runs it; null if there is none. */
export const takeJob = async (
  database: Database,
  now: number,
  lane: JobLane,
): Promise<JobRow | null> => {
  const [job] = await JOB_LEASES.take(database, now, {
    isDue: sql`state in ('waiting', 'running') and ${isOfLane(lane)}`,
    order: sql`${lastServed(now)}, id`,
    atMost: 1,
    set: sql`state = 'running', tries = tries + 1`,
  });
  return job ?? null;
};

interface HoldingServices extends Pick<Services, "clock"> {
  readonly database: Pick<Database, "read" | "write">;
  readonly log: Pick<Log, "warn">;
}

interface HeldJob {
  /** For the job's row, each second. */
  progress(): JobProgress;
  /** Somebody wants it to stop. */
  onStop(): void;
  /** Somebody else has it now, or may have it: it is not done. */
  onLost(reason: LostLeaseError): void;
}

/**
 * Holds a job while it is worked on, and writes each second how far it is.
 * @returns ends that, and resolves when no write is left
 */
export const holdJob = (
  { database, clock, log }: HoldingServices,
  job: JobRow,
  { progress, onStop, onLost }: HeldJob,
): (() => Promise<void>) =>
  JOB_LEASES.hold(job, {
    clock,
    log,
    async renew(now) {
      const changed = { ...progress(), leased_until: now + JOB_LEASES.ms };
      const row = await database.write((db) =>
        db
          .updateTable("job")
          .set(changed)
          .where(JOB_LEASES.isHeld(job))
          .returning("stop")
          .executeTakeFirst(),
      );
      if (row?.stop === 1) onStop();
      // The work itself may have ended it, in another process, which then cleans up.
      if (!row && !(await isJobDone(database.read, job.id))) throw new LostLeaseError();
    },
    onLost,
  });

/**
 * Keeps how far a job has come; call within the write that does that part. One that gets further has not brought its
 * server down, however often that was restarted.
 * @throws LostLeaseError
 */
export const keepJob = async (db: Kysely<Tables>, job: JobRow, soFar: object): Promise<void> => {
  const isHeld = await JOB_LEASES.change(db, job, { result: JSON.stringify(soFar), tries: 1 });
  if (!isHeld) throw new LostLeaseError();
};

/** What a job has kept, or its result once it has ended; null: nothing. */
export const keptOf = async (db: Kysely<Tables>, { id }: Pick<JobRow, "id">): Promise<unknown> => {
  const row = await db.selectFrom("job").select("result").where("id", "=", id).executeTakeFirst();
  return JSON.parse(row?.result ?? "null");
};

/**
 * Ends a job; call within the write that does its last work, so that it is done once.
 * @throws LostLeaseError
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
    /** How far it has come; absent: as it was written last. */
    readonly progress?: JobProgress;
  },
): Promise<void> => {
  const { state, result, problem = null, made, progress } = end;
  const isHeld = await JOB_LEASES.change(db, job, {
    ...{ state, problem, ended: now, ...NO_LEASE },
    ...{ made: made?.stored ?? null, made_name: made?.name ?? null, ...progress },
    result: result === undefined ? null : JSON.stringify(result),
  });
  if (!isHeld) throw new LostLeaseError();
};

export const isJobDone = async (db: Kysely<Tables>, id: number): Promise<boolean> => {
  const row = await db.selectFrom("job").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state === "done";
};

/** Gives a job back as it was, for another server or the next start; call within a write. */
export const giveBackJob = async (db: Kysely<Tables>, job: JobRow): Promise<void> => {
  await JOB_LEASES.change(db, job, { state: "waiting", tries: job.tries - 1, ...NO_LEASE });
};

/**
 * Has a job stop; one that nobody works on is stopped at once. One that has done a part of its work for good goes on.
 * Call within a write.
 */
export const stopJob = async (db: Kysely<Tables>, id: number, now: number): Promise<void> => {
  await db
    .updateTable("job")
    .set({ state: "stopped", ended: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("result", "is", null)
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
    .where(sql<boolean>`not (${keepsJob})`)
    .execute();
};
