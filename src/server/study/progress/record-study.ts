import type { HonoRequest } from "hono";
import type { SentLessonReference } from "../../../contract/progress.ts";
import { lessonReference } from "../../../domain/lesson-package.ts";
import { recordCompleted, recordSeen, type StudyTimes } from "../../../domain/study-week.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import type { Catalogue, CatalogueCourse, CatalogueLesson } from "../../content/catalogue.ts";
import { compileOnce } from "../../db/compiled-query.ts";
import type { ProgressRow } from "../../db/schema.ts";
import { waitForAll } from "../../db/wait-for-all.ts";
import { findFirstAnswer, keepAnswer, keyedRequest, repeated } from "../../idempotent-write.ts";
import type { Services } from "../../services.ts";
import { placedLesson, positionOf } from "../course-positions.ts";
import { readingState } from "../reading.ts";

/** A lesson of a course in the form of the progress calls. */
const toLessonReference = (
  course: CatalogueCourse,
  entry: CatalogueLesson,
  completed: ReadonlySet<number>,
  mainLesson: CatalogueLesson | undefined,
): SentLessonReference =>
  lessonReference({
    lesson: entry.lesson,
    main: mainLesson?.lesson,
    place: positionOf(course, entry),
    menus: course.menus,
    completed,
  });

/** A lesson of the catalogue in the form of the progress calls; an empty list if there is none. */
export const referencesTo = (
  { lessons }: Pick<Catalogue, "lessons">,
  course: CatalogueCourse,
  entry: CatalogueLesson | undefined,
  completed: ReadonlySet<number>,
): SentLessonReference[] => {
  if (!entry) return [];
  const main = entry.mainLessonId === null ? undefined : lessons.get(entry.mainLessonId);
  return [toLessonReference(course, entry, completed, main)];
};

/** A person opened or completed a lesson. */
interface StudyEvent {
  accountId: number;
  lessonId: number;
  packageId: number;
  courseId: number | null;
  /** The time, in milliseconds since 1970. */
  at: number;
}

const row = (
  before: ProgressRow | undefined,
  { accountId, lessonId, packageId, courseId }: StudyEvent,
  times: StudyTimes,
): ProgressRow => ({
  account_id: accountId,
  lesson_id: lessonId,
  package_id: packageId,
  course_id: courseId ?? before?.course_id ?? null,
  ...times,
});

/** The progress row after a lesson was opened or is still open. */
export const toOpenedRow = (before: ProgressRow | undefined, studied: StudyEvent): ProgressRow =>
  row(before, studied, recordSeen(before, studied.at));

/** The progress row after a lesson was completed. The first completion time stays. */
export const toCompletedRow = (before: ProgressRow | undefined, studied: StudyEvent): ProgressRow =>
  row(before, studied, recordCompleted(before, studied.at));

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** A row in the contract's form. */
export const toSentProgress = (row: ProgressRow) => ({
  lesson_id: row.lesson_id,
  package_id: row.package_id,
  course_id: row.course_id,
  opened: iso(row.opened),
  completed: iso(row.completed),
  seconds: row.seconds,
});

/** When the study took place: `X-Queued-At` if that lies between the last login and now. */
const studiedAt = (request: HonoRequest, person: SignedIn, now: number): number => {
  const queued = Date.parse(request.header("x-queued-at") ?? "");
  return queued > person.lastLogin && queued < now ? queued : now;
};

/**
 * The course in which a lesson is studied. If several courses have the lesson, the package decides.
 */
const courseOf = (
  courses: CatalogueCourse[],
  entry: CatalogueLesson,
  packageId: number,
): number | null => {
  const inPackage = courses.find((course) => {
    const placed = placedLesson(course, entry);
    return course.course.lessonsOrder.some(
      ({ id, package_id }) => id === placed && package_id === packageId,
    );
  });
  return (inPackage ?? courses[0])?.course.props.id ?? null;
};

interface StudyAnswer {
  progress: ReturnType<typeof toSentProgress>;
}

const findProgress = compileOnce(
  (db, { accountId, lessonId }: { accountId: number; lessonId: number }) =>
    db
      .selectFrom("progress")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("lesson_id", "=", lessonId),
);

const saveProgress = compileOnce((db, row: ProgressRow) => {
  const { package_id, course_id, opened, completed, last_seen, seconds } = row;
  const changes = { package_id, course_id, opened, completed, last_seen, seconds };
  return db
    .insertInto("progress")
    .values({ account_id: row.account_id, lesson_id: row.lesson_id, ...changes })
    .onConflict((conflict) => conflict.columns(["account_id", "lesson_id"]).doUpdateSet(changes));
});

/**
 * Records that a person studied a lesson, once for each `Idempotency-Key`.
 * @param change the change to the progress row
 * @returns the answer's body
 * @throws HttpProblem 403 for a lesson that is not open
 */
export const recordStudy = async (
  services: Services,
  request: HonoRequest,
  { person, entry, packageId }: { person: SignedIn; entry: CatalogueLesson; packageId: number },
  change: (before: ProgressRow | undefined, studied: StudyEvent) => ProgressRow,
) => {
  const { accountId } = person;
  const lessonId = entry.lesson.dbid;
  const now = services.clock();
  const keyed = keyedRequest(request, person, now);
  return services.database.write(async (db) => {
    const [, first, reading, { rows }] = await waitForAll(
      services.database.lockAccount(db, accountId),
      findFirstAnswer(db, keyed),
      readingState(services, db, person),
      findProgress(db, { accountId, lessonId }),
    );
    if (first) return repeated<StudyAnswer>(first, keyed);
    reading.assertOpen(entry);
    const row = change(rows[0], {
      accountId,
      lessonId,
      packageId,
      courseId: courseOf(reading.activeCourses(entry), entry, packageId),
      at: studiedAt(request, person, now),
    });
    const answer: StudyAnswer = { progress: toSentProgress(row) };
    await waitForAll(saveProgress(db, row), keepAnswer(db, keyed, answer));
    return answer;
  });
};
