import { type Kysely, type RawBuilder, sql } from "kysely";
import type { SentAnswer } from "../../../contract/call.ts";
import { DESK_KINDS, DESK_SHOWS, type getDeskQueue } from "../../../contract/desk.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { titleIn } from "../../../domain/translated.ts";
import { coursesSeenBy } from "../../../domain/who-may-see.ts";
import type { Tables } from "../../db/schema.ts";
import { waitForAll } from "../../db/wait-for-all.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import type { Catalogue } from "../catalogue.ts";
import { oneOf } from "../one-of.ts";
import { formatCursor, type PageQuery, pageLimit, pageStart } from "../page.ts";
import { parseId } from "../parse-id.ts";
import { coursesOfLesson } from "../products/course-positions.ts";
import type { Services } from "../services.ts";
import type { SignedIn } from "../session/tokens.ts";
import { CLAIM_MS, claimsOf } from "./claims.ts";
import { type VisibleRows, visibleRows, visibleTo } from "./visible-rows.ts";

type Show = (typeof DESK_SHOWS)[number];
type Entry = SentAnswer<typeof getDeskQueue>["entries"][number];

type QueueQuery = PageQuery & Partial<Record<"course" | "kind" | "show", string>>;

/** The default number of entries on a page. */
const ENTRIES_AT_ONCE = 50;
/** The length of an excerpt, in characters. */
const EXCERPT = 200;

/** What a list shows, and from where on. */
interface Asked {
  readonly show: Show;
  readonly tutor: SignedIn;
  readonly now: number;
  readonly limit: number;
  /** The conditions of the viewer, and those of the chosen course. */
  readonly visible: readonly VisibleRows[];
  readonly start: readonly [since: number, kind: number, id: number] | null;
}

/** An entry with the keys that sort it. */
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
  { start, show }: Asked,
  since: RawBuilder<number>,
  kind: number,
  id: string,
): RawBuilder<boolean> => {
  if (!start) return sql`true`;
  const keys = sql`(${since}, cast(${kind} as integer), ${sql.ref(id)})`;
  const last = sql`(${start[0]}, ${start[1]}, ${start[2]})`;
  return isOldestFirst(show) ? sql`${keys} > ${last}` : sql`${keys} < ${last}`;
};

const handInEntries = async (db: Kysely<Tables>, asked: Asked): Promise<Sorted[]> => {
  const { show, tutor, now, visible } = asked;
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
    .where(afterStart(asked, since, 0, "upload.id"))
    .orderBy(since, direction)
    .orderBy("upload.id", direction)
    .limit(asked.limit + 1);
  for (const { handIns } of visible) query = query.where(handIns());
  if (show === "waiting") {
    query = query.where("upload.state", "=", "uploaded").where("latest", "=", 1);
  } else if (show === "answered") {
    query = query.where("feedback_at", "is not", null);
  } else if (show === "mine") {
    query = query.where(
      sql<boolean>`(answered_by = ${tutor.accountId} or exists
        (select 1 from hand_in_claim where upload_id = upload.id
          and hand_in_claim.account_id = ${tutor.accountId}
          and since > ${now - CLAIM_MS} and since < ${now + CLAIM_MS}))`,
    );
  }
  return (await query.execute()).map((row) => {
    const titles: Record<string, string> = JSON.parse(row.title);
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
        title: titleIn(titles, "en"),
        translations: Object.entries(titles).map(([language, title]) => ({ language, title })),
        excerpt: row.excerpt,
        since: new Date(Number(row.since)).toISOString(),
        state: isWaiting ? "waiting" : row.state === "uploaded" ? "answered" : row.state,
        files: Number(row.files ?? 0),
      },
    };
  });
};

const messageEntries = async (db: Kysely<Tables>, asked: Asked): Promise<Sorted[]> => {
  const { show, tutor, visible } = asked;
  const direction = isOldestFirst(show) ? "asc" : "desc";
  const since = sql<number>`closing.created`;
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
    .where(afterStart(asked, since, 1, "conversation.id"))
    .orderBy(since, direction)
    .orderBy("conversation.id", direction)
    .limit(asked.limit + 1);
  for (const { conversations } of visible) query = query.where(conversations());
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

const compareKeys = (a: Sorted, b: Sorted): number =>
  a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1] || a.keys[2] - b.keys[2];

