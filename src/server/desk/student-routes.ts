import {
  getDeskStudent,
  getDeskStudents,
  getDeskStudentTable,
  postDeskMessage,
} from "../../contract/desk-students.ts";
import { created } from "../http/answer.ts";
import { type App, byteRoute, route } from "../http/route.ts";
import { tableReply } from "../http/table-reply.ts";
import { oneOf, parseId } from "../page.ts";
import type { Services } from "../services.ts";
import { TABLE_FORMATS } from "../tables/table-format.ts";
import { messageToMany } from "./message-to-many.ts";
import { studentList } from "./student-list.ts";
import { studentPage } from "./student-page.ts";
import { studentTable } from "./student-table.ts";

/** The calls for the students of one's courses. */
export const studentRoutes = (app: App, services: Services): void => {
  route(app, services, getDeskStudents, async ({ person, query }) => {
    return studentList(services, person, query);
  });

  byteRoute(app, services, getDeskStudentTable, async ({ person, query }) => {
    const format = oneOf("format", TABLE_FORMATS, query.format) ?? "csv";
    const { columns, rows } = await studentTable(services, person, query);
    return tableReply(`students.${format}`, format, columns, rows, query.language);
  });

  route(app, services, getDeskStudent, async ({ person, params }) => {
    return studentPage(services, person, parseId(params.id));
  });

  route(app, services, postDeskMessage, async ({ request, person, body }) => {
    return created(await messageToMany(services, request, person, body));
  });
};
