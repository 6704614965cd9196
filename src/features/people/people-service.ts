import { proxy } from "valtio/vanilla";
import { createPagedLists } from "../../app-context/paged-list.ts";
import {
  getPeople,
  getPerson,
  type ListedPerson,
  type PersonPage,
  type SchoolCourse,
} from "../../contract/staff-people.ts";
import { createResource } from "../../core/create-resource.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

const createPage = (
  send: Send,
  id: string,
  onCourses: (courses: readonly SchoolCourse[]) => void,
) =>
  createResource<PersonPage, CallFailure>({
    async fetch() {
      const answer = await send(getPerson, { params: { id } });
      if (answer.ok) onCourses(answer.value.courses);
      return answer;
    },
  });

/** The lists of people, the pages of those that have been looked at, and the courses of the school. */
export const createPeople = (send: Send) => {
  const school = proxy({ courses: [] as readonly SchoolCourse[] });
  const onCourses = (courses: readonly SchoolCourse[]): void => {
    school.courses = courses;
  };
  const lists = createPagedLists({
    fetch: (query) => send(getPeople, { query }),
    read({ people, courses, ...page }) {
      onCourses(courses);
      return { entries: people, ...page };
    },
    keyOf: ({ id }: ListedPerson) => id,
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
