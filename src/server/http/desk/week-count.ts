import type { Day } from "../../../domain/calendar.ts";
import { doneByDay, weekOf } from "../../../domain/study-week.ts";
import { studentDays } from "../../days.ts";
import type { Tables } from "../../db/schema.ts";
import type { CatalogueCourse } from "../catalogue.ts";
import type { Services } from "../services.ts";

type CompletedLesson = Pick<Tables["progress"], "lesson_id" | "completed">;

/** Counts what students have completed in the present week, in the school's zone. */
export interface WeekCount {
  /** When the week began, in milliseconds since 1970. */
  readonly start: number;
  /** How many lessons of a course are among those that one student has completed. */
  doneIn(course: CatalogueCourse, completed: readonly CompletedLesson[]): number;
}

/**
 * The student's app counts by the same rule. It may name another zone and another first day of the
 * week, which the school does not keep.
 */
export const createWeekCount = ({
  catalogue,
  clock,
}: Pick<Services, "catalogue" | "clock">): WeekCount => {
  const days = studentDays({}, catalogue.current.schoolDays);
  const date = days.of(clock());
  const week = weekOf(date) as Day<"student">[];
  const starts = week.map((day) => ({ day, from: days.startOf(day) }));
  const start = starts[0]?.from ?? 0;
  /** To tell the day of a time takes long, and there are thousands of times. */
  const dayOf = (instant: number): Day<"student"> =>
    starts.findLast(({ from }) => from <= instant)?.day ?? days.of(instant);
  return {
    start,
    doneIn: ({ course }, completed) => {
      const times = completed.flatMap(({ lesson_id, completed: at }) => {
        const time = Number(at);
        return at !== null && time >= start
          ? [[lesson_id, new Date(time).toISOString()] as const]
          : [];
      });
      if (times.length === 0) return 0;
      const done = doneByDay({
        date,
        order: course.lessonsOrder,
        completed: new Map(times),
        dayOf,
      });
      return done.reduce((sum, day) => sum + day.done, 0);
    },
  };
};
