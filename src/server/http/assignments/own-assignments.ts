import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import type { CatalogueCourse, CatalogueLesson } from "../catalogue.ts";
import { placedLesson, type ReadingState, readingState } from "../products/reading.ts";
import type { Services } from "../services.ts";
import type { SignedIn } from "../session/tokens.ts";
import { type AssignmentRow, assignmentRows, toSentAssignment } from "./sent-assignment.ts";
import { type UploadWithFiles, uploadsOf } from "./uploads.ts";

/** One person's assignment: the task and their hand-ins. */
export interface OwnAssignment {
  row: AssignmentRow;
  entry: CatalogueLesson;
  /** The person's courses that it belongs to. */
  courses: CatalogueCourse[];
  uploads: UploadWithFiles[];
}

const placeIn = (course: CatalogueCourse | undefined, entry: CatalogueLesson): number => {
  const placed = course && placedLesson(course, entry);
  return course?.course.lessonsOrder.findIndex(({ id }) => id === placed) ?? -1;
};

const inOrder = (a: OwnAssignment, b: OwnAssignment): number =>
  (a.courses[0]?.course.props.id ?? 0) - (b.courses[0]?.course.props.id ?? 0) ||
  placeIn(a.courses[0], a.entry) - placeIn(b.courses[0], b.entry);

/** Whether a person may hand in for a lesson: they may read it, or have completed it. */
export const canHandIn = (reading: ReadingState, entry: CatalogueLesson): boolean =>
  reading.accessProblem(entry) === null ||
  (reading.hasCompleted(entry) && reading.activeCourses(entry).length > 0);

/** A person's assignments in study order: those of reached lessons, and those handed in. */
export const ownAssignments = async (
  services: Services,
  db: Kysely<Tables>,
  person: SignedIn,
): Promise<OwnAssignment[]> => {
  const reading = await readingState(services, db, person);
  const uploads = Map.groupBy(await uploadsOf(db, person.accountId), (row) => row.lesson_id);
  const rows = await assignmentRows(db);
  return rows
    .flatMap((row) => {
      const entry = services.catalogue.current.lessons.get(row.lesson_id);
      if (!entry) return [];
      const own = uploads.get(row.lesson_id) ?? [];
      if (own.length === 0 && !canHandIn(reading, entry)) return [];
      return { row, entry, courses: reading.courses(entry), uploads: own };
    })
    .toSorted(inOrder);
};

/** The contract's form of an assignment, for its first course unless another is given. */
export const toSentOwnAssignment = (
  { row, courses, uploads }: OwnAssignment,
  courseId: number | null = null,
  language?: string,
) => toSentAssignment(row, courseId ?? courses[0]?.course.props.id ?? null, uploads, language);
