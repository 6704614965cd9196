import * as v from "valibot";
import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
} from "../../contract/assignments.ts";
import type { Call } from "../../contract/call.ts";
import { getDefaultMeasurement, getMeasurements } from "../../contract/measurements.ts";
import {
  getLessonProgress,
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
  type LessonProgress,
  lessonProgress,
  lessonReference,
  today,
} from "../../contract/progress.ts";
import { type Id, id } from "../../contract/wire.ts";
import { dayIn } from "../../core/day-in.ts";
import {
  type CourseInProduct,
  completedIds,
  courseById,
  nextLessons,
  previousLessons,
  type StudiedLesson,
  type StudyHistory,
  todaysClass,
} from "../../domain/course-status.ts";
import { lessonOf, orderEntryId } from "../../domain/menu-position.ts";
import type { Write } from "../../domain/queue.ts";
import { translated } from "../../domain/translated.ts";
import { parseWeekday } from "../../domain/week-start.ts";
import { Result } from "../../lib/result.ts";
import type { Clock } from "../../platform/ports.ts";
import type { LocalContent } from "../local-content.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { callKey, type Handler, handle, refused, requestKey, unreachable } from "./handlers.ts";

const PROGRESS = callKey(getProgress);
const progressAnswer = v.object({ progress: v.array(lessonProgress) });

/** Cache key of the lesson that was opened last while the school could be reached. */
const LAST_SEEN = "last seen";
const seen = v.object({ lessonId: id, time: v.number() });

const latest = (...times: (string | null)[]): number =>
  Math.max(0, ...times.flatMap((time) => (time ? [Date.parse(time)] : [])));

/** Study that the school has accepted, with its progress of the lesson if it sent any. */
interface AcceptedStudy extends Pick<Write, "call" | "time"> {
  readonly lessonId: Id;
  readonly progress: LessonProgress | null;
}

/** Adds accepted study to the cached progress, as if the school had been asked again. */
export const recordStudy = (cache: AnswerCache, study: AcceptedStudy): void => {
  const { call, time, progress } = study;
  const lessonId = v.parse(id, study.lessonId);
  cache.put(LAST_SEEN, { lessonId, time });
  const cached = cache.get(PROGRESS, progressAnswer)?.value.progress;
  if (!cached) return;
  const before = cached.find(({ lesson_id }) => lesson_id === lessonId);
  const merged = {
    ...{ package_id: 1, course_id: null, opened: null, completed: null, seconds: 0 },
    ...before,
    ...progress,
    lesson_id: lessonId,
  };
  const done = call === "complete" ? new Date(time).toISOString() : null;
  const row = { ...merged, completed: merged.completed ?? done };
  cache.put(PROGRESS, { progress: [...cached.filter((each) => each !== before), row] });
};

/** What the person has studied: the cached progress of the school, with the queued writes. */
export const cachedStudy = (cache: AnswerCache, queued: readonly Write[]): StudyHistory => {
  const lessons = new Map<Id, StudiedLesson>();
  const add = (lessonId: Id, completed: string | null, lastSeen: number) => {
    const before = lessons.get(lessonId);
    lessons.set(lessonId, {
      lessonId,
      completed: before?.completed ?? completed,
      lastSeen: Math.max(before?.lastSeen ?? 0, lastSeen),
    });
  };
  for (const row of cache.get(PROGRESS, progressAnswer)?.value.progress ?? []) {
    add(row.lesson_id, row.completed, latest(row.opened, row.completed));
  }
  const last = cache.get(LAST_SEEN, seen)?.value;
  if (last) add(last.lessonId, null, last.time);
  for (const { lessonId, time, call } of queued) {
    add(lessonId, call === "complete" ? new Date(time).toISOString() : null, time);
  }
  return [...lessons.values()];
};

const lastAnswer = <Path extends string, Body, Value, Query extends string>(
  cache: AnswerCache,
  call: Call<Path, Body, Value, Query>,
): Value | null =>
  cache.get(callKey(call), call.answer as v.GenericSchema<unknown, Value>)?.value ?? null;

/** The person's assignments as the school last listed them; null if it was never asked. */
export const cachedAssignments = (cache: AnswerCache) =>
  lastAnswer(cache, getAssignments)?.assignments ?? null;

type Assignments = NonNullable<ReturnType<typeof cachedAssignments>>;

