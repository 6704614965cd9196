import {
  getDeskStudent,
  getDeskStudents,
  postDeskMessage,
} from "../../../contract/desk-students.ts";
import { requireTutor } from "../assignments/tutoring.ts";
import { parseId } from "../parse-id.ts";
import { type App, route } from "../route.ts";
import type { Services } from "../services.ts";
import { created } from "../typed-answer.ts";
import { messageToMany } from "./message-to-many.ts";
import { studentList } from "./student-list.ts";
import { studentPage } from "./student-page.ts";

/** The calls for the students of one's courses. */
export const studentRoutes = (app: App, services: Services): void => {
  route(app, services, getDeskStudents, async ({ person, query }) => {
    requireTutor(person);
    return studentList(services, person, query);
  });

  route(app, services, getDeskStudent, async ({ person, params }) => {
    requireTutor(person);
    return studentPage(services, person, parseId(params.id));
  });

  route(app, services, postDeskMessage, async ({ request, person, body }) => {
    requireTutor(person);
    return created(await messageToMany(services, request, person, body));
  });
};
