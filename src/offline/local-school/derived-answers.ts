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
import { type Answer, answering, nameOf, refused, unreachable } from "./answers.ts";
import type { Remembered } from "./remembered.ts";

const lastAnswer = <Path extends string, Body, Value, Query extends string>(
  remembered: Remembered,
  call: Call<Path, Body, Value, Query>,
): Value | null =>
  remembered.get(nameOf(call), call.answer as v.GenericSchema<unknown, Value>)?.value ?? null;

/** One's assignments as the school last listed them; null where it was never asked. */
export const knownAssignments = (remembered: Remembered) =>
  lastAnswer(remembered, getAssignments)?.assignments ?? null;

type Assignments = NonNullable<ReturnType<typeof knownAssignments>>;

/** Answers that are a part of another answer, which is kept on this machine. */
export const derivedAnswers = (remembered: Remembered): readonly Answer[] => {
  const assignments = (isWanted: (assignment: Assignments[number]) => boolean) => {
    const all = knownAssignments(remembered);
    return all ? Result.ok({ assignments: all.filter(isWanted) }) : unreachable;
  };
  const isIn = (courseId: Id) => (assignment: Assignments[number]) =>
    String(assignment.course_id) === String(courseId);

  return [
    answering(getCourseAssignments, ({ params }) => assignments(isIn(params.courseId))),
    answering(getUploadedAssignments, ({ params }) =>
      assignments((one) => isIn(params.courseId)(one) && one.uploads.length > 0),
    ),
    answering(getAssignment, ({ params }) => {
      const all = knownAssignments(remembered);
      if (!all) return unreachable;
      const one = all.find(({ id }) => String(id) === String(params.id));
      return one ? Result.ok({ assignment: one }) : refused(404, "assignment/not_found");
    }),
    answering(getDefaultMeasurement, () => {
      const all = lastAnswer(remembered, getMeasurements);
      if (!all) return unreachable;
      return Result.ok({ measurement: all.measurements.find((one) => one.is_default) ?? null });
    }),
  ];
};