/** Handles calls whose answer is part of another answer that is cached on this machine. */
export const derivedHandlers = (cache: AnswerCache): readonly Handler[] => {
  const assignments = (isWanted: (assignment: Assignments[number]) => boolean) => {
    const all = cachedAssignments(cache);
    return all ? Result.ok({ assignments: all.filter(isWanted) }) : unreachable;
  };
  const isIn = (courseId: Id) => (assignment: Assignments[number]) =>
    String(assignment.course_id) === String(courseId);

  return [
    handle(getCourseAssignments, ({ params }) => assignments(isIn(params.courseId))),
    handle(getUploadedAssignments, ({ params }) =>
      assignments((one) => isIn(params.courseId)(one) && one.uploads.length > 0),
    ),
    handle(getAssignment, ({ params, query }) => {
      const all = cachedAssignments(cache);
      // The cached answer has the last hand-ins only.
      if (!all || query.before !== undefined) return unreachable;
      const one = all.find(({ id }) => String(id) === String(params.id));
      return one ? Result.ok({ assignment: one }) : refused(404, "assignment/not_found");
    }),
    handle(getDefaultMeasurement, () => {
      const all = lastAnswer(cache, getMeasurements);
      if (!all) return unreachable;
      return Result.ok({ measurement: all.measurements.find((one) => one.is_default) ?? null });
    }),
  ];
};

interface ProgressHandlersOptions {
  content: LocalContent;
  cache: AnswerCache;
  /** What is studied as far as this machine knows. */
  studied: () => StudyHistory;
  now: Clock;
}

const references = v.array(lessonReference);
const todayAnswer = v.object({ today });

/** Computes the person's progress on this machine, for when the school cannot be reached. */
export const progressHandlers = (options: ProgressHandlersOptions): readonly Handler[] => {
  const { content, cache, studied, now } = options;
  const placed = (courseId: Id) => courseById(content.products(), courseId);

  /** The open and returned assignments of a course; null if the school was never asked. */
  const assignmentsToDo = ({ product, course }: CourseInProduct, language: string) =>
    cachedAssignments(cache)?.flatMap((assignment) => {
      const { id, lesson_id, state } = assignment;
      const lesson = lesson_id === null ? null : lessonOf(product, String(lesson_id));
      if (!lesson || orderEntryId(product, course, lesson) === null) return [];
      if (state !== "open" && state !== "returned") return [];
      const title = translated(assignment, "title", [language, content.firstLanguage()]);
      return [{ id, lesson_id: lesson.dbid, title, state }];
    });

  return [
    handle(getLessonProgress, ({ params }) => {
      const all = cache.get(callKey(getProgress), progressAnswer);
      if (!all) return unreachable;
      const { progress } = all.value;
      const row = progress.find(({ lesson_id }) => String(lesson_id) === String(params.lessonId));
      return Result.ok({ progress: row ?? null });
    }),

    handle(getPreviousLesson, (request) => {
      const cached = cache.get(requestKey(getPreviousLesson, request), references);
      const course = placed(request.params.courseId);
      const history = studied();
      const previous = course ? previousLessons(course, history) : [];
      const lastSeen = history.find(({ lessonId }) => lessonId === previous[0]?.id)?.lastSeen ?? 0;
      // The school also knows what was studied on other machines.
      if (cached && cached.at >= lastSeen) return Result.ok(cached.value);
      return course ? Result.ok(previous) : unreachable;
    }),

    handle(getNextLesson, (request) => {
      const cached = cache.get(requestKey(getNextLesson, request), references);
      const completed = completedIds(studied());
      const isOutdated = cached?.value.some(({ id }) => completed.has(id));
      if (cached && !isOutdated) return Result.ok(cached.value);
      const course = placed(request.params.courseId);
      return course ? Result.ok(nextLessons(course, studied())) : unreachable;
    }),

    handle(getToday, (request) => {
      const cached = cache.get(requestKey(getToday, request), todayAnswer);
      const course = placed(request.params.courseId);
      if (!course) return cached ? Result.ok(cached.value) : unreachable;
      // The week starts as the school last said, or as requested.
      const weekStart = cached?.value.today.weekStart ?? parseWeekday(request.query.weekStart);
      const dayOf = dayIn<"student">(String(request.query.zone));
      const computed = todaysClass(course, studied(), { now: now(), dayOf, weekStart });
      const assignments = assignmentsToDo(course, String(request.query.language ?? "en"));
      return Result.ok({
        today: { ...computed, assignments: assignments ?? cached?.value.today.assignments ?? [] },
      });
    }),
  ];
};
