import type { Kysely } from "kysely";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { CatalogueCourse, CatalogueLesson } from "../content/catalogue.ts";
import type { Tables, UploadRow } from "../db/schema.ts";
import { type PageQuery, pageLimit, pageStart } from "../page.ts";
import type { Services } from "../services.ts";
import { placedLesson } from "../study/course-positions.ts";
import { type ReadingState, readingState } from "../study/reading.ts";
import { type AssignmentRow, assignmentRows, toSentAssignment } from "./sent-assignment.ts";
import { pageForStudent, pageWithUploads, statesForStudent, uploadsOf } from "./uploads.ts";

/** One person's assignment: the task, without their hand-ins. */
interface OwnTask {
  row: AssignmentRow;
  entry: CatalogueLesson;
  /** The person's courses that it belongs to. */
  courses: CatalogueCourse[];
  state: UploadRow["state"] | "open";
}

interface AssignmentList {
  query: PageQuery;
  /** The course that all of them belong to; null: each one's first course. */
  courseId?: number | null;
  language?: string;
}

const placeIn = (course: CatalogueCourse | undefined, entry: CatalogueLesson): number => {
  const placed = course && placedLesson(course, entry);
  return course?.course.lessonsOrder.findIndex(({ id }) => id === placed) ?? -1;
};

/** Sorts by course, then by place in it. Computes each place once, because a course may be long. */
const inOrder = (tasks: readonly OwnTask[]): OwnTask[] =>
  tasks
    .map((task) => ({
      task,
      course: task.courses[0]?.course.props.id ?? 0,
      place: placeIn(task.courses[0], task.entry),
    }))
    .toSorted((a, b) => a.course - b.course || a.place - b.place)
    .map(({ task }) => task);

/** Whether a person may hand in for a lesson: they may read it, or have completed it. */
export const canHandIn = (reading: ReadingState, entry: CatalogueLesson): boolean =>
  reading.accessProblem(entry) === null ||
  (reading.hasCompleted(entry) && reading.activeCourses(entry).length > 0);

/** A person's assignments in study order: those of reached lessons, and those handed in. */
export const ownTasks = async (
  services: Services,
  db: Kysely<Tables>,
  person: SignedIn,
): Promise<OwnTask[]> => {
  const reading = await readingState(services, db, person);
  const states = await statesForStudent(db, person.accountId, services.clock());
  const rows = await assignmentRows(db);
  const tasks = rows.flatMap((row): OwnTask[] => {
    const entry = services.catalogue.current.lessons.get(row.lesson_id);
    if (!entry) return [];
    const state = states.get(row.lesson_id) ?? "open";
    if (!states.has(row.lesson_id) && !canHandIn(reading, entry)) return [];
    return [{ row, entry, courses: reading.courses(entry), state }];
  });
  return inOrder(tasks);
};

const courseOf = ({ courses }: OwnTask): number | null => courses[0]?.course.props.id ?? null;

/** A page of a person's assignments in the contract's form. @throws HttpProblem 422 */
export const ownPage = async (
  { clock, database }: Services,
  { accountId }: SignedIn,
  tasks: readonly OwnTask[],
  { query, courseId = null, language }: AssignmentList,
) => {
  const now = clock();
  const limit = pageLimit(query);
  const start = pageStart(query, "id");
  const from = start ? tasks.findIndex(({ row }) => row.lesson_id === start[0]) + 1 : 0;
  const coming = tasks.slice(from, from + limit + 1);
  const { page, cursor } = await pageWithUploads(
    database.read,
    coming,
    limit,
    ({ row }) => [row.lesson_id],
    ({ row }) => ({ accountId, lessonId: row.lesson_id }),
  );
  return {
    assignments: page.map(({ row: task, uploads }) =>
      toSentAssignment(
        task.row,
        courseId ?? courseOf(task),
        pageForStudent(uploads, now),
        task.state,
        language,
      ),
    ),
    cursor,
  };
};

/** One of a person's assignments in the contract's form, with a page of its hand-ins. */
export const ownAssignment = async (
  { clock }: Services,
  db: Kysely<Tables>,
  { accountId }: SignedIn,
  task: OwnTask,
  limit?: number,
  before?: number | null,
) => {
  const key = { accountId, lessonId: task.row.lesson_id };
  const uploads = await uploadsOf(db, key, limit, before);
  const page = pageForStudent(uploads, clock());
  return toSentAssignment(task.row, courseOf(task), page, task.state);
};
