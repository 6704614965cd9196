import type { Kysely } from "kysely";
import { coursesSeenBy } from "../../domain/staff-rights.ts";
import type { Catalogue } from "../content/catalogue.ts";
import type { Tables } from "../db/schema.ts";
import { coursesOfLesson } from "../study/course-positions.ts";
import type { SchoolViewer } from "./viewer.ts";

/** The ids of the courses of accounts, ended ones too, by the account's id. */
export const coursesOfAccounts = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> => {
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

/**
 * The first course of a hand-in: one that has its lesson, and that its student has.
 * @param own the ids of the student's courses
 * @param viewer absent: whoever sees it
 * @returns null if there is none, or none that the viewer sees
 */
export const courseOfHandIn = (
  { lessons }: Pick<Catalogue, "lessons">,
  lessonId: number,
  own: ReadonlySet<number> | undefined,
  viewer?: SchoolViewer,
): number | null => {
  const entry = lessons.get(lessonId);
  if (!entry || !own) return null;
  const seen = viewer ? coursesSeenBy(viewer) : "all";
  const ids = coursesOfLesson(entry).map(({ course }) => course.props.id);
  return ids.find((id) => own.has(id) && (seen === "all" || seen.has(id))) ?? null;
};
