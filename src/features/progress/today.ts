import { getProgress, getToday, type Today } from "../../contract/progress.ts";
import type { Id } from "../../contract/wire.ts";
import { createResource } from "../../core/create-resource.ts";
import { doneByDay, type StudyDay } from "../../domain/study-week.ts";
import type { Weekday } from "../../domain/week-locale.ts";
import { Result } from "../../lib/result.ts";
import type { Send } from "../../transport/transport.ts";

/** Today's class of one course. */
export interface TodaysClass extends Today {
  readonly courseId: Id;
  /** The days of this week, in order. */
  readonly days: StudyDay[];
}

type Order = readonly { readonly id: Id }[];

export interface TodayOptions {
  send: Send;
  /** The language of the titles. */
  language: () => string;
  /** The first day of the person's week. */
  weekStart: () => Weekday;
}

/**
 * What is to be studied today, as the school proposes it. The week begins on the person's own day
 * at a school that confirms it, and on Monday, as the contract has it, at any other.
 */
export const createToday = ({ send, language, weekStart }: TodayOptions) => {
  /** For a school that sends no counts by day: computed from the completed lessons. */
  const countDays = async (today: Today, order: Order): Promise<StudyDay[]> => {
    const answer = await send(getProgress);
    const entries = answer.ok ? answer.value.progress : [];
    const completed = new Map(
      entries.flatMap(({ lesson_id, completed: at }) => (at ? [[lesson_id, at] as const] : [])),
    );
    return doneByDay(today.date, order, completed, today.weekStart);
  };

  const resource = createResource<TodaysClass, "unavailable", [courseId: Id, order: Order]>({
    key: (courseId) => `${courseId}/${language()}`,
    async fetch(onNewer, courseId, order) {
      const answer = await send(getToday, {
        params: { courseId },
        query: { language: language(), weekStart: weekStart() },
        onNewer,
      });
      if (!answer.ok) return Result.fail("unavailable");
      const { today } = answer.value;
      return Result.ok({ ...today, courseId, days: today.days ?? (await countDays(today, order)) });
    },
  });

  return {
    /** The class that was fetched last, maybe of another course. */
    state: resource.state,
    /** Fetches today's class of a course again. */
    load: resource.refresh,
  };
};

export type TodayService = ReturnType<typeof createToday>;
