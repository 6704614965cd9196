import { type Kysely, sql } from "kysely";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { consentedMeasurements } from "./consented-measurements.ts";
import { otherHandIns } from "./other-hand-ins.ts";
import { studentsOf } from "./students.ts";
import { type VisibleRows, visibleTo } from "./visible-rows.ts";

const CONVERSATIONS_AT_ONCE = 50;

/** The 404 for nobody, for somebody who is no student, and for a student of other courses. */
export const studentNotFound = (): HttpProblem =>
  new HttpProblem(404, "student/not_found", "There is no such student");

const conversationsWith = async (db: Kysely<Tables>, visible: VisibleRows, accountId: number) => {
  const rows = await db
    .selectFrom("conversation")
    .innerJoin("message as closing", "closing.id", "conversation.last_id")
    .select([
      "conversation.id",
      "conversation.waiting",
      "closing.created",
      sql<string>`(select subject from message where id =
        (select min(id) from message where conversation_id = conversation.id))`.as("subject"),
    ])
    .where("conversation.account_id", "=", accountId)
    .where(visible.conversations())
    .orderBy("last_id", "desc")
    .limit(CONVERSATIONS_AT_ONCE)
    .execute();
  return rows.map(({ id, waiting, created, subject }) => ({
    id,
    subject,
    date: new Date(Number(created)).toISOString(),
    waiting: waiting === 1,
  }));
};

/** A student with all that a tutor may see of them. @throws HttpProblem 404 */
export const studentPage = async (services: Services, tutor: SignedIn, id: number | null) => {
  const db = services.database.read;
  const visible = await visibleTo(services, db, tutor);
  const account = await db
    .selectFrom("account")
    .select("id")
    .where("id", "=", id ?? 0)
    .where("level", "<", TUTOR_LEVEL)
    .where(visible.accounts())
    .executeTakeFirst();
  if (!account) throw studentNotFound();
  const [students, handIns, conversations, measured] = await waitForAll(
    studentsOf(services, db, visible, [account.id]),
    otherHandIns(db, visible, account.id),
    conversationsWith(db, visible, account.id),
    consentedMeasurements(services, db, account.id),
  );
  const student = students.get(account.id);
  if (!student) throw studentNotFound();
  return { student, hand_ins: handIns, conversations, ...measured };
};
