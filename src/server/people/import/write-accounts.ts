import { type Kysely, sql } from "kysely";
import type { Day } from "../../../domain/calendar.ts";
import { schoolLanguages } from "../../content/import-school.ts";
import { type GivenColumns, rowsAsTable } from "../../db/given-values.ts";
import type { Tables } from "../../db/schema.ts";
import { tryMailsAgain } from "../../news/outbox.ts";
import { ownOrganisation } from "../../school/own-organisation.ts";
import type {
  ChangedPerson,
  PlannedAccount,
  PreparedAdded,
  PreparedChanged,
} from "./plan-person.ts";

const NAME_COLUMNS = {
  username: "text",
  username_key: "text",
  username_like: "text",
  email: "text",
  email_key: "text",
  email_like: "text",
  first_name: "text",
  last_name: "text",
  search_text: "text",
} as const;

const NEW_COLUMNS = {
  ...NAME_COLUMNS,
  level: "integer",
  expire: "text",
  teaches_all: "integer",
} as const;

type NewRow = PreparedAdded["names"] & Pick<PlannedAccount, "level" | "expire" | "teaches_all">;

const list = (columns: object) => sql.join(Object.keys(columns).map((column) => sql.ref(column)));

/** Adds accounts without a password. @returns their ids by their usernames */
export const insertAccounts = async (
  db: Kysely<Tables>,
  people: readonly PreparedAdded[],
  registered: Day<"school">,
): Promise<ReadonlyMap<string, number>> => {
  if (people.length === 0) return new Map();
  const organisation = await ownOrganisation(db).select("id").executeTakeFirst();
  const languages = JSON.stringify(await schoolLanguages(db));
  const rows: NewRow[] = people.map(({ names, account }) => ({
    ...names,
    level: account.level,
    expire: account.expire,
    teaches_all: account.teaches_all,
  }));
  const columns: GivenColumns<NewRow> = NEW_COLUMNS;
  const { rows: added } = await sql<{ id: number; username: string }>`
    insert into account (${list(NEW_COLUMNS)}, password, languages, registered, organisation_id,
      serial_number, may_download)
    select ${list(NEW_COLUMNS)}, '', cast(${languages} as text), cast(${registered} as text),
      cast(${organisation?.id ?? null} as integer), '', 0
    from ${rowsAsTable(db, columns, rows)}
    returning id, username`.execute(db);
  return new Map(added.map(({ id, username }) => [username, id]));
};

const isRenamed = ({ before, account }: PreparedChanged): boolean =>
  before.username !== account.username ||
  before.email !== account.email ||
  before.first_name !== account.first_name ||
  before.last_name !== account.last_name;

/** Whether a plan takes rights or days away from, or gives them to, somebody who may be signed in. */
export const hasOtherRights = ({ before, account }: ChangedPerson): boolean =>
  before.level !== account.level || before.expire !== account.expire;

const update = async <Row extends { id: number }>(
  db: Kysely<Tables>,
  columns: GivenColumns<Row>,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  const changed = Object.keys(columns).filter((column) => column !== "id");
  const set = changed.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
  await sql`update account set ${sql.join(set)}
    from ${rowsAsTable(db, columns, rows)} where account.id = given.id`.execute(db);
};

/**
 * Changes accounts. Only columns that change are written, since PostgreSQL tells all servers of changed rights.
 * @param now for mails to people with a new address
 */
export const updateAccounts = async (
  db: Kysely<Tables>,
  changed: readonly PreparedChanged[],
  now: number,
): Promise<void> => {
  await update(
    db,
    { id: "integer", ...NAME_COLUMNS },
    changed.filter(isRenamed).map(({ id, names }) => ({ id, ...names })),
  );
  await update(
    db,
    { id: "integer", level: "integer", expire: "text" },
    changed
      .filter(hasOtherRights)
      .map(({ id, account: { level, expire } }) => ({ id, level, expire })),
  );
  await update(
    db,
    { id: "integer", teaches_all: "integer" },
    changed
      .filter(({ before, account }) => before.teaches_all !== account.teaches_all)
      .map(({ id, account: { teaches_all } }) => ({ id, teaches_all })),
  );
  const moved = changed.filter(({ before, account }) => before.email !== account.email);
  if (moved.length > 0) {
    await tryMailsAgain(
      db,
      moved.map(({ id }) => id),
      now,
    );
  }
};
