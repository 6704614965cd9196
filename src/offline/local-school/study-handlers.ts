import * as v from "valibot";
import { getCourses, type UserCourse } from "../../contract/account.ts";
import {
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
} from "../../contract/assignments.ts";
import type { Lesson, Product } from "../../contract/content.ts";
import {
  getLessonProgress,
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
  type LessonProgress,
  putComplete,
  putSession,
} from "../../contract/progress.ts";
import { type Id, id } from "../../contract/wire.ts";
import { dayIn } from "../../core/day-in.ts";
import { createStored } from "../../core/stored.ts";
import type { Day } from "../../domain/calendar.ts";
import {
  type CourseInProduct,
  completedIds,
  courseById,
  coursesOfLesson,
  createAccessCheck,
  nextLessons,
  previousLessons,
  type StudyHistory,
  todaysClass,
} from "../../domain/course-status.ts";
import { lessonOf, orderEntryId } from "../../domain/menu-position.ts";
import { recordCompleted, recordSeen, type StudyTimes } from "../../domain/study-week.ts";
import { parseWeekday } from "../../domain/week-start.ts";
import { Result } from "../../lib/result.ts";
import type { Clock, KeyValue } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { LocalContent } from "../local-content.ts";
import { productId } from "./content-handlers.ts";
import { type Handler, handle, refused, unreachable } from "./handlers.ts";

const row = v.object({
  lesson_id: id,
  package_id: id,
  course_id: v.nullable(id),
  opened: v.nullable(v.number()),
  completed: v.nullable(v.number()),
  last_seen: v.number(),
  seconds: v.number(),
});

type StudyRow = v.InferOutput<typeof row>;

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** Converts a row to the contract's form. */
const toLessonProgress = ({
  last_seen: _,
  opened,
  completed,
  ...rest
}: StudyRow): LessonProgress => ({
  ...rest,
  opened: iso(opened),
  completed: iso(completed),
});

/** Stores one person's progress on this machine. */
export const createStudyRecord = (storage: KeyValue, personId: () => Id) => {
  const stored = () =>
    createStored(storage, `local-progress.v1/${encodeURIComponent(personId())}`, v.array(row));
  const rows = (): StudyRow[] => stored().read() ?? [];

  return {
    rows,

    find: (lessonId: Id): StudyRow | null =>
      rows().find(({ lesson_id }) => String(lesson_id) === String(lessonId)) ?? null,

    studied: (): StudyHistory =>
      rows().map(({ lesson_id, completed, last_seen }) => ({
        lessonId: lesson_id,
        completed: iso(completed),
        lastSeen: last_seen,
      })),

    /**
     * Changes the times of a lesson.
     * @param change computes the new times from those before
     * @returns null if the machine could not store it
     */
    record(
      studied: Pick<StudyRow, "lesson_id" | "package_id" | "course_id">,
      change: (before: StudyTimes | undefined) => StudyTimes,
    ): StudyRow | null {
      const all = rows();
      const before = all.find(({ lesson_id }) => lesson_id === studied.lesson_id);
      const after = { ...studied, ...change(before) };
      const others = all.filter((each) => each !== before);
      return stored().write([...others, after]) ? after : null;
    },
  };
};

type StudyRecord = ReturnType<typeof createStudyRecord>;

interface StudyHandlersOptions {
  content: LocalContent;
  record: StudyRecord;
  now: Clock;
  level: () => number;
}

/** Courses do not expire here: a course is open as long as its content is on the disk. */
const userCourses = (products: readonly Product[], today: Day<"school">): UserCourse[] =>
  products.flatMap((product) => {
    const others = Object.keys(product.courses).filter((key) => !product.courseOrder.includes(key));
    return [...product.courseOrder, ...others].flatMap((key, index) => {
      const course = product.courses[key];
      if (!course) return [];
      const { id, title, translations, weeklyTarget, image } = course;
      const dates = { expDate: null, expDateReal: null, subDate: today, subMonths: null };
      return {
        ...{ id, key, title, translations, weeklyTarget, image },
        order: index + 1,
        cdId: productId(product),
        user_courses: dates,
      };
    });
  });

