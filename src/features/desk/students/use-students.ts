import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { type DeskStudentPage, getDeskStudent } from "../../../contract/desk-students.ts";
import type { Id } from "../../../contract/wire.ts";
import { createResource } from "../../../core/create-resource.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";
import { taughtCoursesOf } from "../taught-courses.ts";
import { createStudentLists } from "./student-lists.ts";

const createStudentPage = (send: Send, id: string) =>
  createResource<DeskStudentPage, CallFailure>({
    fetch: () => send(getDeskStudent, { params: { id } }),
  });

/** The students whose pages have been looked at, by their ids. */
const createStudentPages = (send: Send) => {
  const pages = new Map<string, ReturnType<typeof createStudentPage>>();
  return {
    of(id: Id): ReturnType<typeof createStudentPage> {
      const key = String(id);
      const page = pages.get(key) ?? createStudentPage(send, key);
      pages.set(key, page);
      return page;
    },
  };
};

const create = (app: App) => {
  const { send } = app.transport;
  const taught = taughtCoursesOf(app);
  return {
    lists: createStudentLists(send, (courses) => {
      taught.courses = courses;
    }),
    pages: createStudentPages(send),
  };
};

/** The students of the signed-in tutor. */
export const useStudents = () => useService(create);
