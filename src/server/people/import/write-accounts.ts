import { type Kysely, sql } from "kysely";
import type { Day } from "../../../domain/calendar.ts";
import { schoolLanguages } from "../../content/import-school.ts";
import { type GivenColumns, rowsAsTable } from "../../db/given-values.ts";
import type { Tables } from "../../db/schema.ts";
import { tryMailsAgain } from "../../news/outbox.ts";
import { ownOrganisation } from "../../school/own-organisation.ts";
import type { PlannedAccount, PreparedAdded, PreparedChanged } from "./plan-person.ts";

/** Does work for a part of a list at a time. */
export type InParts = <Item>(
  items: readonly Item[],
  work: (part: readonly Item[]) => Promise<unknown>,
) => Promise<void>;

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
    from ${rowsAsTable(db, "given", columns, rows)}
    returning id, username`.execute(db);
  return new Map(added.map(({ id, username }) => [username, id]));
};

const isRenamed = ({ before, account }: PreparedChanged): boolean =>
  before.username !== account.username ||
  before.email !== account.email ||
  before.first_name !== account.first_name ||
  before.last_name !== account.last_name;

const hasOtherRights = ({ before, account }: PreparedChanged): boolean =>
  before.level !== account.level || before.expire !== account.expire;

const update = async <Row extends { id: number }>(
  db: Kysely<Tables>,
  columns: GivenColumns<Row>,
  rows: readonly Row[],
): Promise<void> => {
  const changed = Object.keys(columns).filter((column) => column !== "id");
  const set = changed.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
  await sql`update account set ${sql.join(set)}
    from ${rowsAsTable(db, "given", columns, rows)} where account.id = given.id`.execute(db);
};

/**
 * Changes accounts. Only columns that change are written, since PostgreSQL tells all servers of changed rights.
 * @param now for mails to people with a new address
 */
export const updateAccounts = async (
  db: Kysely<Tables>,
  changed: readonly PreparedChanged[],
  inParts: InParts,
  now: number,
): Promise<void> => {
  await inParts(changed.filter(isRenamed), (part) =>
    update(
      db,
      { id: "integer", ...NAME_COLUMNS },
      part.map(({ id, names }) => ({ id, ...names })),
    ),
  );
  await inParts(changed.filter(hasOtherRights), (part) =>
    update(
      db,
      { id: "integer", level: "integer", expire: "text" },
      part.map(({ id, account: { level, expire } }) => ({ id, level, expire })),
    ),
  );
  const taught = changed.filter(
    ({ before, account }) => before.teaches_all !== account.teaches_all,
  );
  await inParts(taught, (part) =>
    update(
      db,
      { id: "integer", teaches_all: "integer" },
      part.map(({ id, account: { teaches_all } }) => ({ id, teaches_all })),
    ),
  );
  const moved = changed.filter(({ before, account }) => before.email !== account.email);
  await inParts(moved, (part) =>
    tryMailsAgain(
      db,
      part.map(({ id }) => id),
      now,
    ),
  );
};
