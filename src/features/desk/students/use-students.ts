import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { type DeskStudentPage, getDeskStudent } from "../../../contract/desk-students.ts";
import type { Id } from "../../../contract/wire.ts";
import { createResource } from "../../../core/create-resource.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";
import { type DeskFailure, deskFailureOf } from "../desk-failure.ts";
import { taughtCoursesOf } from "../taught-courses.ts";
import { createStudentLists } from "./student-lists.ts";

/** Why a student's page is not there. */
export type StudentFailure = DeskFailure | { readonly kind: "not-found" };

const createStudentPage = (send: Send, id: string) =>
  createResource<DeskStudentPage, StudentFailure>({
    async fetch() {
      const answer = await send(getDeskStudent, { params: { id } });
      if (answer.ok) return answer;
      const { failure } = answer;
      const isUnknown = failure.kind === "refused" && failure.code === "student/not_found";
      return Result.fail(isUnknown ? { kind: "not-found" } : deskFailureOf(failure));
    },
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
