import type * as v from "valibot";
import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
} from "../../contract/assignments.ts";
import type { Call } from "../../contract/call.ts";
import { getDefaultMeasurement, getMeasurements } from "../../contract/measurements.ts";
import type { Id } from "../../contract/wire.ts";
import { Result } from "../../lib/result.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { callKey, type Handler, handle, refused, unreachable } from "./handlers.ts";

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
