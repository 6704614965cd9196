import { DAY, type TestSchool } from "./test-school.ts";

const ROWS_AT_ONCE = 250;
const FIRST_ID = 100_000;
const LESSONS = [101, 102, 103, 106, 107];

/** Adds many students of a course, of whom every other one has studied in this week. */
export const addClass = (
  school: TestSchool,
  { students, course }: { students: number; course: number },
): Promise<void> =>
  school.database.write(async (db) => {
    const all = db.selectFrom("account").selectAll();
    const { id: _, ...model } = await all.limit(1).executeTakeFirstOrThrow();
    const accountOf = (id: number) => {
      const name = `student-${id}`;
      const email = `${name}@class.example`;
      return {
        ...{ ...model, id, level: 0, teaches_all: 0, session_id: null, last_login: null },
        ...{ username: name, username_key: name, username_like: name },
        ...{ email, email_key: email, email_like: email },
        ...{ serial_number: `serial-${id}`, last_name: `Weaver ${id}` },
      };
    };
    const subscriptionOf = (account_id: number) => ({
      ...{ account_id, course_id: course, sub_months: 12 },
      ...{ sub_date: "2026-01-15", exp_date: "2027-01-15" },
    });
    const progressOf = (account_id: number) =>
      LESSONS.map((lesson_id, at) => {
        const studied = school.now - (account_id % 2 === 0 ? 0 : 60 * DAY) - at * 60_000;
        return {
          ...{ account_id, lesson_id, package_id: 1, course_id: course, seconds: 60 },
          ...{ opened: studied, completed: studied, last_seen: studied },
        };
      });
    for (let from = 0; from < students; from += ROWS_AT_ONCE) {
      const length = Math.min(ROWS_AT_ONCE, students - from);
      const ids = Array.from({ length }, (_, at) => FIRST_ID + from + at);
      await db.insertInto("account").values(ids.map(accountOf)).execute();
      await db.insertInto("subscription").values(ids.map(subscriptionOf)).execute();
      await db.insertInto("progress").values(ids.flatMap(progressOf)).execute();
    }
  });
