import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { weekStartOf } from "../../app-context/week-start-of.ts";
import { getProgress, getToday, type Today } from "../../contract/progress.ts";
import type { Id } from "../../contract/wire.ts";
import { createResource } from "../../core/create-resource.ts";
import { dayIn } from "../../core/day-in.ts";
import { type StudyDay, studyDay } from "../../domain/study-week.ts";
import type { Weekday } from "../../domain/week-locale.ts";
import { Result } from "../../lib/result.ts";
import type { Machine } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

/** Today's class of one course. */
export interface ClassOfDay extends Omit<Today, "lessons" | "days"> {
  readonly courseId: Id;
  /** The lessons that the day asks for, and whether they were completed when it was fetched. */
  readonly lessons: readonly { readonly id: Id; readonly completed: boolean }[];
  /** The days of this week, in order. */
  readonly days: readonly StudyDay[];
}

type Order = readonly { readonly id: Id }[];

interface TodayOptions {
  send: Send;
  machine: Pick<Machine, "now" | "zone">;
  language: () => string;
  firstDay: () => Weekday;
}

/**
 * What is to be studied today, as the school proposes it. The week begins on the person's own day
 * at a school that confirms it, and on Monday, as the contract has it, at any other.
 *
 * No answer makes another day than the student's the present one: a kept one may be of yesterday, and a
 * school may count the days of its own zone. Then, and where a school counts no days, they are counted here.
 */
export const createToday = ({ send, machine, language, firstDay }: TodayOptions) => {
  const dayOf = (time: number) => dayIn<"student">(machine.zone())(time);
  const presentDay = () => dayOf(machine.now());

  const resource = createResource<ClassOfDay, CallFailure, [courseId: Id, order: Order]>({
    key: (courseId) => `${courseId}/${language()}`,
    async fetch(onNewer, courseId, order) {
      const answer = await send(getToday, {
        params: { courseId },
        query: { language: language(), weekStart: firstDay(), zone: machine.zone() },
        onNewer,
      });
      if (!answer.ok) return answer;
      const { today } = answer.value;
      const date = presentDay();
      const isOfToday = today.date === date;
      if (isOfToday && today.days) return Result.ok({ ...today, courseId } as ClassOfDay);
      const progress = await send(getProgress);
      if (!progress.ok) return progress;
      const completed = new Map(
        progress.value.progress.map((row) => [row.lesson_id, row.completed]),
      );
      const { lessons, ...week } = studyDay({ ...today, date, order, completed, dayOf });
      return Result.ok({
        ...{ ...today, courseId, date, ...week },
        lessons: isOfToday
          ? today.lessons
          : lessons.map((id) => ({ id, completed: Boolean(completed.get(id)) })),
      });
    },
  });

  return {
    /** The class that was fetched last, maybe of another course. */
    state: resource.state,
    /** Fetches today's class of a course again. */
    load: resource.refresh,
    /** Whether the class is none of the present day, which may have begun since it was fetched. */
    isPast: (): boolean => resource.state.value?.date !== presentDay(),
  };
};

type TodayService = ReturnType<typeof createToday>;

const create = (app: App) =>
  createToday({
    ...{ send: app.transport.send, machine: app.machine },
    language: () => app.language.state.language,
    firstDay: () => weekStartOf(app),
  });

/** Today's class for the signed-in person. */
export const useToday = (): TodayService => useService(create);
