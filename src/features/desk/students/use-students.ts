import type { App } from "../../../app-context/app.ts";
import { draftsOf } from "../../../app-context/drafts.ts";
import { useService } from "../../../app-context/service.ts";
import { createMessageToMany } from "./message-to-many.ts";
import { createStudentLists } from "./student-lists.ts";
import { createStudentPages } from "./student-pages.ts";

const create = (app: App) => {
  const { send } = app.transport;
  const { randomHex } = app.machine;
  return {
    lists: createStudentLists(send),
    pages: createStudentPages(send),
    message: createMessageToMany({ send, drafts: draftsOf(app), randomHex }),
  };
};

/** The students of the signed-in tutor, and the message to several of them. */
export const useStudents = () => useService(create);
