import type { App } from "../../../app-context/app.ts";
import { createPagedLists } from "../../../app-context/paged-list.ts";
import { useService } from "../../../app-context/service.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import {
  type DeskStudentPage,
  getDeskStudent,
  getDeskStudents,
} from "../../../contract/desk-students.ts";
import { createResource } from "../../../core/create-resource.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";
import { taughtCoursesOf } from "../taught-courses.ts";

const createPage = (send: Send, id: string) =>
  createResource<DeskStudentPage, CallFailure>({
    fetch: () => send(getDeskStudent, { params: { id } }),
  });

const create = (app: App) => {
  const { send } = app.transport;
  const taught = taughtCoursesOf(app);
  const pages = new Map<string, ReturnType<typeof createPage>>();
  return {
    lists: createPagedLists({
      fetch: (query) => send(getDeskStudents, { query }),
      read({ students, courses, ...page }) {
        taught.courses = courses;
        return { entries: students, ...page };
      },
      keyOf: ({ id }: DeskStudent) => id,
    }),

    /** The page of a student. Those that have been looked at are kept. */
    page(id: string): ReturnType<typeof createPage> {
      const page = pages.get(id) ?? createPage(send, id);
      pages.set(id, page);
      return page;
    },
  };
};

/** The students of the signed-in tutor. */
export const useStudents = () => useService(create);
