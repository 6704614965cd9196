import { type Insertable, type Kysely, sql } from "kysely";
import type { SentProduct } from "../../../src/contract/content.ts";
import { addDays } from "../../../src/domain/calendar.ts";
import { emailFields, usernameFields } from "../../../src/server/accounts/account-names.ts";
import { TOKEN_LIFE_MS } from "../../../src/server/accounts/session/tokens.ts";
import { parseAssets } from "../../../src/server/content/lesson-assets.ts";
import { daysIn } from "../../../src/server/days.ts";
import type { Database } from "../../../src/server/db/open-database.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { createHandle, createSecret, hashOf } from "../../../src/server/secrets.ts";
import type { LoadJob, VirtualLesson, VirtualStudent } from "./job.ts";

/** The demo school's longest course. */
const PRODUCT = "PM";
const COURSE = "PMB";

/** Students are added in groups, so that a statement has not too many values. */
const AT_ONCE = 500;
/** The last lessons of the course are left for the load. */
const LEFT = 8;
const DAY_MS = 86_400_000;
/** Messages in each student's conversation. */
const MESSAGES = 4;

const PICTURE = /\.(svg|png|jpe?g|webp)$/;

/** A course of the demo school, with its product. */
export const findCourse = async (db: Kysely<Tables>, productKey: string, courseKey: string) => {
  const { data } = await db
    .selectFrom("product")
    .select("data")
    .where("key", "=", productKey)
    .executeTakeFirstOrThrow();
  const product: SentProduct = JSON.parse(data);
  const course = product.courses[courseKey];
  if (!course) throw new Error(`${productKey} has no course ${courseKey}`);
  return { product, course, id: Number(course.props.id) };
};

const readCourse = async (db: Kysely<Tables>) => {
  const { product, course, id: courseId } = await findCourse(db, PRODUCT, COURSE);
  const keys = new Map(Object.values(product.lessons).map(({ dbid, key }) => [dbid, key]));
  const rows = await db.selectFrom("lesson").select(["dbid", "assets"]).execute();
  const pictures = new Map(
    rows.map(({ dbid, assets }) => [
      dbid,
      [...parseAssets(assets).values()].flat().filter((title) => PICTURE.test(title)),
    ]),
  );
  const lessons = course.lessonsOrder.map(
    ({ id, package_id }): VirtualLesson => ({
      id: Number(id),
      key: keys.get(Number(id)) ?? "",
      packageId: Number(package_id ?? 1),
      pictures: pictures.get(Number(id)) ?? [],
    }),
  );
  // Every student has a picture to look at.
  let last = lessons.find((lesson) => lesson.pictures.length > 0)?.pictures ?? [];
  for (const lesson of lessons) {
    if (lesson.pictures.length === 0) lesson.pictures = last;
    last = lesson.pictures;
  }
  return { id: courseId, lessons };
};

type Course = Awaited<ReturnType<typeof readCourse>>;

const accountRow = (
  number: number,
  registered: string,
  password: string,
): Insertable<Tables["account"]> => ({
  ...usernameFields(`student-${number}`),
  ...emailFields(`student-${number}@load.example`),
  first_name: "Dana",
  last_name: `Number ${number}`,
  search_text: `dana number ${number}\n~DN\nstudent ${number}\nstudent ${number} load example`,
  password,
  level: 0,
  languages: '["en"]',
  registered,
  expire: null,
  accepted_personaldata: null,
  accepted_mediaconsent: null,
  organisation_id: 1,
  serial_number: "",
  may_download: 0,
  session_id: null,
  last_login: null,
  blocked: null,
});

const progressRows = (
  account_id: number,
  { id, lessons }: Course,
  completed: number,
  now: number,
): Insertable<Tables["progress"]>[] =>
  lessons.slice(0, completed).map((lesson, at) => {
    const time = now - (completed - at) * DAY_MS;
    const times = { opened: time - 600_000, completed: time, last_seen: time, seconds: 600 };
    return {
      account_id,
      lesson_id: lesson.id,
      package_id: lesson.packageId,
      course_id: id,
      ...times,
    };
  });

/** Adds rows in statements of a size that both databases take. */
export const insertAll = async <Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  rows: Insertable<Tables[Name]>[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
  }
};

