import { proxy } from "valtio/vanilla";
import { type StaffFailure, staffFailureOf } from "../../app-context/staff-failure.ts";
import {
  getPeople,
  getPerson,
  type ListedPerson,
  type PersonPage,
  type SchoolCourse,
} from "../../contract/staff-people.ts";
import { createResource } from "../../core/create-resource.ts";
import { createPagedLists } from "../../core/paged-lists.ts";
import { Result } from "../../lib/result.ts";
import type { Send } from "../../transport/transport.ts";

const createPage = (
  send: Send,
  id: string,
  onCourses: (courses: readonly SchoolCourse[]) => void,
) =>
  createResource<PersonPage, StaffFailure>({
    async fetch() {
      const answer = await send(getPerson, { params: { id } });
      if (!answer.ok) return Result.fail(staffFailureOf(answer.failure));
      onCourses(answer.value.courses);
      return answer;
    },
  });

/** The lists of people, the pages of those that have been looked at, and the courses of the school. */
export const createPeople = (send: Send) => {
  const school = proxy({ courses: [] as readonly SchoolCourse[] });
  const onCourses = (courses: readonly SchoolCourse[]): void => {
    school.courses = courses;
  };
  const lists = createPagedLists<ListedPerson, StaffFailure>({
    async fetch(query) {
      const answer = await send(getPeople, { query });
      if (!answer.ok) return Result.fail(staffFailureOf(answer.failure));
      const { people, total, cursor, courses } = answer.value;
      onCourses(courses);
      return Result.ok({ entries: people, total, cursor });
    },
    keyOf: ({ id }) => id,
  });
  const pages = new Map<string, ReturnType<typeof createPage>>();
  return {
    school,
    lists,
    page(id: string): ReturnType<typeof createPage> {
      const page = pages.get(id) ?? createPage(send, id, onCourses);
      pages.set(id, page);
      return page;
    },
  };
};
