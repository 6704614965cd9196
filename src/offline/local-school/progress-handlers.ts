import * as v from "valibot";
import {
  getLessonProgress,
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
  lessonProgress,
  lessonReference,
  today,
} from "../../contract/progress.ts";
import type { Id } from "../../contract/wire.ts";
import { dayIn } from "../../core/day-in.ts";
import {
  type CourseInProduct,
  completedIds,
  courseById,
  nextLessons,
  previousLessons,
  type StudyHistory,
  todaysClass,
} from "../../domain/course-status.ts";
import { lessonOf, orderEntryId } from "../../domain/menu-position.ts";
import { translated } from "../../domain/translated.ts";
import { parseWeekday } from "../../domain/week-start.ts";
import { Result } from "../../lib/result.ts";
import type { Clock } from "../../platform/ports.ts";
import type { LocalContent } from "../local-content.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { cachedAssignments } from "./derived-handlers.ts";
import { callKey, type Handler, handle, requestKey, unreachable } from "./handlers.ts";

export interface ProgressHandlersOptions {
  content: LocalContent;
  cache: AnswerCache;
  /** What is studied as far as this machine knows. */
  studied: () => StudyHistory;
  now: Clock;
}

const references = v.array(lessonReference);
const progressAnswer = v.object({ progress: v.array(lessonProgress) });
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
      const title = translated(assignment, "title", language);
      return [{ id, lesson_id: lesson.dbid, title, state }];
    });

  return [
    handle(getLessonProgress, ({ params }) => {
      const all = cache.get(callKey(getProgress), progressAnswer);
      if (!all) return unreachable;
      const { progress } = all.value;
      const own = progress.find(({ lesson_id }) => String(lesson_id) === String(params.lessonId));
      return Result.ok({ progress: own ?? null });
    }),

    handle(getPreviousLesson, (request) => {
      const said = cache.get(requestKey(getPreviousLesson, request), references);
      const course = placed(request.params.courseId);
      const known = studied();
      const own = course ? previousLessons(course, known) : [];
      const lastSeen = known.find(({ lessonId }) => lessonId === own[0]?.id)?.lastSeen ?? 0;
      // The school also knows what was studied on other machines.
      if (said && said.at >= lastSeen) return Result.ok(said.value);
      return course ? Result.ok(own) : unreachable;
    }),

    handle(getNextLesson, (request) => {
      const said = cache.get(requestKey(getNextLesson, request), references);
      const completed = completedIds(studied());
      const isOutdated = said?.value.some(({ id }) => completed.has(id));
      if (said && !isOutdated) return Result.ok(said.value);
      const course = placed(request.params.courseId);
      return course ? Result.ok(nextLessons(course, studied())) : unreachable;
    }),

    handle(getToday, (request) => {
      const said = cache.get(requestKey(getToday, request), todayAnswer);
      const course = placed(request.params.courseId);
      if (!course) return said ? Result.ok(said.value) : unreachable;
      // The week starts as the school last said, or as requested.
      const weekStart = said?.value.today.weekStart ?? parseWeekday(request.query.weekStart);
      const dayOf = dayIn<"student">(String(request.query.zone));
      const own = todaysClass(course, studied(), { now: now(), dayOf, weekStart });
      const assignments = assignmentsToDo(course, String(request.query.language ?? "en"));
      return Result.ok({
        today: { ...own, assignments: assignments ?? said?.value.today.assignments ?? [] },
      });
    }),
  ];
};
