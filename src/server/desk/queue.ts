import type { Kysely } from "kysely";
import { DESK_KINDS, DESK_SHOWS } from "../../contract/desk.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { coursesSeenBy } from "../../domain/staff-rights.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { formatCursor, oneOf, type PageQuery, pageLimit, pageStart, parseId } from "../page.ts";
import type { Services } from "../services.ts";
import { claimsOf } from "./claims.ts";
import { deskCounts } from "./counts.ts";
import { courseOfHandIn, coursesOfAccounts } from "./hand-in.ts";
import { type Asked, isOldestFirst, type Sorted } from "./queue-entry.ts";
import { handInEntries } from "./queue-hand-ins.ts";
import { messageEntries } from "./queue-messages.ts";
import { coursesShown, sentCourses } from "./viewer.ts";
import { type VisibleRows, visibleRows, visibleTo } from "./visible-rows.ts";

type QueueQuery = PageQuery & Partial<Record<"course" | "kind" | "show", string>>;

/** The default number of entries on a page. */
const ENTRIES_AT_ONCE = 50;
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
  chosen: string | undefined,
): VisibleRows | null => {
  if (chosen === undefined) return visible;
  const course = parseId(chosen) ?? 0;
  const seen = coursesSeenBy(visible.viewer);
  if (seen !== "all" && !seen.has(course)) return null;
  // The course's tutor, who has nothing of their own, sees what belongs to the course alone.
  const teaches = new Set([course]);
  return visibleRows(services, db, { id: 0, level: TUTOR_LEVEL, teaches });
};

/** A page of the queue. @throws HttpProblem 422 */
export const deskQueue = async (services: Services, tutor: SignedIn, query: QueueQuery) => {
  const { catalogue, database, clock } = services;
  const db = database.read;
  const show = oneOf("show", DESK_SHOWS, query.show) ?? "waiting";
  const kind = oneOf("kind", DESK_KINDS, query.kind);
  const visible = await visibleTo(services, db, tutor);
  const rows = conditionsOf(services, db, visible, query.course);
  const limit = query.limit === undefined ? ENTRIES_AT_ONCE : pageLimit(query);
  const now = clock();
  const start = pageStart(query, "time", "id", "id");
  const asked: Asked | null = rows && { show, tutor, now, limit, visible: rows, start };
  const [handIns, messages, counts] = await waitForAll(
    kind === "message" || !asked ? Promise.resolve([]) : handInEntries(db, asked),
    kind === "hand-in" || !asked ? Promise.resolve([]) : messageEntries(db, asked),
    deskCounts(db, visible),
  );
  const sorted = [...handIns, ...messages].toSorted(compareKeys);
  if (!isOldestFirst(show)) sorted.reverse();
  const page = sorted.slice(0, limit);
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
  const last = page.at(-1);
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
    cursor: last && sorted.length > limit ? formatCursor(...last.keys) : null,
  };
};
