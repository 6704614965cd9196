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

/** The lessons of a course that were studied last, and those to study next. */
export interface CourseStatus {
  readonly previous: readonly LessonReference[];
  readonly next: readonly LessonReference[];
}

/**
 * The completed lessons, and the next lesson of the present course. A completion that waits in the
 * queue counts as completed.
 */
export const createProgress = (send: Send, queue: Queue) => {
  const state = proxy({
    completed: ref<ReadonlySet<Id>>(new Set()),
    /** The completed lessons that could not be sent to the school yet. */
    queued: ref<ReadonlySet<Id>>(new Set()),
    /** The next lesson to study; null if there is none, and then all lessons are open. */
    next: null as Id | null,
    /** The lessons with a note of the person. */
    noted: {} as Record<Id, boolean>,
    lastStudied: null as LessonReference | null,
    /** The course of the lesson that was begun or completed last, in whatever course; null: none is known. */
    lastCourse: null as Id | null,
    started: true,
    finished: false,
  });
  let order: LessonsOrder = [];
  /** The course that `state` describes. */
  let currentCourse: Id | null = null;
  /** The next lesson according to the school; undefined if the school has not answered. */
  let schoolNext: Id | null | undefined;
  const acknowledged = new Set<Id>();

  const update = () => {
    state.completed = ref(new Set([...acknowledged, ...queue.pendingCompletions()]));
    state.queued = ref(new Set(queue.delayedCompletions()));
    // The school's answer is older than the latest completions.
    const outdated =
      schoolNext === undefined || (schoolNext !== null && state.completed.has(schoolNext));
    state.next = outdated ? nextToStudy(order, state.completed) : (schoolNext ?? null);
  };

  const fetchCourseStatus = async (courseId: Id): Promise<CourseStatus | null> => {
    const params = { courseId };
    const onNewer = () => void refresh(courseId);
    const [previous, next] = await Promise.all([
      send(getPreviousLesson, { params, onNewer }),
      send(getNextLesson, { params, onNewer }),
    ]);
    return previous.ok && next.ok ? { previous: previous.value, next: next.value } : null;
  };

  const apply = ({ previous, next }: CourseStatus) => {
    state.lastStudied = previous[0] ?? null;
    schoolNext = next[0]?.id ?? null;
    Object.assign(state, courseProgress(previous, next));
    update();
  };

  const refresh = async (courseId: Id): Promise<void> => {
    const status = await fetchCourseStatus(courseId);
    // Another course may have been selected meanwhile.
    if (status && courseId === currentCourse) apply(status);
  };

  /** Fetches the completed lessons of all courses. */
  const load = async (): Promise<Result<null, CallFailure>> => {
    const answer = await send(getProgress, { onNewer: () => void load() });
    if (!answer.ok) return answer;
    let latest = "";
    for (const { lesson_id, course_id, opened, completed, noted } of answer.value.progress) {
      if (completed !== null) acknowledged.add(lesson_id);
      if (noted) state.noted[lesson_id] = true;
      const at = completed ?? opened ?? "";
      if (course_id !== null && at > latest) {
        latest = at;
        state.lastCourse = course_id;
      }
    }
    update();
    return Result.ok(null);
  };

  queue.onOutcome(({ call, lessonId }, outcome) => {
    if (call !== "complete") return;
    if (outcome === "sent") acknowledged.add(lessonId);
    update();
    // While one waits to be sent, the school does not know about it.
    if (state.queued.size === 0 && currentCourse !== null) void refresh(currentCourse);
  });

  return {
    state,

    load,

    /** Fetches the status of a course without changing `state`; null if that fails. */
    fetchCourseStatus,

    /**
     * Sets the course that `state` describes.
     * @param status the school's answer; null: `next` is computed from the completed lessons
     */
    setCourse(courseId: Id, lessonsOrder: LessonsOrder, status: CourseStatus | null) {
      currentCourse = courseId;
      order = lessonsOrder;
      schoolNext = undefined;
      if (status) apply(status);
      else update();
    },

    /** Fetches the status of the course again, and applies it if it is still the present course. */
    refresh,

    /** Says whether a lesson has a note of the person. */
    setNoted(lessonId: Id, isNoted: boolean) {
      state.noted[lessonId] = isNoted;
    },

    /** Reports to the school that a lesson is open, now or when the school can be reached. */
    reportOpened: (lessonId: Id, packageId: Id): Promise<Outcome> =>
      queue.enqueue("session", lessonId, packageId),

    /** Marks a lesson as completed. It counts unless the school refuses it. */
    complete(lessonId: Id, packageId: Id): Promise<Outcome> {
      const outcome = queue.enqueue("complete", lessonId, packageId);
      update();
      return outcome;
    },
  };
};

export type Progress = ReturnType<typeof createProgress>;