/** The courses of accounts. */
export const coursesOfAccounts = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<Map<number, Set<number>>> => {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("subscription")
    .select(["account_id", "course_id"])
    .where("account_id", "in", [...new Set(accountIds)])
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.account_id)].map(([id, own]) => [
      id,
      new Set(own.map(({ course_id }) => course_id)),
    ]),
  );
};

/** The first course of a lesson that its student has and the viewer sees; null if there is none. */
export const courseShown = (
  { lessons }: Catalogue,
  { viewer, isAll }: VisibleRows,
  lessonId: number,
  own: ReadonlySet<number> | undefined,
): number | null => {
  const entry = lessons.get(lessonId);
  if (!entry) return null;
  const ids = coursesOfLesson(entry).map(({ course }) => course.props.id);
  const { teaches } = viewer;
  const isSeen = (id: number) => isAll || teaches === "all" || teaches.has(id);
  return ids.find((id) => own?.has(id) && isSeen(id)) ?? null;
};

/** How much waits of what a viewer sees. */
export const deskCounts = async (db: Kysely<Tables>, visible: VisibleRows) => {
  const [handIns, messages] = await waitForAll(
    db
      .selectFrom("upload")
      .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("state", "=", "uploaded")
      .where("latest", "=", 1)
      .where(visible.handIns())
      .executeTakeFirst(),
    db
      .selectFrom("conversation")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("waiting", "=", 1)
      .where("last_id", ">", 0)
      .where(visible.conversations())
      .executeTakeFirst(),
  );
  return { hand_ins: Number(handIns?.count ?? 0), messages: Number(messages?.count ?? 0) };
};

/** The conditions of a viewer, and those of the chosen course. */
const conditionsOf = (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  chosen: string | undefined,
): VisibleRows[] => {
  if (chosen === undefined) return [visible];
  const course = parseId(chosen) ?? 0;
  // The course's tutor, who has nothing of their own, sees what belongs to the course alone.
  const teaches = new Set([course]);
  const ofCourse = visibleRows(services, db, { id: 0, level: TUTOR_LEVEL, teaches });
  const seen = coursesSeenBy(visible.viewer);
  // Who sees the course sees all of this; PostgreSQL takes five times as long for both conditions.
  return seen === "all" || seen.has(course) ? [ofCourse] : [visible, ofCourse];
};

/** A page of the queue. @throws HttpProblem 422 */
export const deskQueue = async (services: Services, tutor: SignedIn, query: QueueQuery) => {
  const { catalogue, database, clock } = services;
  const db = database.read;
  const show = oneOf("show", DESK_SHOWS, query.show) ?? "waiting";
  const kind = oneOf("kind", DESK_KINDS, query.kind);
  const visible = await visibleTo(services, db, tutor);
  const conditions = conditionsOf(services, db, visible, query.course);
  const limit = query.limit === undefined ? ENTRIES_AT_ONCE : pageLimit(query);
  const asked: Asked = {
    show,
    tutor,
    now: clock(),
    limit,
    visible: conditions,
    start: pageStart(query, "time", "id", "id"),
  };
  const [handIns, messages, counts] = await waitForAll(
    kind === "message" ? Promise.resolve([]) : handInEntries(db, asked),
    kind === "hand-in" ? Promise.resolve([]) : messageEntries(db, asked),
    deskCounts(db, visible),
  );
  const sorted = [...handIns, ...messages].toSorted(compareKeys);
  if (!isOldestFirst(show)) sorted.reverse();
  const page = sorted.slice(0, limit);
  const [claims, courses] = await waitForAll(
    claimsOf(
      db,
      page.filter(({ keys }) => keys[1] === 0).map(({ keys }) => keys[2]),
      asked.now,
    ),
    coursesOfAccounts(
      db,
      page.filter(({ lessonId }) => lessonId !== null).map(({ accountId }) => accountId),
    ),
  );
  const last = page.at(-1);
  return {
    entries: page.map(({ entry, keys, accountId, lessonId, courseId }) => ({
      ...entry,
      course_id:
        lessonId === null
          ? courseId
          : courseShown(catalogue.current, visible, lessonId, courses.get(accountId)),
      claim: keys[1] === 0 ? (claims.get(keys[2]) ?? null) : null,
    })),
    counts,
    cursor: last && sorted.length > limit ? formatCursor(...last.keys) : null,
  };
};
