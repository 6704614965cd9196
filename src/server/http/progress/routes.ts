import {
  getLessonProgress,
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
  putComplete,
  putSession,
} from "../../../contract/progress.ts";
import type { Id } from "../../../contract/wire.ts";
import { nextToStudy } from "../../../domain/lesson-access.ts";
import { weekdayFrom } from "../../../domain/week-start.ts";
import { sendJson } from "../answer.ts";
import type { CatalogueCourse, CatalogueLesson } from "../catalogue.ts";
import { type App, type AskedBySomebody, endpoint, parameter } from "../endpoint.ts";
import { languageAsked } from "../language-asked.ts";
import { numberIn } from "../number-in.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { completedLessons, ownCourses, placedLesson } from "../products/reading.ts";
import type { Services } from "../services.ts";
import { lessonReference } from "./lesson-reference.ts";
import { record } from "./record.ts";
import { sentProgress } from "./sent-progress.ts";
import { completed, seen } from "./study.ts";
import { todaysClass } from "./today.ts";

const packageNumber = (packageId: Id): number => {
  const number = numberIn(String(packageId));
  if (number === null) throw invalid("package_id", "must be a package's number");
  return number;
};

/** What has been studied, what was last and what comes next. */
export const progressRoutes = (app: App, services: Services): void => {
  const { read } = services.database;

  const lessonAsked = (asked: AskedBySomebody<unknown>): CatalogueLesson => {
    const id = numberIn(parameter(asked.request, "lessonId"));
    const entry = id === null ? undefined : services.catalogue.current.lessons.get(id);
    if (!entry) throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
    return entry;
  };

  const courseAsked = async (asked: AskedBySomebody<unknown>): Promise<CatalogueCourse> => {
    const id = numberIn(parameter(asked.request, "courseId"));
    const own = await ownCourses(services, read, asked.person);
    const found = own.find(({ entry }) => entry.course.props.id === id);
    if (!found) throw new HttpProblem(404, "course/not_found", "You have no such course");
    return found.entry;
  };

  const reference = (
    course: CatalogueCourse,
    entry: CatalogueLesson | undefined,
    done: ReadonlySet<number>,
  ) => {
    if (!entry) return [];
    const { lessons } = services.catalogue.current;
    const main = entry.mainLessonId === null ? undefined : lessons.get(entry.mainLessonId);
    return [lessonReference(course, entry, done, main)];
  };

  endpoint(app, services, getProgress, async ({ request, person }) => {
    const rows = await read
      .selectFrom("progress")
      .selectAll()
      .where("account_id", "=", person.accountId)
      .orderBy("lesson_id")
      .execute();
    return sendJson(request, { progress: rows.map(sentProgress) });
  });

  endpoint(app, services, getLessonProgress, async (asked) => {
    const row = await read
      .selectFrom("progress")
      .selectAll()
      .where("account_id", "=", asked.person.accountId)
      .where("lesson_id", "=", lessonAsked(asked).lesson.dbid)
      .executeTakeFirst();
    return sendJson(asked.request, { progress: row ? sentProgress(row) : null });
  });

  endpoint(app, services, putSession, async (asked) => {
    const { request, person, body } = asked;
    const entry = lessonAsked(asked);
    if (body.lesson_id !== entry.lesson.dbid) {
      throw invalid("lesson_id", "must be the lesson in the path");
    }
    const studied = { person, entry, packageId: packageNumber(body.package_id) };
    return sendJson(request, await record(services, request, studied, seen));
  });

  endpoint(app, services, putComplete, async (asked) => {
    const { request, person, body } = asked;
    const studied = {
      person,
      entry: lessonAsked(asked),
      packageId: packageNumber(body.package_id),
    };
    return sendJson(request, await record(services, request, studied, completed));
  });

  endpoint(app, services, getNextLesson, async (asked) => {
    const course = await courseAsked(asked);
    const done = await completedLessons(read, asked.person.accountId);
    const next = nextToStudy(course.course.lessonsOrder, done);
    const entry = services.catalogue.current.lessons.get(Number(next));
    return sendJson(asked.request, reference(course, entry, done));
  });

  endpoint(app, services, getPreviousLesson, async (asked) => {
    const course = await courseAsked(asked);
    const rows = await read
      .selectFrom("progress")
      .select(["lesson_id", "completed"])
      .where("account_id", "=", asked.person.accountId)
      .orderBy("last_seen", "desc")
      .orderBy("lesson_id", "desc")
      .execute();
    const done = new Set(rows.filter((row) => row.completed !== null).map((row) => row.lesson_id));
    const last = rows
      .map((row) => services.catalogue.current.lessons.get(row.lesson_id))
      .find((entry) => entry?.product === course.product && placedLesson(course, entry) !== null);
    return sendJson(asked.request, reference(course, last, done));
  });

  endpoint(app, services, getToday, async (asked) => {
    const course = await courseAsked(asked);
    const today = await todaysClass(services, {
      course,
      person: asked.person,
      language: languageAsked(asked.request),
      weekStart: weekdayFrom(asked.request.query("weekStart")),
      reference: (entry, done) => reference(course, entry, done)[0],
    });
    return sendJson(asked.request, { today });
  });
};
