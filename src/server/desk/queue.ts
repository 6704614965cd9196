import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import { type getDeskQueue, QUEUE_LIST } from "../../contract/desk.ts";
import type { GivenQuery, ListQuery } from "../../domain/list-query.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { coursesSeenBy } from "../../domain/staff-rights.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf, sentTitles } from "../assignments/sent-assignment.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { comesAfter, decodeListQuery, pageLengthOf } from "../list-query.ts";
import { type PageQuery, pageOf, pageStart } from "../page.ts";
import type { Services } from "../services.ts";
import { claimsOf, isUnclaimed } from "./claims.ts";
import { deskCounts } from "./counts.ts";
import { courseOfHandIn, coursesOfAccounts } from "./hand-in.ts";
import { coursesShown, sentCourses } from "./viewer.ts";
import { type VisibleRows, visibleRows, visibleTo } from "./visible-rows.ts";

type Show = ListQuery<typeof QUEUE_LIST>["show"];
type Entry = SentAnswer<typeof getDeskQueue>["entries"][number];

/** The length of an excerpt, in characters. */
const EXCERPT = 200;

/** What a list shows, and from where on. */
interface QueueRequest {
  readonly show: Show;
  readonly tutor: SignedIn;
  readonly now: number;
  readonly limit: number;
  /** The conditions of the viewer, or of the chosen course. */
  readonly visible: VisibleRows;
  readonly start: readonly [since: number, kind: number, id: number] | null;
}

interface Sorted {
  readonly keys: readonly [since: number, kind: number, id: number];
  readonly accountId: number;
  readonly lessonId: number | null;
  readonly entry: Omit<Entry, "claim" | "course_id">;
  readonly courseId: number | null;
}

const isOldestFirst = (show: Show): boolean => show === "waiting";

/** Compares the sort keys of rows with those of the last entry of the page before. */
const afterStart = (
  { start, show }: QueueRequest,
  since: RawBuilder<number>,
  kind: number,
  id: string,
): RawBuilder<SqlBool> => {
  if (!start) return sql`true`;
  const keys = [since, sql`cast(${kind} as integer)`, sql.ref(id)];
  const isDescending = !isOldestFirst(show);
  // The first condition finds the place in an index.
  const from = isDescending ? sql`<=` : sql`>=`;
  return sql`(${since} ${from} ${start[0]} and ${comesAfter(keys, start, isDescending)})`;
};

/** The conversations of a page of the queue, and one more. */
const messageEntries = async (db: Kysely<Tables>, request: QueueRequest): Promise<Sorted[]> => {
  const { show, tutor, visible } = request;
  const direction = isOldestFirst(show) ? "asc" : "desc";
  const since = sql<number>`conversation.last_created`;
  let query = db
    .selectFrom("conversation")
    .innerJoin("message as closing", "closing.id", "conversation.last_id")
    .innerJoin("account", "account.id", "conversation.account_id")
    .select((of) => [
      "conversation.id",
      "conversation.account_id",
      "conversation.course_id",
      "waiting",
      "first_name",
      "last_name",
      "username",
      since.as("since"),
      sql<string>`substr(closing.body, 1, ${sql.lit(EXCERPT)})`.as("excerpt"),
      sql<string>`(select subject from message where id =
        (select min(id) from message where conversation_id = conversation.id))`.as("subject"),
      of
        .selectFrom("message_file")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("message_file.message_id", "=", "closing.id")
        .as("files"),
    ])
    .where(afterStart(request, since, 1, "conversation.id"))
    .orderBy(since, direction)
    .orderBy("conversation.id", direction)
    .where(visible.conversations())
    .limit(request.limit + 1);
  if (show === "waiting") query = query.where("waiting", "=", 1);
  else if (show === "answered") query = query.where("waiting", "=", 0);
  else if (show === "mine") {
    query = query.where(
      sql<boolean>`exists (select 1 from message where conversation_id = conversation.id
        and author_id = ${tutor.accountId})`,
    );
  }
  return (await query.execute()).map((row) => ({
    keys: [Number(row.since), 1, row.id],
    accountId: row.account_id,
    lessonId: null,
    courseId: row.course_id,
    entry: {
      kind: "message",
      id: row.id,
      student: { id: row.account_id, name: nameOf(row) },
      title: row.subject ?? "",
      translations: [],
      excerpt: row.excerpt,
      since: new Date(Number(row.since)).toISOString(),
      state: row.waiting === 1 ? "waiting" : "answered",
      files: Number(row.files ?? 0),
    },
  }));
};

