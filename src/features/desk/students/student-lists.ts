import { proxy } from "valtio/vanilla";
import type { DeskStudent, TaughtCourse } from "../../../contract/desk.ts";
import { getDeskStudents } from "../../../contract/desk-students.ts";
import { createPages, createResource } from "../../../core/create-resource.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";
import { type DeskFailure, deskFailureOf } from "../desk-failure.ts";
import { formatChoice, queryOf, type StudentChoice } from "./choice.ts";

/** Lists that have been looked at are kept, so that the way back shows them at once. */
const MAX_LISTS = 20;

const createList = (
  send: Send,
  choice: StudentChoice,
  onCourses: (courses: readonly TaughtCourse[]) => void,
) => {
  const query = queryOf(choice);
  /** How many students there are on all pages. */
  const count = proxy({ total: 0 });
  const resource = createResource<readonly DeskStudent[], DeskFailure>({
    async fetch() {
      const answer = await send(getDeskStudents, { query });
      if (!answer.ok) return Result.fail(deskFailureOf(answer.failure));
      const { students, total, courses, cursor } = answer.value;
      onCourses(courses);
      count.total = total;
      pages.start(cursor);
      return Result.ok(students);
    },
  });
  const pages = createPages<DeskStudent, DeskFailure>({
    resource,
    async fetch(before) {
      const answer = await send(getDeskStudents, { query: { ...query, before } });
      if (!answer.ok) return answer;
      return Result.ok({ entries: answer.value.students, cursor: answer.value.cursor });
    },
    keyOf: ({ id }) => id,
  });
  return {
    state: resource.state,
    pages: pages.state,
    count,
    /** Fetches the first page again. The present list stays meanwhile. */
    load: resource.refresh,
    /** Appends the next page. @returns whether it could be fetched */
    more: pages.more,
  };
};

export type StudentList = ReturnType<typeof createList>;

/**
 * The lists of students, one for each choice. The answer to an earlier search goes into the list of that
 * search, so that it never replaces that of a later one.
 */
export const createStudentLists = (
  send: Send,
  onCourses: (courses: readonly TaughtCourse[]) => void,
) => {
  const lists = new Map<string, StudentList>();
  return {
    list(choice: StudentChoice): StudentList {
      const key = formatChoice(choice);
      const list = lists.get(key) ?? createList(send, choice, onCourses);
      lists.delete(key);
      lists.set(key, list);
      const [oldest] = lists.keys();
      if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
      return list;
    },
  };
};
