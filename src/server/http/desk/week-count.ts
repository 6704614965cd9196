import type { Id } from "../../../contract/wire.ts";
import type { Day } from "../../../domain/calendar.ts";
import { weekOf } from "../../../domain/study-week.ts";
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
  const start = week[0] === undefined ? 0 : days.startOf(week[0]);
  return {
    start,
    doneIn: ({ course }, completed) => {
      const done = new Set<Id>(
        completed
          .filter(({ completed: at }) => at !== null && Number(at) >= start)
          .map(({ lesson_id }) => lesson_id),
      );
      return done.size === 0 ? 0 : course.lessonsOrder.filter(({ id }) => done.has(id)).length;
    },
  };
};
