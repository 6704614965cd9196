import { type RawBuilder, sql } from "kysely";
import { addDays, type Day } from "../../domain/calendar.ts";
import { weeksOf } from "../../domain/report-period.ts";
import type { ReportQuestion } from "./report-question.ts";

const WEEK_MS = 7 * 86_400_000;

/** Weeks that are equally long, so that a division tells them apart. */
interface Run {
  /** The number of the first one, and when it begins. */
  readonly first: number;
  readonly start: number;
  /** When the last one ends. */
  readonly end: number;
  readonly isRegular: boolean;
}

/** The weeks of a report, as the databases tell them apart. */
interface WeekBuckets {
  /** The first day of each week. */
  readonly weeks: readonly Day<"school">[];
  /** Whether a column's time is within the period. */
  within(column: string): RawBuilder<boolean>;
  /** The number of the week of a column's time, from 0 on. */
  of(column: string): RawBuilder<number>;
}

/** A week in which clocks change is longer or shorter than others. */
const runsOf = (starts: readonly number[]): Run[] => {
  const runs: Run[] = [];
  for (const [first, start] of starts.slice(0, -1).entries()) {
    const end = starts[first + 1] ?? start;
    const isRegular = end - start === WEEK_MS;
    const last = runs.at(-1);
    if (last?.isRegular && isRegular) runs[runs.length - 1] = { ...last, end };
    else runs.push({ first, start, end, isRegular });
  }
  return runs;
};

/** The number of a time's week. It halves the runs at each step: years have many of them. */
const numberIn = (runs: readonly Run[], time: RawBuilder<unknown>): RawBuilder<number> => {
  const [run] = runs;
  if (!run) return sql`null`;
  if (runs.length > 1) {
    const half = runs.slice(0, Math.ceil(runs.length / 2));
    const rest = runs.slice(half.length);
    const end = sql.lit(half.at(-1)?.end ?? 0);
    return sql`case when ${time} < ${end} then ${numberIn(half, time)} else ${numberIn(rest, time)} end`;
  }
  const { first, start, isRegular } = run;
  if (!isRegular) return sql`${sql.lit(first)}`;
  return sql`${sql.lit(first)} + (${time} - ${sql.lit(start)}) / ${sql.lit(WEEK_MS)}`;
};

/**
 * The weeks of a period in the school's zone. Its times are literals of the statement, so that the database plans
 * for them; none of them comes from outside.
 */
export const weekBuckets = ({
  period,
  weekStart,
  days,
}: Pick<ReportQuestion, "period" | "weekStart" | "days">): WeekBuckets => {
  const weeks = weeksOf(period, weekStart);
  const starts = [...weeks, addDays(weeks.at(-1) ?? period.to, 7)].map((day) => days.startOf(day));
  const runs = runsOf(starts);
  const from = sql.lit(days.startOf(period.from));
  const until = sql.lit(days.startOf(addDays(period.to, 1)));
  return {
    weeks,
    within: (column) => sql`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until})`,
    of: (column) => numberIn(runs, sql.ref(column)),
  };
};
