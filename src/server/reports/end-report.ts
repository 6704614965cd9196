import { sql } from "kysely";
import { lastDay } from "../../domain/course-expiry.ts";
import { weeksOf } from "../../domain/report-period.ts";
import { courseSize, IS_STUDENT, lessonTable, placedLessons } from "./course-lessons.ts";
import type { ReportQuestion } from "./report-question.ts";

interface End {
  readonly exp_date: string;
  readonly ending: number;
  readonly finished: number;
}

/** Whose courses end in a period: the last day on which a course is open is within it. */
export const endReport = async (question: ReportQuestion) => {
  const { db, period, weekStart, course } = question;
  const placed = placedLessons(question);
  // A course is open for some days after its date; those before the period are left out below.
  const { rows } = await sql<End>`with place as materialized (${lessonTable(db, placed)}),
    ended as (
      select account_id, course_id, exp_date from subscription
      join account on account.id = account_id and ${IS_STUDENT} and blocked is null
      where exp_date is not null and exp_date <= ${period.to}
        and ${course === null ? sql`true` : sql`course_id = ${course}`}),
    own as (
      select ended.exp_date, case when count(progress.completed) = ${courseSize(question, "ended.course_id")} then 1 else 0 end as finished
      from ended left join place on place.course_id = ended.course_id
      left join progress on progress.account_id = ended.account_id
        and progress.lesson_id = place.lesson_id
      group by ended.account_id, ended.course_id, ended.exp_date)
    select exp_date, count(*) as ending, sum(finished) as finished from own group by exp_date`.execute(
    db,
  );
  const ends = rows.flatMap(({ exp_date, ending, finished }) => {
    const day = lastDay({ expDate: exp_date, subDate: null, subMonths: null });
    const isWithin = day !== null && day >= period.from && day <= period.to;
    return isWithin ? [{ day, ending: Number(ending), finished: Number(finished) }] : [];
  });
  const sum = (of: readonly (typeof ends)[number][]) => ({
    ending: of.reduce((all, one) => all + one.ending, 0),
    finished: of.reduce((all, one) => all + one.finished, 0),
  });
  const weeks = weeksOf(period, weekStart);
  return {
    weeks: weeks.map((day, at) => {
      const next = weeks[at + 1];
      return {
        day,
        ...sum(ends.filter((end) => end.day >= day && (next === undefined || end.day < next))),
      };
    }),
    ...sum(ends),
  };
};
