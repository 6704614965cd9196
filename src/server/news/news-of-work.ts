import { type Kysely, sql } from "kysely";
import { MANAGER_LEVEL, TUTOR_LEVEL } from "../../domain/roles.ts";
import type { Tables } from "../db/schema.ts";
import { addNews } from "./outbox.ts";

/**
 * Those who may see a student's work, and perhaps a few more: whether a tutor sees this very hand-in or
 * conversation is decided when it is told, by the rule of `domain/staff-rights.ts`. Managers are told once
 * they have chosen to be.
 */
const thoseWhoMaySee = async (db: Kysely<Tables>, studentId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where("level", ">=", TUTOR_LEVEL)
    .where("id", "!=", studentId)
    .where("blocked", "is", null)
    .where((where) =>
      where.or([
        where.and([
          where("level", ">=", MANAGER_LEVEL),
          where.exists(
            where
              .selectFrom("news_choice")
              .select(sql.lit(1).as("one"))
              .whereRef("news_choice.account_id", "=", "account.id")
              .where("mail", "is not", null),
          ),
        ]),
        where.and([
          where("level", "<", MANAGER_LEVEL),
          where.or([
            where("teaches_all", "=", 1),
            where.exists(
              where
                .selectFrom("teaches")
                .innerJoin("subscription", "subscription.course_id", "teaches.course_id")
                .select(sql.lit(1).as("one"))
                .whereRef("teaches.account_id", "=", "account.id")
                .where("subscription.account_id", "=", studentId),
            ),
          ]),
        ]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Records that a student's hand-in or conversation waits for the tutors who may see it; call within the write of the
 * work itself.
 * @param subjectId the id of the hand-in or of the conversation
 */
export const addNewsOfWork = async (
  db: Kysely<Tables>,
  studentId: number,
  kind: "hand-in" | "question",
  subjectId: number,
  at: number,
): Promise<void> => {
  const recipients = await thoseWhoMaySee(db, studentId);
  await addNews(
    db,
    recipients.map((accountId) => ({ accountId, kind, subjectId })),
    at,
  );
};
