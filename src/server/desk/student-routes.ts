import {
  getDeskStudent,
  getDeskStudents,
  getDeskStudentTable,
  postDeskMessage,
} from "../../contract/desk-students.ts";
import { created } from "../http/answer.ts";
import { type App, route } from "../http/route.ts";
import { tableRoute } from "../http/table-route.ts";
import { parseId } from "../page.ts";
import type { Services } from "../services.ts";
import { messageToMany } from "./message-to-many.ts";
import { studentList } from "./student-list.ts";
import { studentPage } from "./student-page.ts";
import { studentTable } from "./student-table.ts";

/** The calls for the students of one's courses. */
export const studentRoutes = (app: App, services: Services): void => {
  route(app, services, getDeskStudents, async ({ person, query }) => {
    return studentList(services, person, query);
  });

  tableRoute(app, services, getDeskStudentTable, ({ person, query }) =>
    studentTable(services, person, query),
  );

  route(app, services, getDeskStudent, async ({ person, params }) => {
    return studentPage(services, person, parseId(params.id));
  });

  route(app, services, postDeskMessage, async ({ request, person, body }) => {
    return created(await messageToMany(services, request, person, body));
  });
};
