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
import {
  completedIds,
  courseById,
  nextLessons,
  type PlacedCourse,
  previousLessons,
  type Studied,
  todaysClass,
} from "../../domain/course-standing.ts";
import { lessonOf, placedLesson } from "../../domain/menu-position.ts";
import { translated } from "../../domain/translated.ts";
import { weekdayFrom } from "../../domain/week-start.ts";
import { Result } from "../../lib/result.ts";
import type { Clock } from "../../platform/ports.ts";
import type { LocalContent } from "../local-content.ts";
import { type Answer, answering, askedName, nameOf, unreachable } from "./answers.ts";
import { knownAssignments } from "./derived-answers.ts";
import type { Remembered } from "./remembered.ts";

export interface StandingAnswersOptions {
  content: LocalContent;
  remembered: Remembered;
  /** What is studied by now, as far as this machine knows. */
  studied: () => Studied;
  now: Clock;
}

const references = v.array(lessonReference);
const progressAnswer = v.object({ progress: v.array(lessonProgress) });
const todayAnswer = v.object({ today });

/** Where somebody stands, reckoned on this machine while the school cannot be asked. */
export const standingAnswers = (options: StandingAnswersOptions): readonly Answer[] => {
  const { content, remembered, studied, now } = options;
  const placed = (courseId: Id) => courseById(content.products(), courseId);

  /** What of a course is yet to be handed in, or to be mended; null where that was never asked. */
  const assignmentsToDo = ({ product, course }: PlacedCourse, language: string) =>
    knownAssignments(remembered)?.flatMap((assignment) => {
      const { id, lesson_id, state } = assignment;
      const lesson = lesson_id === null ? null : lessonOf(product, String(lesson_id));
      if (!lesson || placedLesson(product, course, lesson) === null) return [];
      if (state !== "open" && state !== "returned") return [];
      const title = translated(assignment, "title", language);
      return [{ id, lesson_id: lesson.dbid, title, state }];
    });

  return [
    answering(getLessonProgress, ({ params }) => {
      const all = remembered.get(nameOf(getProgress), progressAnswer);
      if (!all) return unreachable;
      const { progress } = all.value;
      const own = progress.find(({ lesson_id }) => String(lesson_id) === String(params.lessonId));
      return Result.ok({ progress: own ?? null });
    }),

    answering(getPreviousLesson, (asked) => {
      const said = remembered.get(askedName(getPreviousLesson, asked), references);
      const course = placed(asked.params.courseId);
      const known = studied();
      const own = course ? previousLessons(course, known) : [];
      const lastSeen = known.find(({ lessonId }) => lessonId === own[0]?.id)?.lastSeen ?? 0;
      // The school also knows what was studied on other machines.
      if (said && said.at >= lastSeen) return Result.ok(said.value);
      return course ? Result.ok(own) : unreachable;
    }),

    answering(getNextLesson, (asked) => {
      const said = remembered.get(askedName(getNextLesson, asked), references);
      const completed = completedIds(studied());
      const isOutdated = said?.value.some(({ id }) => completed.has(id));
      if (said && !isOutdated) return Result.ok(said.value);
      const course = placed(asked.params.courseId);
      return course ? Result.ok(nextLessons(course, studied())) : unreachable;
    }),

    answering(getToday, (asked) => {
      const said = remembered.get(askedName(getToday, asked), todayAnswer);
      const course = placed(asked.params.courseId);
      if (!course) return said ? Result.ok(said.value) : unreachable;
      // Counted as the school counts, where that is known.
      const weekStart = said?.value.today.weekStart ?? weekdayFrom(asked.query.weekStart);
      const own = todaysClass(course, studied(), now(), weekStart);
      const assignments = assignmentsToDo(course, String(asked.query.language ?? "en"));
      return Result.ok({
        today: { ...own, assignments: assignments ?? said?.value.today.assignments ?? [] },
      });
    }),
  ];
};
