import type { Kysely, Selectable } from "kysely";
import type { Id } from "../../contract/wire.ts";
import type { Day } from "../../domain/calendar.ts";
import { weekOf } from "../../domain/study-week.ts";
import type { CatalogueCourse } from "../content/catalogue.ts";
import { amongIds } from "../db/given-values.ts";
import type { Tables } from "../db/schema.ts";
import { clocksOf, weekStartOf } from "../news/news-choice.ts";
import type { Services } from "../services.ts";

type CompletedLesson = Pick<Tables["progress"], "lesson_id" | "completed">;

/** A student's zone and the first day of their week, as their app has named them. */
export type WeekPlace = Pick<Selectable<Tables["news_choice"]>, "zone" | "week_start">;

/** Longer than a week is in any zone. */
const LONGER_THAN_A_WEEK_MS = 8 * 86_400_000;

/** Counts what students have completed in their present week. */
export interface WeekCount {
  /** Before every student's week, in milliseconds since 1970. */
  readonly earliest: number;
  /** How many lessons of a course are among those that one student has completed in their week. */
  doneIn(
    course: CatalogueCourse,
    completed: readonly CompletedLesson[],
    place: WeekPlace | undefined,
  ): number;
}

/** The zones and weeks of students, by their ids. A student whose app has named none has no row. */
export const weekPlaces = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, WeekPlace>> => {
  const rows = await db
    .selectFrom("news_choice")
    .select(["account_id", "zone", "week_start"])
    .where(amongIds(db, "account_id", accountIds))
    .execute();
  return new Map(rows.map(({ account_id, ...place }) => [account_id, place]));
};

/** Counts by the rule by which the student's app counts. Without a place the school's zone counts, from Monday on. */
export const createWeekCount = ({
  catalogue,
  clock,
}: Pick<Services, "catalogue" | "clock">): WeekCount => {
  const now = clock();
  const starts = new Map<string, number>();

  const startOf = (place: WeekPlace | undefined): number => {
    const key = `${place?.zone} ${place?.week_start}`;
    const known = starts.get(key);
    if (known !== undefined) return known;
    const days = clocksOf(place?.zone ?? null, catalogue.current.schoolDays);
    const [first] = weekOf(days.of(now), weekStartOf(place)) as Day<"student">[];
    const start = first === undefined ? 0 : days.startOf(first);
    starts.set(key, start);
    return start;
  };

  return {
    earliest: now - LONGER_THAN_A_WEEK_MS,
    doneIn: ({ course }, completed, place) => {
      const start = startOf(place);
      const done = new Set<Id>(
        completed
          .filter(({ completed: at }) => at !== null && Number(at) >= start)
          .map(({ lesson_id }) => lesson_id),
      );
      return done.size === 0 ? 0 : course.lessonsOrder.filter(({ id }) => done.has(id)).length;
    },
  };
};
