import { proxy } from "valtio/vanilla";
import {
  getPeople,
  getPerson,
  type ListedPerson,
  type PersonPage,
  type SchoolCourse,
} from "../../../contract/staff-people.ts";
import { createResource } from "../../../core/create-resource.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";
import { createPagedLists } from "../paged-lists.ts";
import { type StaffFailure, staffFailureOf } from "../staff-failure.ts";

const createPage = (send: Send, id: string) =>
  createResource<PersonPage, StaffFailure>({
    async fetch() {
      const answer = await send(getPerson, { params: { id } });
      return answer.ok ? answer : Result.fail(staffFailureOf(answer.failure));
    },
  });

/** The lists of people, the pages of those that have been looked at, and the courses of the school. */
export const createPeople = (send: Send) => {
  const school = proxy({ courses: [] as readonly SchoolCourse[] });
  const lists = createPagedLists<ListedPerson>({
    async fetch(query, before) {
      const given = {
        ...Object.fromEntries(new URLSearchParams(query)),
        ...(before && { before }),
      };
      const answer = await send(getPeople, { query: given });
      if (!answer.ok) return answer;
      const { people, total, cursor, courses } = answer.value;
      school.courses = courses;
      return Result.ok({ entries: people, total, cursor });
    },
    keyOf: ({ id }) => id,
  });
  const pages = new Map<string, ReturnType<typeof createPage>>();
  return {
    school,
    lists,
    page(id: string): ReturnType<typeof createPage> {
      const page = pages.get(id) ?? createPage(send, id);
      pages.set(id, page);
      return page;
    },
  };
};
