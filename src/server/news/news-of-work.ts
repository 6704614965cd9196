import { type Kysely, sql } from "kysely";
import { MANAGER_LEVEL, TUTOR_LEVEL } from "../../domain/roles.ts";
import type { Tables } from "../db/schema.ts";
import type { Services } from "../services.ts";
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

/** What a student has sent to tutors: a hand-in, or a message in a conversation. */
interface SentWork {
  readonly studentId: number;
  readonly kind: "hand-in" | "question";
  /** The id of the hand-in or of the conversation. */
  readonly subjectId: number;
}

/** Records that work waits for the tutors who may see it; call within the write of the work itself. */
export const addNewsOfWork = async (
  db: Kysely<Tables>,
  { studentId, kind, subjectId }: SentWork,
  at: number,
): Promise<void> => {
  const recipients = await thoseWhoMaySee(db, studentId);
  await addNews(
    db,
    recipients.map((accountId) => ({ accountId, kind, subjectId })),
    at,
  );
};

interface WrittenMessage {
  readonly conversationId: number;
  /** The account of the conversation. */
  readonly accountId: number;
  readonly authorId: number;
  readonly role: "student" | "tutor";
}

/**
 * Records that there is a message: for the student whose conversation it is, or for the tutors who may
 * answer it; call within the write of the message itself.
 */
export const addNewsOfMessage = async (
  { catalogue }: Pick<Services, "catalogue">,
  db: Kysely<Tables>,
  { conversationId, accountId, authorId, role }: WrittenMessage,
  at: number,
): Promise<void> => {
  if (role === "student") {
    // Such a school has the message itself as a mail.
    if (catalogue.current.answersByMail) return;
    const work = { studentId: accountId, kind: "question", subjectId: conversationId } as const;
    await addNewsOfWork(db, work, at);
  } else if (accountId !== authorId) {
    await addNews(db, [{ accountId, kind: "message", subjectId: conversationId }], at);
  }
};
