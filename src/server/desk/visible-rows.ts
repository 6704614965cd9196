import { type Kysely, type RawBuilder, sql } from "kysely";
import { coursesSeenBy } from "../../domain/staff-rights.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Catalogue } from "../content/catalogue.ts";
import { amongIds } from "../db/given-values.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Tables } from "../db/schema.ts";
import type { Services } from "../services.ts";
import { coursesOfLesson } from "../study/course-positions.ts";
import { type SchoolViewer, viewerOf } from "./viewer.ts";

type Condition = RawBuilder<boolean>;

/**
 * Conditions for the rows that a person may see, by the rule `maySee` of `domain/staff-rights.ts`. They
 * cost nothing for those who see all.
 */
export interface VisibleRows {
  readonly viewer: SchoolViewer;
  readonly isAll: boolean;
  /** For rows of `account`. */
  accounts(): Condition;
  /** For rows of `upload`, or of others, by the columns with the account's and the lesson's id. */
  handIns(account?: string, lesson?: string): Condition;
  /** For rows of `conversation`. */
  conversations(): Condition;
}

/**
 * The courses of each lesson with an assignment that are among these courses, as pairs of ids: the
 * course, the lesson.
 */
const taughtLessons = (
  { assignments, lessons }: Catalogue,
  courses: ReadonlySet<unknown>,
): [course: number, lesson: number][] =>
  [...assignments.keys()].flatMap((lessonId) => {
    const entry = lessons.get(lessonId);
    if (!entry) return [];
    return coursesOfLesson(entry)
      .map(({ course }) => course.props.id)
      .filter((id) => courses.has(id))
      .map((id): [number, number] => [id, lessonId]);
  });

/** Whether an account has a course that the viewer sees and that has the lesson. The databases plan it in their own ways. */
type HasLesson = (
  lessons: ReturnType<typeof taughtLessons>,
) => (account: string, lesson: string) => Condition;

/** SQLite reads a list in `in (…)` once for all rows. */
const inSqlite: HasLesson = (lessons) => (account, lesson) =>
  sql`exists
  (select 1 from subscription where subscription.account_id = ${sql.ref(account)}
    and (subscription.course_id, ${sql.ref(lesson)}) in
      (select json_extract(value, '$[0]'), json_extract(value, '$[1]')
        from json_each(${JSON.stringify(lessons)})))`;

/** PostgreSQL hashes a subquery that is compared by `=` alone, if it is to be asked for many rows. */
const inPostgres: HasLesson = (lessons) => (account, lesson) =>
  sql`exists
  (select 1 from subscription
    join unnest(${lessons.map(([course]) => course)}::integer[],
        ${lessons.map(([, id]) => id)}::integer[]) as taught (course_id, lesson_id)
      on taught.course_id = subscription.course_id
    where subscription.account_id = ${sql.ref(account)}
      and taught.lesson_id = ${sql.ref(lesson)})`;

/**
 * The conditions for a viewer. A list of ids is one value, so that the statement is the same for all
 * tutors and its plan is kept.
 */
export const visibleRows = (
  { catalogue }: Pick<Services, "catalogue">,
  db: Kysely<Tables>,
  viewer: SchoolViewer,
): VisibleRows => {
  const seen = coursesSeenBy(viewer);
  if (seen === "all") {
    const all = (): Condition => sql`true`;
    return { viewer, isAll: true, accounts: all, handIns: all, conversations: all };
  }
  const own = (column: string): Condition => sql`${sql.ref(column)} = ${viewer.id}`;
  if (seen.size === 0) {
    return {
      viewer,
      isAll: false,
      accounts: () => own("account.id"),
      handIns: (account = "upload.account_id") => own(account),
      conversations: () => own("conversation.account_id"),
    };
  }

  const courses = [...seen] as number[];
  /** Whether an account has a course: any that the viewer sees, or the one in a column. */
  const hasCourse = (account: string, course?: string): Condition => sql`exists
    (select 1 from subscription where subscription.account_id = ${sql.ref(account)}
      and ${amongIds(db, "subscription.course_id", courses)}
      ${course === undefined ? sql`` : sql`and subscription.course_id = ${sql.ref(course)}`})`;
  const lessons = taughtLessons(catalogue.current, seen);
  const hasLesson = (isPostgres(db) ? inPostgres : inSqlite)(lessons);
  return {
    viewer,
    isAll: false,
    accounts: () => sql`(${own("account.id")} or ${hasCourse("account.id")})`,
    handIns: (account = "upload.account_id", lesson = "upload.lesson_id") =>
      sql`(${own(account)} or ${hasLesson(account, lesson)})`,
    conversations: () => {
      const account = "conversation.account_id";
      return sql`(${own(account)} or case when conversation.upload_id is null
        then ${hasCourse(account)}
        else ${hasCourse(account, "conversation.course_id")} or exists
          (select 1 from upload about where about.id = conversation.upload_id
            and ${hasLesson("about.account_id", "about.lesson_id")}) end)`;
    },
  };
};

/** What a person may see. Pass the transaction's queries when called within one. */
export const visibleTo = async (
  services: Pick<Services, "catalogue">,
  db: Kysely<Tables>,
  person: Pick<SignedIn, "accountId" | "level">,
): Promise<VisibleRows> => visibleRows(services, db, await viewerOf(db, person));
