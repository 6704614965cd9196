import { sql } from "kysely";
import { inConversations, ofReport, STUDENTS } from "./course-lessons.ts";
import type { ReportQuestion } from "./report-question.ts";
import { weekBuckets } from "./week-buckets.ts";

interface Count {
  readonly week: number | null;
  readonly count: number;
}

const numberOf = (rows: readonly Count[], week: number | null): number =>
  Number(rows.find((row) => (row.week === null ? null : Number(row.week)) === week)?.count ?? 0);

/**
 * Who was active in each week of a period, and how many lessons were completed. Active is who has opened,
 * studied or completed a lesson, handed something in or written a message. The school knows only the last time
 * at which somebody studied a lesson.
 */
export const weekReport = async (question: ReportQuestion) => {
  const { db } = question;
  const buckets = weekBuckets(question);
  const lessons = ofReport(question, "lesson_id");
  const event = (table: string, column: string, condition = lessons) => sql`
    select account_id, ${buckets.of(column)} as week from ${sql.table(table)}
    where ${buckets.within(column)} and ${condition}`;
  const written = sql<boolean>`role = 'student' and ${inConversations(question)}`;
  // Each student once a week; `union` drops what is the same.
  const events = sql`${event("progress", "last_seen")} union ${event("progress", "opened")}
    union ${event("progress", "completed")} union ${event("upload", "created")}
    union ${event("message", "created", written)}`;
  const { rows: active } = await sql<Count>`with event as (${events}),
    student as (select account_id, week from event ${STUDENTS})
    select week, count(*) as count from student group by week
    union all select null, count(distinct account_id) from student`.execute(db);
  const { rows: completed } = await sql<Count>`
    select ${buckets.of("completed")} as week, count(*) as count from progress ${STUDENTS}
    where ${buckets.within("completed")} and ${lessons} group by 1`.execute(db);
  const weeks = buckets.weeks.map((day, week) => ({
    day,
    active: numberOf(active, week),
    completed: numberOf(completed, week),
  }));
  return {
    weeks,
    active: numberOf(active, null),
    completed: weeks.reduce((sum, week) => sum + week.completed, 0),
  };
};
