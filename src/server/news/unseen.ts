import { sql } from "kysely";
import { isPublished } from "../../domain/hand-in-answer.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { storedTitle } from "../../domain/translated.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { compileOnce } from "../db/compiled-query.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { deskCounts } from "../desk/counts.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { conversationsOf } from "../messages/conversations.ts";
import type { Services } from "../services.ts";

/** More than a person looks at. */
const MAX_ANSWERS = 20;

const findAnswers = compileOnce((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom("upload")
    .select(["lesson_id", "feedback_at", "published_at"])
    .where("account_id", "=", accountId)
    .where("seen", "=", 0)
    .where("feedback_at", "is not", null)
    .orderBy("feedback_at", "desc")
    .limit(MAX_ANSWERS),
);

/** Counts from the conversations, as messages have no index by account. */
const countUnread = compileOnce((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom("conversation")
    .innerJoin("message", "message.conversation_id", "conversation.id")
    .leftJoin("message_read", (join) =>
      join
        .onRef("message_read.message_id", "=", "message.id")
        .onRef("message_read.account_id", "=", "conversation.account_id"),
    )
    .select(sql<number>`count(*)`.as("count"))
    .where("conversation.account_id", "=", accountId)
    .whereRef("message.author_id", "<>", "conversation.account_id")
    .where("message_read.message_id", "is", null),
);

/** Answers that the student has been told of, without those to assignments that the school has no more. */
const answersTo = async (services: Services, accountId: number, language: string) => {
  const { assignments } = services.catalogue.current;
  const { rows } = await findAnswers(services.database.read, { accountId });
  const now = services.clock();
  const answers = new Map<number, { id: number; title: string; date: string }>();
  for (const { lesson_id: id, feedback_at, published_at } of rows) {
    const titles = assignments.get(id)?.title;
    if (
      !titles ||
      answers.has(id) ||
      !isPublished(published_at === null ? null : Number(published_at), now)
    )
      continue;
    const date = new Date(Number(feedback_at)).toISOString();
    answers.set(id, { id, title: storedTitle(titles, language), date });
  }
  return [...answers.values()];
};

/** What is new for a person. An idle student costs two queries that find few rows by an index. */
export const unseenBy = async (services: Services, person: SignedIn, language: string) => {
  const { read } = services.database;
  const answers = answersTo(services, person.accountId, language);
  if (person.level < TUTOR_LEVEL) {
    const [list, { rows }] = await waitForAll(
      answers,
      countUnread(read, { accountId: person.accountId }),
    );
    return { answers: list, messages: Number(rows[0]?.count ?? 0), desk: null };
  }
  const visible = await visibleTo(services, read, person);
  const [list, conversations, desk] = await waitForAll(
    answers,
    conversationsOf(read, visible, {}),
    deskCounts(read, visible),
  );
  const messages = conversations.list.reduce((sum, { unread }) => sum + unread, 0);
  return { answers: list, messages, desk };
};
