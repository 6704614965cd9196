import { proxy, ref } from "valtio/vanilla";
import {
  getNextLesson,
  getPreviousLesson,
  getProgress,
  type LessonReference,
  putComplete,
  putSession,
} from "../contract/progress.ts";
import type { Id } from "../contract/wire.ts";
import { courseProgress, type LessonsOrder, nextToStudy } from "../domain/lesson-access.ts";
import { Result } from "../lib/result.ts";
import type { RandomHex } from "../platform/ports.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { Send } from "../transport/transport.ts";

type Order = readonly { readonly id: Id; readonly package_id: Id | null }[];

/** A random UUID, version 4. */
const uuid = (randomHex: RandomHex): string => {
  const digits = randomHex(16);
  const variant = "89ab"[Number.parseInt(digits[16] ?? "0", 16) % 4];
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join("-");
};

/** What is done of the course, and what comes next. */
export const createProgress = (send: Send, randomHex: RandomHex) => {
  const state = proxy({
    completed: ref(new Set<Id>()),
    /** The next lesson to study; null when there is none, and then all are open. */
    next: null as Id | null,
    lastStudied: null as LessonReference | null,
    started: true,
    finished: false,
  });
  let order: LessonsOrder = [];

  const refreshCourse = async (courseId: Id): Promise<boolean> => {
    const [previous, next] = await Promise.all([
      send(getPreviousLesson, { params: { courseId } }),
      send(getNextLesson, { params: { courseId } }),
    ]);
    if (!previous.ok || !next.ok) return false;
    state.lastStudied = previous.value[0] ?? null;
    state.next = next.value[0]?.id ?? null;
    Object.assign(state, courseProgress(previous.value, next.value));
    return true;
  };

  return {
    state,

    /** Fetches what is completed, of all courses. */
    async load(): Promise<Result<null, CallFailure>> {
      const answer = await send(getProgress);
      if (!answer.ok) return answer;
      const done = answer.value.progress.filter((entry) => entry.completed !== null);
      state.completed = ref(new Set(done.map((entry) => entry.lesson_id)));
      return Result.ok(null);
    },

    /**
     * Takes up the order of a course.
     * @param told whether the school has said what comes next in it; else that is reckoned here
     */
    followOrder(lessonsOrder: Order, told: boolean) {
      order = lessonsOrder;
      if (!told) state.next = nextToStudy(order, state.completed);
    },

    /** @returns whether the school has said what was studied last and what comes next */
    refreshCourse,

    /** Tells the school that a lesson is open; no answer is no harm. */
    async opened(lessonId: Id, packageId: Id): Promise<void> {
      await send(putSession, {
        params: { lessonId },
        body: { lesson_id: lessonId, package_id: packageId },
        headers: { "idempotency-key": uuid(randomHex) },
      });
    },

    /** Marks a lesson as complete; only what the school has acknowledged counts. */
    async complete(lessonId: Id, packageId: Id, courseId: Id): Promise<Result<null, CallFailure>> {
      const answer = await send(putComplete, {
        params: { lessonId },
        body: { package_id: packageId },
        headers: { "idempotency-key": uuid(randomHex) },
      });
      if (!answer.ok) return answer;
      state.completed = ref(new Set([...state.completed, lessonId]));
      state.next = nextToStudy(order, state.completed);
      void refreshCourse(courseId);
      return Result.ok(null);
    },
  };
};

export type Progress = ReturnType<typeof createProgress>;
