import {
  getDeskStudent,
  getDeskStudents,
  getDeskStudentTable,
  postDeskMessage,
} from "../../contract/desk-students.ts";
import { titleIn, translated } from "../../domain/translated.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { created } from "../http/answer.ts";
import { type App, route } from "../http/route.ts";
import { tableRoute } from "../http/table-route.ts";
import { parseId } from "../page.ts";
import type { Services } from "../services.ts";
import type { Cell } from "../tables/table-format.ts";
import { messageToMany } from "./message-to-many.ts";
import { type StudentsQuery, sortedStudents, studentList } from "./student-list.ts";
import { studentPage } from "./student-page.ts";
import { studentsOf } from "./students.ts";

const COLUMNS = [
  ...["id", "name", "last_seen", "lesson", "course", "lessons", "completed"],
  ...["week_done", "week_target", "from", "open_until"],
  ...["waiting", "accepted", "returned", "stuck", "new", "ending"],
] as const;

const AT_ONCE = 200;

const yes = (value: boolean): Cell => (value ? "yes" : null);

/**
 * The students of a list with a row for each of their courses. Titles are in the school's first language.
 * @throws HttpProblem 422
 */
const studentTable = async (services: Services, tutor: SignedIn, query: StudentsQuery) => {
  const { visible, sorted } = await sortedStudents(services, tutor, query);
  const ids = sorted.map(({ id }) => id);
  const { language } = services.catalogue.current;
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const page = ids.slice(at, at + AT_ONCE);
      const students = await studentsOf(services, services.database.read, visible, page);
      for (const student of page.flatMap((id) => students.get(id) ?? [])) {
        const { lesson, hand_ins: handIns } = student;
        for (const course of student.courses.length > 0 ? student.courses : [null]) {
          yield [
            ...[Number(student.id), student.name, student.seen],
            lesson && titleIn(lesson.title ?? {}, language),
            course && translated(course, "title", language),
            ...[course?.lessons ?? null, course?.completed ?? null],
            ...[course?.week.done ?? null, course?.week.target ?? null],
            ...[course?.from ?? null, course?.until ?? null],
            ...[student.waiting, handIns.accepted, handIns.returned],
            ...[yes(student.stuck), yes(student.new), yes(student.ending)],
          ];
        }
      }
    }
  }
  return { name: "students", columns: COLUMNS, rows: rows() };
};

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