/** The hand-ins of a page of the queue, and one more. */
const handInEntries = async (db: Kysely<Tables>, request: QueueRequest): Promise<Sorted[]> => {
  const { show, tutor, now, visible } = request;
  const since =
    show === "waiting" ? sql<number>`upload.created` : sql<number>`coalesce(feedback_at, created)`;
  const direction = isOldestFirst(show) ? "asc" : "desc";
  let query = db
    .selectFrom("upload")
    .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
    .innerJoin("account", "account.id", "upload.account_id")
    .select((of) => [
      "upload.id",
      "upload.account_id",
      "upload.lesson_id",
      "upload.state",
      "latest",
      "first_name",
      "last_name",
      "username",
      "assignment.title",
      since.as("since"),
      sql<string>`substr(comment, 1, ${sql.lit(EXCERPT)})`.as("excerpt"),
      of
        .selectFrom("upload_file")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("upload_file.upload_id", "=", "upload.id")
        .as("files"),
    ])
    .where(afterStart(request, since, 0, "upload.id"))
    .orderBy(since, direction)
    .orderBy("upload.id", direction)
    .where(visible.handIns())
    .limit(request.limit + 1);
  if (show === "waiting") {
    query = query.where("upload.state", "=", "uploaded").where("latest", "=", 1);
  } else if (show === "answered") {
    query = query.where("feedback_at", "is not", null);
  } else if (show === "mine") {
    query = query.where(
      sql<boolean>`(answered_by = ${tutor.accountId} or exists
        (select 1 from hand_in_claim where upload_id = upload.id
          and hand_in_claim.account_id = ${tutor.accountId}
          and not ${isUnclaimed(now)}))`,
    );
  }
  return (await query.execute()).map((row) => {
    const isWaiting = row.state === "uploaded" && row.latest === 1;
    return {
      keys: [Number(row.since), 0, row.id],
      accountId: row.account_id,
      lessonId: row.lesson_id,
      courseId: null,
      entry: {
        kind: "hand-in",
        id: row.id,
        student: { id: row.account_id, name: nameOf(row) },
        ...sentTitles(row.title),
        excerpt: row.excerpt,
        since: new Date(Number(row.since)).toISOString(),
        state: isWaiting ? "waiting" : row.state === "uploaded" ? "answered" : row.state,
        files: Number(row.files ?? 0),
      },
    };
  });
};

const compareKeys = (a: Sorted, b: Sorted): number =>
  a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1] || a.keys[2] - b.keys[2];

/**
 * The conditions of a viewer, or of the chosen course.
 * @returns null for a course that the viewer does not see: an entry would tell who else is in it
 */
const conditionsOf = (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  course: number | undefined,
): VisibleRows | null => {
  if (course === undefined) return visible;
  const seen = coursesSeenBy(visible.viewer);
  if (seen !== "all" && !seen.has(course)) return null;
  // The course's tutor, who has nothing of their own, sees what belongs to the course alone.
  const teaches = new Set([course]);
  return visibleRows(services, db, { id: 0, level: TUTOR_LEVEL, teaches });
};

/** A page of the queue. @throws HttpProblem 422 */
export const deskQueue = async (
  services: Services,
  tutor: SignedIn,
  given: GivenQuery<typeof QUEUE_LIST> & PageQuery,
) => {
  const { catalogue, database, clock } = services;
  const db = database.read;
  const { show, kind, course } = decodeListQuery(QUEUE_LIST, given);
  const visible = await visibleTo(services, db, tutor);
  const rows = conditionsOf(services, db, visible, course);
  const limit = pageLengthOf(QUEUE_LIST, given);
  const now = clock();
  const start = pageStart(given, "time", "id", "id");
  const request: QueueRequest | null = rows && { show, tutor, now, limit, visible: rows, start };
  const [handIns, messages, counts] = await waitForAll(
    kind === "message" || !request ? Promise.resolve([]) : handInEntries(db, request),
    kind === "hand-in" || !request ? Promise.resolve([]) : messageEntries(db, request),
    deskCounts(db, visible),
  );
  const sorted = [...handIns, ...messages].toSorted(compareKeys);
  if (!isOldestFirst(show)) sorted.reverse();
  const { page, cursor } = pageOf(sorted, limit, ({ keys }) => keys);
  const [claims, courses] = await waitForAll(
    claimsOf(
      db,
      page.filter(({ keys }) => keys[1] === 0).map(({ keys }) => keys[2]),
      now,
    ),
    coursesOfAccounts(
      db,
      page.filter(({ lessonId }) => lessonId !== null).map(({ accountId }) => accountId),
    ),
  );
  return {
    entries: page.map(({ entry, keys, accountId, lessonId, courseId }) => ({
      ...entry,
      course_id:
        lessonId === null
          ? courseId
          : courseOfHandIn(catalogue.current, lessonId, courses.get(accountId), visible.viewer),
      claim: keys[1] === 0 ? (claims.get(keys[2]) ?? null) : null,
    })),
    counts,
    courses: sentCourses(coursesShown(catalogue.current, visible.viewer)),
    cursor,
  };
};
