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

/** What was studied last in a course, and what comes next. */
export interface Standing {
  readonly previous: readonly LessonReference[];
  readonly next: readonly LessonReference[];
}

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
  /** The course that `state` speaks of. */
  let current: Id | null = null;

  const standingIn = async (courseId: Id): Promise<Standing | null> => {
    const [previous, next] = await Promise.all([
      send(getPreviousLesson, { params: { courseId } }),
      send(getNextLesson, { params: { courseId } }),
    ]);
    return previous.ok && next.ok ? { previous: previous.value, next: next.value } : null;
  };

  const apply = ({ previous, next }: Standing) => {
    state.lastStudied = previous[0] ?? null;
    state.next = next[0]?.id ?? null;
    Object.assign(state, courseProgress(previous, next));
  };

  const refresh = async (courseId: Id): Promise<void> => {
    const standing = await standingIn(courseId);
    // Another course may have been taken up meanwhile.
    if (standing && courseId === current) apply(standing);
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

    /** What the school says of a course; null without its word. Changes nothing here. */
    standingIn,

    /** Takes up a course: its order and the school's word; without that, `next` is reckoned here. */
    follow(courseId: Id, lessonsOrder: LessonsOrder, standing: Standing | null) {
      current = courseId;
      order = lessonsOrder;
      if (standing) apply(standing);
      else state.next = nextToStudy(order, state.completed);
    },

    /** Asks the school anew where one stands in the course, if it is still the one taken up. */
    refresh,

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
      if (courseId === current) state.next = nextToStudy(order, state.completed);
      void refresh(courseId);
      return Result.ok(null);
    },
  };
};

export type Progress = ReturnType<typeof createProgress>;