const addStudents = async (
  db: Kysely<Tables>,
  course: Course,
  numbers: readonly number[],
  now: number,
  passwordHash: string,
): Promise<VirtualStudent[]> => {
  const today = daysIn<"school">("UTC").of(now);
  const accounts = await db
    .insertInto("account")
    .values(numbers.map((number) => accountRow(number, today, passwordHash)))
    .returning(["id", "username"])
    .execute();
  const students = accounts.map(({ id, username }) => {
    const number = Number(username.split("-")[1]);
    const completed = (number * 7) % Math.max(1, course.lessons.length - LEFT);
    return { id, name: username, token: createSecret(), completed };
  });
  await insertAll(
    db,
    "subscription",
    students.map(({ id: account_id }) => {
      const dates = { sub_date: today, exp_date: addDays(today, 365), sub_months: 12 };
      return { account_id, course_id: course.id, ...dates };
    }),
  );
  await insertAll(
    db,
    "token",
    students.map(({ id, token }) => ({
      hash: hashOf(token),
      handle: createHandle(),
      account_id: id,
      created: now,
      expires: now + TOKEN_LIFE_MS,
      session_id: null,
    })),
  );
  await insertAll(
    db,
    "progress",
    students.flatMap(({ id, completed }) => progressRows(id, course, completed, now)),
  );
  await insertAll(
    db,
    "note",
    students.flatMap(({ id, completed }) =>
      course.lessons.slice(0, Math.ceil(completed / 4)).map((lesson) => ({
        account_id: id,
        lesson_id: lesson.id,
        text: "Draw this one again with the wider dart.",
        updated: now - DAY_MS,
      })),
    ),
  );
  const tables = await db
    .insertInto("measurement")
    .values(
      students.map(({ id: account_id }) => ({
        account_id,
        name: "My measures",
        is_default: 1,
        units: "cm" as const,
        updated: now - DAY_MS,
        data: '{"waist_girth":68,"hip_girth":96,"bust_girth":90}',
      })),
    )
    .returning(["id", "account_id"])
    .execute();
  const conversations = await db
    .insertInto("conversation")
    .values(students.map(({ id: account_id }) => ({ account_id })))
    .returning(["id", "account_id"])
    .execute();
  await insertAll(
    db,
    "message",
    conversations.flatMap(({ id, account_id }) =>
      Array.from({ length: MESSAGES }, (_, at) => ({
        conversation_id: id,
        account_id,
        author_id: account_id,
        author: "Dana",
        role: "student" as const,
        subject: at === 0 ? "The waist dart" : "",
        body: "How wide may the waist dart become before the side seam has to take a part of it?",
        created: now - (MESSAGES - at) * DAY_MS,
      })),
    ),
  );
  const threads = new Map(conversations.map(({ id, account_id }) => [account_id, id]));
  const tableOf = new Map(tables.map(({ id, account_id }) => [account_id, id]));
  return students.map(({ id, ...student }) => ({
    ...student,
    thread: threads.get(id) ?? 0,
    table: tableOf.get(id) ?? 0,
  }));
};

/** The accounts of the students that were added, the first one first. */
export const studentIds = async ({ read }: Database): Promise<number[]> => {
  const accounts = await read
    .selectFrom("account")
    .select("id")
    .where("username", "like", "student-%")
    .orderBy("id")
    .execute();
  return accounts.map(({ id }) => id);
};

/**
 * Adds students to a demo school, each with a session, a course, and the data of some weeks of
 * study. Works on both databases.
 * @param passwordHash for all of them; empty: they have sessions alone
 */
export const fillSchool = async (
  database: Database,
  count: number,
  passwordHash = "",
): Promise<Pick<LoadJob, "product" | "course" | "lessons" | "students">> => {
  const course = await readCourse(database.read);
  const now = Date.now();
  const students: VirtualStudent[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - from);
    const numbers = Array.from({ length }, (_, at) => from + at);
    students.push(
      ...(await database.write((db) => addStudents(db, course, numbers, now, passwordHash))),
    );
  }
  await database.write(async (db) => {
    await sql`update conversation set waiting = 1, (last_id, last_created) =
      (select id, created from message where conversation_id = conversation.id
        order by id desc limit 1)
      where last_id = 0`.execute(db);
    // The database would do this by itself later.
    await sql`analyze`.execute(db);
  });
  return { product: PRODUCT, course: course.id, lessons: course.lessons, students };
};