/** The time that a queued write states, unless it is in the future. */
const studiedAt = (headers: Record<string, string>, now: number): number => {
  const queued = Date.parse(headers["x-queued-at"] ?? "");
  return Number.isNaN(queued) ? now : Math.min(queued, now);
};

/** Handles calls for progress, which is stored on this machine only. */
export const studyHandlers = (options: StudyHandlersOptions): readonly Handler[] => {
  const { content, record, now, level } = options;
  const schoolToday = () => dayIn<"school">(content.organisation()?.zone ?? "")(now());

  const find = (id: Id): { product: Product; lesson: Lesson } | null => {
    for (const product of content.products()) {
      const lesson = lessonOf(product, String(id));
      if (lesson && String(lesson.dbid) === String(id)) return { product, lesson };
    }
    return null;
  };

  const courseIdOf = (product: Product, lesson: Lesson, packageId: Id): Id | null => {
    const courses = coursesOfLesson(product, lesson);
    const inPackage = courses.find((course) => {
      const placed = orderEntryId(product, course, lesson);
      return course.lessonsOrder.some(
        (entry) => entry.id === placed && String(entry.package_id) === String(packageId),
      );
    });
    return (inPackage ?? courses[0])?.id ?? null;
  };

  const put = (
    lessonId: Id,
    packageId: Id,
    change: (before: StudyTimes | undefined) => StudyTimes,
  ): Result<{ progress: ReturnType<typeof toLessonProgress> }, CallFailure> => {
    const place = find(lessonId);
    if (!place) return refused(404, "lesson/not_found");
    const { product, lesson } = place;
    if (!createAccessCheck(product, completedIds(record.studied()), level())(lesson)) {
      return refused(403, "lesson/not_active");
    }
    const course_id = courseIdOf(product, lesson, packageId);
    const row = record.record({ lesson_id: lesson.dbid, package_id: packageId, course_id }, change);
    // A write that the machine cannot store stays in the queue and is tried again.
    return row ? Result.ok({ progress: toLessonProgress(row) }) : unreachable;
  };

  const inCourse = <Value>(
    courseId: Id,
    answer: (placed: CourseInProduct) => Value,
  ): Result<Value, CallFailure> => {
    const placed = courseById(content.products(), courseId);
    return placed ? Result.ok(answer(placed)) : refused(404, "course/not_found");
  };

  return [
    handle(getCourses, () =>
      Result.ok({
        courses: userCourses(content.products(), schoolToday()).map((course) => ({
          ...course,
          translations: [...course.translations],
        })),
      }),
    ),
    handle(getProgress, () => Result.ok({ progress: record.rows().map(toLessonProgress) })),
    handle(getLessonProgress, ({ params }) => {
      if (!find(params.lessonId)) return refused(404, "lesson/not_found");
      const row = record.find(params.lessonId);
      return Result.ok({ progress: row && toLessonProgress(row) });
    }),
    handle(putSession, ({ params, body, headers }) =>
      put(params.lessonId, body?.package_id ?? 1, (before) =>
        recordSeen(before, studiedAt(headers, now())),
      ),
    ),
    handle(putComplete, ({ params, body, headers }) =>
      put(params.lessonId, body?.package_id ?? 1, (before) =>
        recordCompleted(before, studiedAt(headers, now())),
      ),
    ),
    handle(getPreviousLesson, ({ params }) =>
      inCourse(params.courseId, (placed) => previousLessons(placed, record.studied())),
    ),
    handle(getNextLesson, ({ params }) =>
      inCourse(params.courseId, (placed) => nextLessons(placed, record.studied())),
    ),
    handle(getToday, ({ params, query }) =>
      inCourse(params.courseId, (placed) => ({
        today: todaysClass(placed, record.studied(), {
          now: now(),
          dayOf: dayIn(String(query.zone)),
          weekStart: parseWeekday(query.weekStart),
        }),
      })),
    ),
    // There are no tutors here, so there are no assignments.
    ...[getAssignments, getCourseAssignments, getUploadedAssignments].map((call) =>
      handle<string, unknown, { assignments: [] }, never>(call as never, () =>
        Result.ok({ assignments: [] }),
      ),
    ),
  ];
};
