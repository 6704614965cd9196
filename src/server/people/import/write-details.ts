import { type Kysely, sql } from "kysely";
import { amongIds } from "../../db/among-ids.ts";
import { rowsAsTable } from "../../db/rows-as-table.ts";
import type { Tables } from "../../db/schema.ts";
import type { AddedPerson } from "./planned.ts";

type Written = AddedPerson & { readonly id: number };

/** Gives courses and changes their days. */
export const writeCourses = async (
  db: Kysely<Tables>,
  people: readonly Written[],
): Promise<void> => {
  const rows = people.flatMap(({ id, courses }) =>
    courses.map(({ before: _, ...course }) => ({ account_id: id, ...course })),
  );
  if (rows.length === 0) return;
  const given = rowsAsTable<Tables["subscription"]>(
    db,
    "given",
    {
      account_id: "integer",
      course_id: "integer",
      exp_date: "text",
      sub_date: "text",
      sub_months: "integer",
    },
    rows,
  );
  await sql`insert into subscription (account_id, course_id, exp_date, sub_date, sub_months)
    select account_id, course_id, exp_date, sub_date, sub_months from ${given} where true
    on conflict (account_id, course_id) do update set exp_date = excluded.exp_date,
      sub_date = excluded.sub_date, sub_months = excluded.sub_months`.execute(db);
};

/** Sets which courses tutors teach besides those before. */
export const writeTaught = async (
  db: Kysely<Tables>,
  people: readonly Written[],
): Promise<void> => {
  const without = people.filter(
    ({ takesTaught, account }) => takesTaught || account.teaches_all === 1,
  );
  if (without.length > 0) {
    const ids = without.map(({ id }) => id);
    await db
      .deleteFrom("teaches")
      .where(amongIds(db, "account_id", ids))
      .execute();
  }
  const rows = people.flatMap(({ id, taught }) =>
    taught.map((course_id) => ({ account_id: id, course_id })),
  );
  if (rows.length === 0) return;
  const columns = { account_id: "integer", course_id: "integer" } as const;
  await sql`insert into teaches (account_id, course_id)
    select account_id, course_id from ${rowsAsTable(db, "given", columns, rows)} where true
    on conflict (account_id, course_id) do nothing`.execute(db);
};

/** Stores the languages of people, until their apps tell them. */
export const writeLanguages = async (
  db: Kysely<Tables>,
  people: readonly Written[],
): Promise<void> => {
  const rows = people.flatMap(({ id, language }) =>
    language === null ? [] : [{ account_id: id, language }],
  );
  if (rows.length === 0) return;
  const columns = { account_id: "integer", language: "text" } as const;
  await sql`insert into news_choice (account_id, language)
    select account_id, language from ${rowsAsTable(db, "given", columns, rows)} where true
    on conflict (account_id) do update set language = excluded.language`.execute(db);
};

/** Has invitations mailed. The server sends them within seconds, each once, also after a restart. */
export const orderInvitations = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  now: number,
): Promise<void> => {
  const time = sql<number>`cast(${now} as bigint)`;
  await db
    .insertInto("link_mail")
    .columns(["account_id", "purpose", "due", "since"])
    .expression(
      db
        .selectFrom("account")
        .select(["id", sql<"invitation">`'invitation'`.as("purpose"), time.as("due")])
        .select(time.as("since"))
        .where(amongIds(db, "id", ids)),
    )
    .execute();
};
