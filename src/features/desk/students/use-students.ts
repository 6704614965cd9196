import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { taughtCoursesOf } from "../taught-courses.ts";
import { createStudentLists } from "./student-lists.ts";
import { createStudentPages } from "./student-pages.ts";

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
