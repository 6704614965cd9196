import { proxy, ref } from "valtio/vanilla";
import { getProgress, getToday, type Today } from "../../contract/progress.ts";
import type { Id } from "../../contract/wire.ts";
import { doneByDay, type StudyDay } from "../../domain/study-week.ts";
import type { Weekday } from "../../domain/week-locale.ts";
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
 * Today's class as the school proposes it. The school may confirm the first day of the person's
 * week; otherwise the week begins on Monday, as the contract says.
 */
export const createToday = ({ send, language, weekStart }: TodayOptions) => {
  const state = proxy({
    today: null as TodaysClass | null,
    failed: false,
  });
  let wanted = "";
  let underWay: Promise<void> | null = null;

  /** Counts the completed lessons by day, for a school that does not send these counts. */
  const countDays = async (today: Today, order: Order): Promise<StudyDay[]> => {
    const answer = await send(getProgress);
    const entries = answer.ok ? answer.value.progress : [];
    const completed = new Map(
      entries.flatMap(({ lesson_id, completed: at }) => (at ? [[lesson_id, at] as const] : [])),
    );
    return doneByDay(today.date, order, completed, today.weekStart);
  };

  const fetchToday = async (ask: string, courseId: Id, order: Order) => {
    const answer = await send(getToday, {
      params: { courseId },
      query: { language: language(), weekStart: weekStart() },
      onNewer: () =>
        void Promise.resolve(underWay).then(() => {
          if (wanted === ask) void load(courseId, order);
        }),
    });
    const today = answer.ok ? answer.value.today : null;
    const days = today && (today.days ?? (await countDays(today, order)));
    if (wanted !== ask) return;
    state.failed = !today;
    // Present data stay on screen when a later request fails.
    if (today && days) state.today = ref({ ...today, courseId, days });
  };

  /** Fetches it again, unless a request is running. */
  const load = (courseId: Id, order: Order): Promise<void> => {
    const ask = `${courseId}/${language()}`;
    if (underWay && wanted === ask) return underWay;
    wanted = ask;
    state.failed = false;
    const mine = fetchToday(ask, courseId, order).finally(() => {
      if (underWay === mine) underWay = null;
    });
    underWay = mine;
    return mine;
  };

  return { state, load };
};

export type TodayService = ReturnType<typeof createToday>;
