import type { Kysely } from "kysely";
import { QUEUE_LIST } from "../../contract/desk.ts";
import type { GivenQuery } from "../../domain/list-query.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { coursesSeenBy } from "../../domain/staff-rights.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { decodeListQuery, pageLengthOf, pageOf } from "../list-query.ts";
import { type PageQuery, pageStart } from "../page.ts";
import type { Services } from "../services.ts";
import { claimsOf } from "./claims.ts";
import { deskCounts } from "./counts.ts";
import { courseOfHandIn, coursesOfAccounts } from "./hand-in.ts";
import { type Asked, isOldestFirst, type Sorted } from "./queue-entry.ts";
import { handInEntries } from "./queue-hand-ins.ts";
import { messageEntries } from "./queue-messages.ts";
import { coursesShown, sentCourses } from "./viewer.ts";
import { type VisibleRows, visibleRows, visibleTo } from "./visible-rows.ts";

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
  const asked: Asked | null = rows && { show, tutor, now, limit, visible: rows, start };
  const [handIns, messages, counts] = await waitForAll(
    kind === "message" || !asked ? Promise.resolve([]) : handInEntries(db, asked),
    kind === "hand-in" || !asked ? Promise.resolve([]) : messageEntries(db, asked),
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
