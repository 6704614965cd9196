import type { DeskStudent } from "../../../src/contract/desk.ts";
import {
  type DeskStudentPage,
  getDeskStudent,
  getDeskStudents,
} from "../../../src/contract/desk-students.ts";
import { answerTo } from "../../answer-to.ts";

export const studying = (id: number, name: string, change: Partial<DeskStudent> = {}) => ({
  id,
  name,
  seen: "2026-03-01T09:00:00.000Z",
  courses: [
    {
      ...{ course_id: 10, title: "Pattern making", translations: [], lessons: 40, completed: 12 },
      ...{ next: null, week: { done: 2, target: 5 }, from: "2026-01-15", until: "2036-01-15" },
    },
  ],
  ...{ lesson: null, hand_ins: { waiting: 0, accepted: 0, returned: 0 }, waiting: 0 },
  ...{ stuck: false, new: false, ending: false },
  ...change,
});

export const studentsPage = (
  students: readonly DeskStudent[],
  { total = students.length, cursor = null as string | null } = {},
) =>
  answerTo(getDeskStudents, {
    students: students as never,
    total,
    courses: [{ id: 10, title: "Pattern making", translations: [] }],
    cursor,
  });

export const studentPage = (student: DeskStudent, change: Partial<DeskStudentPage> = {}) =>
  answerTo(getDeskStudent, {
    ...{ student, hand_ins: [], conversations: [], measurements: null, consent: false },
    ...change,
  } as never);
