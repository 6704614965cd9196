import { type Insertable, sql } from "kysely";
import { CatalogueHolder } from "../../../src/server/content/catalogue.ts";
import type { Database } from "../../../src/server/db/open-database.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { fillSchool, insertAll, studentIds } from "../virtual-students/fill-school.ts";

const REPORT_STUDENTS = 3_000;
const LESSONS = 100;
const HAND_INS = 20;
const TURNS = 20;
const DAY_MS = 86_400_000;
const YEARS_MS = 5 * 365 * DAY_MS;
/** Each of them studies for so long, one after another through the years. */
const STUDY_MS = 300 * DAY_MS;
/** So many students are written at once. */
const AT_ONCE = 200;

const AUTHOR = { author: "", subject: "About my seam", body: "It pulls a little." };

/** What one student has done, spread evenly over their time. */
const historyOf = (
  account_id: number,
  start: number,
  lessons: readonly number[],
  course: number,
) => {
  const at = (part: number) => Math.floor(start + part * STUDY_MS);
  // Some stop on the way, at different lessons.
  const studied = lessons.slice(0, account_id % 4 === 0 ? 20 + (account_id % 60) : undefined);
  const progress = studied.map((lesson_id, place): Insertable<Tables["progress"]> => {
    const opened = at(place / LESSONS);
    const row = { account_id, lesson_id, package_id: 1, course_id: course, seconds: 900 };
    return { ...row, opened, completed: opened + 2 * DAY_MS, last_seen: opened + 9 * DAY_MS };
  });
  const upload = Array.from({ length: HAND_INS }, (_, place): Insertable<Tables["upload"]> => {
    const created = at(place / HAND_INS);
    const answered = created + ((account_id + place) % 100) * 3_600_000;
    return {
      ...{ account_id, lesson_id: lessons[place] ?? 0, created, comment: "", latest: 1, tutor: "" },
      ...{ state: "accepted", feedback: "", feedback_at: answered, first_answered: answered },
      ...{ published_at: answered, answered_by: null, seen: 1 },
    };
  });
  return { progress, upload, at };
};

/**
 * Fills a school with 3,000 students whose study is spread over five years: 300,000 lessons studied, 60,000
 * hand-ins, and 120,000 messages.
 */
export const fillYears = async (database: Database): Promise<void> => {
  await fillSchool(database, REPORT_STUDENTS);
  const { current } = await CatalogueHolder.open(database.read);
  const [first] = current.courses.values();
  const own = first?.course.lessonsOrder.map(({ id }) => Number(id)) ?? [];
  // The demo's courses are shorter than those of a school: lessons of earlier content are counted, too.
  const lessons = [...own, ...Array.from({ length: LESSONS }, (_, at) => 900_000 + at)].slice(
    0,
    LESSONS,
  );
  const course = first?.course.props.id ?? 0;
  const accounts = await studentIds(database);
  const begin = Date.now() - YEARS_MS;
  await database.write(async (db) => {
    await db.deleteFrom("progress").execute();
    await db.deleteFrom("upload").execute();
    await db.deleteFrom("conversation").execute();
  });
  for (let from = 0; from < accounts.length; from += AT_ONCE) {
    await database.write(async (db) => {
      const ids = accounts.slice(from, from + AT_ONCE);
      const students = ids.map((id, place) => {
        const share = (from + place) / accounts.length;
        return { id, ...historyOf(id, begin + share * (YEARS_MS - STUDY_MS), lessons, course) };
      });
      await insertAll(
        db,
        "progress",
        students.flatMap(({ progress }) => progress),
      );
      await insertAll(
        db,
        "upload",
        students.flatMap(({ upload }) => upload),
      );
      const conversations = await db
        .insertInto("conversation")
        .values(ids.map((account_id) => ({ account_id, course_id: course })))
        .returning(["id", "account_id"])
        .execute();
      const byAccount = new Map(conversations.map(({ id, account_id }) => [account_id, id]));
      await insertAll(
        db,
        "message",
        students.flatMap(({ id, at }) =>
          Array.from({ length: TURNS * 2 }, (_, turn): Insertable<Tables["message"]> => {
            const role = turn % 2 === 0 ? ("student" as const) : ("tutor" as const);
            const named = {
              conversation_id: byAccount.get(id) ?? 0,
              account_id: id,
              author_id: id,
            };
            return { ...named, ...AUTHOR, role, created: at(turn / TURNS / 2) };
          }),
        ),
      );
    });
  }
  await database.write((db) =>
    sql`update conversation set (last_id, last_created) = (select id, created from message
      where conversation_id = conversation.id order by id desc limit 1)`.execute(db),
  );
};
