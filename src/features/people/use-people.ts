import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { createPagedLists } from "../../app-context/paged-list.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useService } from "../../app-context/service.ts";
import {
  getPeople,
  getPerson,
  type ListedPerson,
  type PersonPage,
  type SchoolCourse,
} from "../../contract/staff-people.ts";
import { createResource } from "../../core/create-resource.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { createSavedFilters } from "./saved-filters.ts";

const create = (app: App) => {
  const { send } = app.transport;
  const school = proxy({ courses: [] as readonly SchoolCourse[] });
  const createPage = (id: string) =>
    createResource<PersonPage, CallFailure>({
      async fetch() {
        const answer = await send(getPerson, { params: { id } });
        if (answer.ok) school.courses = answer.value.courses;
        return answer;
      },
    });
  const pages = new Map<string, ReturnType<typeof createPage>>();
  return {
    /** The courses of the school, which lists and pages bring. */
    school,
    lists: createPagedLists({
      fetch: (query) => send(getPeople, { query }),
      read({ people, courses, ...page }) {
        school.courses = courses;
        return { entries: people, ...page };
      },
      keyOf: ({ id }: ListedPerson) => id,
    }),
    /** The page of a person. Those that have been looked at are kept. */
    page(id: string): ReturnType<typeof createPage> {
      const page = pages.get(id) ?? createPage(id);
      pages.set(id, page);
      return page;
    },
    filters: createSavedFilters(app.machine.storage, `people-filters.v1/${personIdOf(app)}`),
  };
};

/** The people of the school, for the staff who are signed in. */
export const usePeople = () => useService(create);

/** The courses of the school by their ids, with their titles in the interface language. */
export const useSchoolCourses = (): readonly { id: number; title: string }[] => {
  const reads = useReads();
  const { courses } = useSnapshot(usePeople().school);
  return useMemo(
    () =>
      courses.map((course) => ({
        id: Number(course.id),
        title: translated(course, "title", reads),
      })),
    [courses, reads],
  );
};
