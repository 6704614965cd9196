import type { Kysely } from "kysely";
import { PEOPLE_CHECK, PEOPLE_IMPORT } from "../../contract/staff-import.ts";
import type { Tables } from "../db/schema.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { type OrderedJob, orderJob } from "./job-rows.ts";

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
