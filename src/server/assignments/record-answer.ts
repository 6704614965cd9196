import type { Kysely } from "kysely";
import { answerProblem, MAX_ANSWER_LENGTH } from "../../domain/hand-in-answer.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { actorOf, recordChange } from "../audit/record-change.ts";
import type { Tables, UploadRow } from "../db/schema.ts";
import { addNews } from "../news/outbox.ts";
import { invalid } from "../problem.ts";
import { nameOfAccount, sentTitles } from "./sent-assignment.ts";

/** What a tutor says to a hand-in. */
interface Answer {
  readonly state: "accepted" | "returned";
  readonly text: string;
}

/** @throws HttpProblem 422 for an answer that is too long, or returns work without a word or a drawing */
export const checkedAnswer = (sent: Parameters<typeof answerProblem>[0]): Answer => {
  const problem = answerProblem(sent);
  if (problem === "text") {
    throw invalid("text", `must have at most ${MAX_ANSWER_LENGTH} characters, none of them null`);
  }
  if (problem === "missing") throw invalid("text", "must say what to correct");
  return { state: sent.state, text: sent.text };
};

/** The earlier hand-ins of the same assignment that wait too: an answer to a later one ends that. */
export const earlierWaiting = (
  db: Kysely<Tables>,
  { id, account_id, lesson_id }: Pick<UploadRow, "id" | "account_id" | "lesson_id">,
): Promise<{ id: number }[]> =>
  db
    .selectFrom("upload")
    .select("id")
    .where("account_id", "=", account_id)
    .where("lesson_id", "=", lesson_id)
    .where("id", "<", id)
    .where("state", "=", "uploaded")
    .execute();

/** Who answers a hand-in, and how people call it: by its student and its assignment. */
export const answerChange = async (
  db: Kysely<Tables>,
  tutor: SignedIn,
  { account_id, lesson_id }: Pick<UploadRow, "account_id" | "lesson_id">,
) => {
  const student = await actorOf(db, account_id);
  const assignment = await db
    .selectFrom("assignment")
    .select("title")
    .where("lesson_id", "=", lesson_id)
    .executeTakeFirst();
  return {
    actor: await actorOf(db, tutor.accountId),
    name: student.kind === "person" ? student.name : "",
    details: { assignment: assignment ? sentTitles(assignment.title).title : "" },
  };
};

/**
 * Records the answer to a hand-in that the tutor may see, in place of an earlier answer. Call within a
 * write in which the student's account is locked.
 * @param told from when on the student knows of it
 */
export const recordAnswer = async (
  db: Kysely<Tables>,
  tutor: SignedIn,
  upload: UploadRow,
  {
    state,
    text,
    now,
    publishedAt,
  }: Answer & { readonly now: number; readonly publishedAt: number },
): Promise<void> => {
  const by = { published_at: publishedAt, answered_by: tutor.accountId };
  await db
    .updateTable("upload")
    .set({
      ...by,
      state,
      seen: 0,
      feedback: text,
      feedback_at: now,
      first_answered: upload.first_answered ?? now,
      tutor: await nameOfAccount(db, tutor.accountId),
    })
    .where("id", "=", upload.id)
    .execute();
  const answer = { accountId: upload.account_id, kind: "answer", subjectId: upload.id } as const;
  await addNews(db, [answer], publishedAt);
  const { actor, name, details } = await answerChange(db, tutor, upload);
  await recordChange(db, now, {
    ...{ actor, action: "answered", kind: "hand-in", subject: upload.id, name },
    details: { ...details, state },
  });
  const earlier = await earlierWaiting(db, upload);
  if (earlier.length === 0) return;
  await db
    .updateTable("upload")
    .set({ state, ...by, first_answered: now })
    .where(
      "id",
      "in",
      earlier.map(({ id }) => id),
    )
    .execute();
};
