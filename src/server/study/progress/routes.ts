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
import { parseWeekday } from "../../../domain/week-start.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import type { CatalogueCourse, CatalogueLesson } from "../../content/catalogue.ts";
import { isZone, studentDays } from "../../days.ts";
import { compileOnce } from "../../db/compiled-query.ts";
import { waitForAll } from "../../db/wait-for-all.ts";
import { type App, route } from "../../http/route.ts";
import { storeLocale } from "../../news/news-choice.ts";
import { parseId } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import { requestedLanguage } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import { placedLesson } from "../course-positions.ts";
import { completedLessons, ownCourses } from "../reading.ts";
import {
  recordStudy,
  referencesTo,
  toCompletedRow,
  toOpenedRow,
  toSentProgress,
} from "./record-study.ts";
import { todaysClass } from "./today.ts";

const packageNumber = (packageId: Id): number => {
  const number = parseId(String(packageId));
  if (number === null) throw invalid("package_id", "must be a package number");
  return number;
};

const findProgress = compileOnce((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom("progress")
    .leftJoin("note", (join) =>
      join
        .onRef("note.account_id", "=", "progress.account_id")
        .onRef("note.lesson_id", "=", "progress.lesson_id"),
    )
    .selectAll("progress")
    .select("note.lesson_id as noted")
    .where("progress.account_id", "=", accountId)
    .orderBy("progress.lesson_id"),
);

/** The calls for completed, last and next lessons. */
export const progressRoutes = (app: App, services: Services): void => {
  const { read } = services.database;

  /** Keeps by what zone and week the app counts, so that tutors see the same week. The answer does not need it. */
  const keepWeek = async (
    person: SignedIn,
    { zone = "", weekStart }: Readonly<Partial<Record<"zone" | "weekStart", string>>>,
  ): Promise<void> => {
    if (!isZone(zone) || weekStart === undefined) return;
    await storeLocale(services, person, { zone, week_start: parseWeekday(weekStart) }).catch(
      (reason) => services.log.error("The week of a student could not be kept", reason),
    );
  };

  const lessonAsked = ({ lessonId }: { lessonId: string }): CatalogueLesson => {
    const id = parseId(lessonId);
    const entry = id === null ? undefined : services.catalogue.current.lessons.get(id);
    if (!entry) throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
    return entry;
  };

  const courseAsked = async (
    { courseId }: { courseId: string },
    person: SignedIn,
  ): Promise<CatalogueCourse> => {
    const id = parseId(courseId);
    const own = await ownCourses(services, read, person);
    const found = own.find(({ entry }) => entry.course.props.id === id);
    if (!found) throw new HttpProblem(404, "course/not_found", "You have no such course");
    return found.entry;
  };

  const reference = (
    course: CatalogueCourse,
    entry: CatalogueLesson | undefined,
    done: ReadonlySet<number>,
  ) => referencesTo(services.catalogue.current, course, entry, done);

  route(app, services, getProgress, async ({ person }) => {
    const { rows } = await findProgress(read, { accountId: person.accountId });
    return {
      progress: rows.map(({ noted, ...row }) => ({
        ...toSentProgress(row),
        ...(noted !== null && { noted: true }),
      })),
    };
  });

  route(app, services, getLessonProgress, async ({ params, person }) => {
    const row = await read
      .selectFrom("progress")
      .selectAll()
      .where("account_id", "=", person.accountId)
      .where("lesson_id", "=", lessonAsked(params).lesson.dbid)
      .executeTakeFirst();
    return { progress: row ? toSentProgress(row) : null };
  });

  route(app, services, putSession, async ({ request, params, person, body }) => {
    const entry = lessonAsked(params);
    if (body.lesson_id !== entry.lesson.dbid) {
      throw invalid("lesson_id", "must match the lesson in the path");
    }
    const studied = { person, entry, packageId: packageNumber(body.package_id) };
    return recordStudy(services, request, studied, toOpenedRow);
  });

  route(app, services, putComplete, async ({ request, params, person, body }) => {
    const studied = {
      person,
      entry: lessonAsked(params),
      packageId: packageNumber(body.package_id),
    };
    return recordStudy(services, request, studied, toCompletedRow);
  });

  route(app, services, getNextLesson, async ({ params, person }) => {
    const [course, done] = await waitForAll(
      courseAsked(params, person),
      completedLessons(read, person.accountId),
    );
    const next = nextToStudy(course.course.lessonsOrder, done);
    const entry = services.catalogue.current.lessons.get(Number(next));
    return reference(course, entry, done);
  });

  route(app, services, getPreviousLesson, async ({ params, person }) => {
    const [course, rows] = await waitForAll(
      courseAsked(params, person),
      read
        .selectFrom("progress")
        .select(["lesson_id", "completed"])
        .where("account_id", "=", person.accountId)
        .orderBy("last_seen", "desc")
        .orderBy("lesson_id", "desc")
        .execute(),
    );
    const done = new Set(rows.filter((row) => row.completed !== null).map((row) => row.lesson_id));
    const last = rows
      .map((row) => services.catalogue.current.lessons.get(row.lesson_id))
      .find((entry) => entry?.product === course.product && placedLesson(course, entry) !== null);
    return reference(course, last, done);
  });

  route(app, services, getToday, async ({ params, query, person }) => {
    const course = await courseAsked(params, person);
    const today = await todaysClass(services, {
      course,
      person,
      language: requestedLanguage(query),
      dayOf: studentDays(query, services.catalogue.current.schoolDays).of,
      weekStart: parseWeekday(query.weekStart),
      references: (entry, done) => reference(course, entry, done),
    });
    await keepWeek(person, query);
    return { today };
  });
};
