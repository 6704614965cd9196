import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../domain/audit.ts";
import { UUID } from "../../lib/uuid.ts";
import { actorOf, recordChange } from "../audit/record-change.ts";
import type { SerialNumberRow, Tables } from "../db/schema.ts";

/** The seats of a personal serial number: a home computer and a laptop. */
const OWN_SEATS = 2;

export interface NewSerialNumber {
  /** A note on who it is for. */
  name: string;
  /** The number of machines that it can activate. */
  seats: number;
  /** Ids of courses; null for all of the school's. */
  courses: readonly number[] | null;
}

/** The start of a serial number, which names it and activates nothing. */
export const serialStart = (serial: string): string => serial.slice(0, 8);

/** Issues a serial number; call within a write. @returns the number */
export const issueSerialNumber = async (
  db: Kysely<Tables>,
  { name, seats, courses }: NewSerialNumber,
  actor: Actor,
  now: number,
): Promise<string> => {
  const row: SerialNumberRow = {
    serial: randomUUID(),
    account_id: null,
    name,
    seats,
    courses: courses && JSON.stringify(courses),
    created: now,
    revoked: null,
  };
  await db.insertInto("serial_number").values(row).execute();
  await recordChange(db, now, {
    ...{ actor, action: "added", kind: "serial", subject: serialStart(row.serial), name },
    details: { seats, courses },
  });
  return row.serial;
};

const ownNumber = (serial: string, accountId: number, now: number): SerialNumberRow => ({
  serial,
  account_id: accountId,
  name: "",
  seats: OWN_SEATS,
  courses: null,
  created: now,
  revoked: null,
});

/**
 * An account's personal serial number: the existing one, revoked or not, or a new one. Call within
 * a write, with the account locked.
 */
export const ownSerialNumber = async (
  db: Kysely<Tables>,
  accountId: number,
  now: number,
): Promise<string> => {
  const known = await db
    .selectFrom("serial_number")
    .select("serial")
    .where("account_id", "=", accountId)
    .orderBy("created")
    .executeTakeFirst();
  if (known) return known.serial;
  const own = ownNumber(randomUUID(), accountId, now);
  await db.insertInto("serial_number").values(own).execute();
  const actor = await actorOf(db, accountId);
  const name = actor.kind === "person" ? actor.name : "";
  await recordChange(db, now, {
    ...{ actor, action: "added", kind: "serial", subject: serialStart(own.serial), name },
    details: { seats: OWN_SEATS },
  });
  return own.serial;
};

/**
 * Finds a serial number, in upper or lower case. For a number that the school has written into an
 * account, returns the row it would have.
 * @returns undefined when it is not a serial number of this school
 */
export const findSerialNumber = async (
  db: Kysely<Tables>,
  serialNumber: string,
  now: number,
): Promise<SerialNumberRow | undefined> => {
  if (!UUID.test(serialNumber)) return undefined;
  const serial = serialNumber.toLowerCase();
  const row = await db
    .selectFrom("serial_number")
    .selectAll()
    .where("serial", "=", serial)
    .executeTakeFirst();
  if (row) return row;
  const account = await db
    .selectFrom("account")
    .select("id")
    .where(sql`lower(serial_number)`, "=", serial)
    .executeTakeFirst();
  return account && ownNumber(serial, account.id, now);
};

/**
 * Finds a serial number and locks it until the surrounding transaction ends; call within a write.
 * @returns undefined when it is not a serial number of this school
 */
export const lockSerialNumber = async (
  db: Kysely<Tables>,
  serialNumber: string,
  now: number,
): Promise<SerialNumberRow | undefined> => {
  const found = await findSerialNumber(db, serialNumber, now);
  if (!found) return undefined;
  await db
    .insertInto("serial_number")
    .values(found)
    .onConflict((conflict) => conflict.column("serial").doNothing())
    .execute();
  // An update locks the row in either database.
  return db
    .updateTable("serial_number")
    .set((row) => ({ seats: row.ref("seats") }))
    .where("serial", "=", found.serial)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Revokes a serial number and its licences; call within a write. */
export const revokeSerialNumber = async (
  db: Kysely<Tables>,
  serialNumber: string,
  actor: Actor,
  now: number,
): Promise<"revoked" | "revoked before" | "unknown"> => {
  const held = await lockSerialNumber(db, serialNumber, now);
  if (!held) return "unknown";
  if (held.revoked !== null) return "revoked before";
  await db
    .updateTable("serial_number")
    .set({ revoked: now })
    .where("serial", "=", held.serial)
    .execute();
  const { serial, name } = held;
  const subject = serialStart(serial);
  await recordChange(db, now, { actor, action: "revoked", kind: "serial", subject, name });
  return "revoked";
};
