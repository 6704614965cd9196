import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { createStudentLists } from "./student-lists.ts";
import { createStudentPages } from "./student-pages.ts";

const create = ({ transport }: App) => ({
  lists: createStudentLists(transport.send),
  pages: createStudentPages(transport.send),
});

/** The students of the signed-in tutor. */
export const useStudents = () => useService(create);
