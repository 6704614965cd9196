import type { DeskStudent, TaughtCourse } from "../../../contract/desk.ts";
import { getDeskStudents } from "../../../contract/desk-students.ts";
import { createPagedLists } from "../../../core/paged-lists.ts";
import { Result } from "../../../lib/result.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";

/**
 * The lists of students, one for each choice.
 * @param onCourses called with the courses that the tutor teaches
 */
export const createStudentLists = (
  send: Send,
  onCourses: (courses: readonly TaughtCourse[]) => void,
) =>
  createPagedLists<DeskStudent, CallFailure>({
    async fetch(query) {
      const answer = await send(getDeskStudents, { query });
      if (!answer.ok) return answer;
      const { students, total, courses, cursor } = answer.value;
      onCourses(courses);
      return Result.ok({ entries: students, total, cursor });
    },
    keyOf: ({ id }) => id,
  });
