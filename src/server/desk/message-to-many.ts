import type { HonoRequest } from "hono";
import { type Kysely, sql } from "kysely";
import type * as v from "valibot";
import type { postDeskMessage } from "../../contract/desk-students.ts";
import { courseState } from "../../domain/course-expiry.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOfAccount } from "../assignments/sent-assignment.ts";
import { amongIds } from "../db/given-values.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Tables } from "../db/schema.ts";
import { keyedRequest, writeOnce } from "../idempotent-write.ts";
import { checkedMessage } from "../messages/receive-message.ts";
import { addNews } from "../news/outbox.ts";
import { parseId } from "../page.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { areStudents } from "./student-list.ts";
import { studentNotFound } from "./student-page.ts";
import { coursesShown } from "./viewer.ts";
import { type VisibleRows, visibleTo } from "./visible-rows.ts";

type Written = v.InferOutput<NonNullable<typeof postDeskMessage.body>>;

/** Those to whom a message goes, by what the tutor wrote. */
type Recipients = { students: readonly number[] } | { course: number };

/** @throws HttpProblem 404 for what can be no id, 422 */
const recipientsOf = ({ students, course }: Written): Recipients => {
  if ((students === null) === (course === null)) {
    throw invalid("students", "must be given, or a course");
  }
  if (students === null) return { course: parseId(String(course)) ?? 0 };
  if (students.length === 0) throw invalid("students", "must name a student");
  const ids = students.map((id) => parseId(String(id)));
  if (ids.includes(null)) throw studentNotFound();
  return { students: [...new Set(ids as number[])] };
};

/** The ids of students, locked so that none is removed before the message is there. */
const idsOf = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
  students: readonly number[],
): Promise<number[]> => {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where(amongIds(db, "id", students))
    .where(areStudents(visible))
    .orderBy("id")
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .execute();
  return rows.map(({ id }) => id);
};

/** The students of a course whose subscription has not ended. @throws HttpProblem 404 */
const idsOfCourse = async (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  course: number,
): Promise<number[]> => {
  if (!coursesShown(services.catalogue.current, visible.viewer).has(course)) {
    throw new HttpProblem(404, "course/not_found", "There is no such course");
  }
  const rows = await db
    .selectFrom("subscription")
    .selectAll()
    .where("course_id", "=", course)
    .execute();
  const today = schoolToday(services);
  const active = rows.filter(({ exp_date, sub_date, sub_months }) => {
    const subscription = { expDate: exp_date, subDate: sub_date, subMonths: sub_months };
    return courseState(subscription, today, 0).kind === "active";
  });
  return idsOf(
    db,
    visible,
    active.map(({ account_id }) => account_id),
  );
};

/** @throws HttpProblem 404 if one of them is not to be seen */
const findRecipients = async (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  to: Recipients,
): Promise<number[]> => {
  if ("course" in to) return idsOfCourse(services, db, visible, to.course);
  const found = await idsOf(db, visible, to.students);
  if (found.length < to.students.length) throw studentNotFound();
  return found;
};

/**
 * Starts a conversation with each of some students; call within a write. A few statements without lists
 * of rows serve thousands: on SQLite everybody waits for them.
 */
const startConversations = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
  message: Pick<Tables["message"], "author_id" | "author" | "subject" | "body"> & {
    created: number;
  },
): Promise<void> => {
  const started = await db
    .insertInto("conversation")
    .columns(["account_id"])
    .expression(
      db
        .selectFrom("account")
        .select("id")
        .where(amongIds(db, "id", accountIds)),
    )
    .returning(["id", "account_id"])
    .execute();
  const ids = started.map(({ id }) => id);
  const { author_id, author, subject, body, created } = message;
  await db
    .insertInto("message")
    .columns([
      ...(["conversation_id", "account_id", "author_id", "author"] as const),
      ...(["role", "subject", "body", "created"] as const),
    ])
    .expression(
      db
        .selectFrom("conversation")
        .select([
          "id",
          "account_id",
          sql<number>`cast(${author_id} as integer)`.as("author_id"),
          sql<string>`cast(${author} as text)`.as("author"),
          sql<"tutor">`'tutor'`.as("role"),
          sql<string>`cast(${subject} as text)`.as("subject"),
          sql<string>`cast(${body} as text)`.as("body"),
          sql<number>`cast(${created} as bigint)`.as("created"),
        ])
        .where(amongIds(db, "id", ids)),
    )
    .execute();
  await db
    .updateTable("conversation")
    .set({
      last_id: sql<number>`(select max(id) from message where conversation_id = conversation.id)`,
      last_created: created,
    })
    .where(amongIds(db, "id", ids))
    .execute();
  const news = started.map(({ id, account_id }) => ({
    accountId: account_id,
    kind: "message" as const,
    subjectId: id,
  }));
  await addNews(db, news, created);
};

/**
 * Sends a message to many students, in one transaction: all of them get it, or nobody. Runs once for
 * each `Idempotency-Key`.
 * @throws HttpProblem 404, 422, or when the tutor may not store more
 */
export const messageToMany = async (
  services: Services,
  request: HonoRequest,
  tutor: SignedIn,
  written: Written,
): Promise<{ sent: number }> => {
  const { database, limits } = services;
  const { accountId } = tutor;
  const { subject, body } = checkedMessage(written);
  const to = recipientsOf(written);
  const now = services.clock();
  const keyed = keyedRequest(request, tutor, now);
  const bytes = Buffer.byteLength(subject) + Buffer.byteLength(body);
  return writeOnce(database, keyed, async (db) => {
    const visible = await visibleTo(services, db, tutor);
    const recipients = await findRecipients(services, db, visible, to);
    const { length: messages } = recipients;
    await limits.assertRoom(db, tutor, { messages, bytes: messages * bytes });
    await startConversations(db, recipients, {
      author_id: accountId,
      author: await nameOfAccount(db, accountId),
      subject,
      body,
      created: now,
    });
    return { sent: recipients.length };
  });
};
