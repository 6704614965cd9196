import type { SentLesson, SentProduct } from "../../../../contract/content.ts";
import type { ProgressRow } from "../../../db/schema.ts";
import type { CourseProgress } from "./class-data.ts";

type StudyRow = Omit<ProgressRow, "account_id">;

const MIN_SECONDS = 420;
const MAX_SECONDS = 2100;

/** How long the student studied a lesson. Varies by lesson, but is the same at each first start. */
const secondsOf = (lessonId: number, at: number): number =>
  MIN_SECONDS + ((lessonId * 7919 + at * 104_729) % (MAX_SECONDS - MIN_SECONDS));

/** The parts of a main lesson in order, and then the lesson itself. */
const withSubLessons = (lesson: SentLesson): number[] => [...lesson.subLessons, lesson.dbid];

/**
 * A student's progress in a course, as rows without the account. The lessons are spread evenly
 * between the first and the last time.
 * @param now the demo's first start
 * @throws when no product has the course
 */
export const studyRows = (
  products: readonly SentProduct[],
  { course: key, done, from, to, opened }: CourseProgress,
  now: Temporal.ZonedDateTime,
): StudyRow[] => {
  const product = products.find(({ courses }) => Object.hasOwn(courses, key));
  const course = product?.courses[key];
  if (!product || !course) throw new Error(`The demo's content has no course ${key}`);
  const byId = new Map(Object.values(product.lessons).map((lesson) => [lesson.dbid, lesson]));
  const completed = course.lessonsOrder.slice(0, done);
  const step = completed.length > 1 ? (to(now) - from(now)) / (completed.length - 1) : 0;

  const rows = completed.flatMap(({ id, package_id }, at) => {
    const lesson = byId.get(id);
    const ids = lesson ? withSubLessons(lesson) : [id];
    // A main lesson's parts fill the time before it is completed.
    let end = Math.round(from(now) + step * at);
    return ids.toReversed().map((lessonId): StudyRow => {
      const seconds = secondsOf(lessonId, at);
      const row = {
        lesson_id: lessonId,
        package_id,
        course_id: course.props.id,
        opened: end - seconds * 1000,
        completed: end,
        last_seen: end,
        seconds,
      };
      end -= (seconds + 60) * 1000;
      return row;
    });
  });

  const next = course.lessonsOrder[completed.length];
  if (!opened || !next) return rows;
  const open = { opened: opened(now), completed: null, last_seen: opened(now), seconds: 0 };
  return [
    ...rows,
    { lesson_id: next.id, package_id: next.package_id, course_id: course.props.id, ...open },
  ];
};
