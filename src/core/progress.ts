import { proxy, ref } from "valtio/vanilla";
import {
  getNextLesson,
  getPreviousLesson,
  getProgress,
  type LessonReference,
} from "../contract/progress.ts";
import type { Id } from "../contract/wire.ts";
import { courseProgress, type LessonsOrder, nextToStudy } from "../domain/lesson-access.ts";
import { Result } from "../lib/result.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { Send } from "../transport/transport.ts";
import type { Outcome, Queue } from "./queue.ts";

/** What was studied last in a course, and what comes next. */
export interface Standing {
  readonly previous: readonly LessonReference[];
  readonly next: readonly LessonReference[];
}

/** What is done of the course, and what comes next. What waits to be sent counts as done. */
export const createProgress = (send: Send, queue: Queue) => {
  const state = proxy({
    completed: ref<ReadonlySet<Id>>(new Set()),
    /** Those of them that could not be sent to the school yet. */
    queued: ref<ReadonlySet<Id>>(new Set()),
    /** The next lesson to study; null when there is none, and then all are open. */
    next: null as Id | null,
    lastStudied: null as LessonReference | null,
    started: true,
    finished: false,
  });
  let order: LessonsOrder = [];
  /** The course that `state` speaks of. */
  let current: Id | null = null;
  /** What is next by the school's own word; undefined without it. */
  let saidNext: Id | null | undefined;
  const acknowledged = new Set<Id>();

  const show = () => {
    state.completed = ref(new Set([...acknowledged, ...queue.completing()]));
    state.queued = ref(new Set(queue.held()));
    // The school has said it before it heard of what is done by now.
    const outdated = saidNext === undefined || (saidNext !== null && state.completed.has(saidNext));
    state.next = outdated ? nextToStudy(order, state.completed) : (saidNext ?? null);
  };

  const fetchCourseStatus = async (courseId: Id): Promise<Standing | null> => {
    const params = { courseId };
    const onNewer = () => void refresh(courseId);
    const [previous, next] = await Promise.all([
      send(getPreviousLesson, { params, onNewer }),
      send(getNextLesson, { params, onNewer }),
    ]);
    return previous.ok && next.ok ? { previous: previous.value, next: next.value } : null;
  };

  const apply = ({ previous, next }: Standing) => {
    state.lastStudied = previous[0] ?? null;
    saidNext = next[0]?.id ?? null;
    Object.assign(state, courseProgress(previous, next));
    show();
  };

  const refresh = async (courseId: Id): Promise<void> => {
    const standing = await fetchCourseStatus(courseId);
    // Another course may have been taken up meanwhile.
    if (standing && courseId === current) apply(standing);
  };

  /** Fetches what is completed, of all courses. */
  const load = async (): Promise<Result<null, CallFailure>> => {
    const answer = await send(getProgress, { onNewer: () => void load() });
    if (!answer.ok) return answer;
    for (const { lesson_id, completed } of answer.value.progress) {
      if (completed !== null) acknowledged.add(lesson_id);
    }
    show();
    return Result.ok(null);
  };

  queue.listen(({ call, lessonId }, outcome) => {
    if (call !== "complete") return;
    if (outcome === "sent") acknowledged.add(lessonId);
    show();
    if (outcome === "waiting" || state.queued.size > 0 || current === null) return;
    void refresh(current);
  });

  return {
    state,

    load,

    /** What the school says of a course; null without its word. Changes nothing here. */
    fetchCourseStatus,

    /** Takes up a course: its order and the school's word; without that, `next` is reckoned here. */
    follow(courseId: Id, lessonsOrder: LessonsOrder, standing: Standing | null) {
      current = courseId;
      order = lessonsOrder;
      saidNext = undefined;
      if (standing) apply(standing);
      else show();
    },

    /** Asks the school anew where one stands in the course, if it is still the one taken up. */
    refresh,

    /** Tells the school that a lesson is open, now or once it can be told. */
    opened: (lessonId: Id, packageId: Id): Promise<Outcome> =>
      queue.put("session", lessonId, packageId),

    /** Marks a lesson as complete. It counts unless the school refuses it. */
    complete(lessonId: Id, packageId: Id): Promise<Outcome> {
      const outcome = queue.put("complete", lessonId, packageId);
      show();
      return outcome;
    },
  };
};

export type Progress = ReturnType<typeof createProgress>;
