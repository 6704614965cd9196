import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { hasEnded, LAST_ZONE } from "../../domain/licence-end.ts";
import { daysIn } from "../days.ts";
import type { SerialNumberRow, Tables } from "../db/schema.ts";
import { asSecret, createHandle, type Secret } from "../secrets.ts";

/** A machine and one app installation on it. Each user of a machine has their own installation. */
interface Installation {
  computerId: string;
  licenseId: string;
  hardware: string;
  /** The last day of its licence file; null for an app that checks with the school. */
  until: string | null;
}

/** Limits the installations on a seat, so that one seat cannot fill the database. */
const MAX_PER_MACHINE = 20;

const ofMachine = (db: Kysely<Tables>, serial: string, computerId: string) =>
  db
    .selectFrom("activation")
    .select(["id", "license_id", "until"])
    .where("serial", "=", serial)
    .where("computer_id", "=", computerId)
    .orderBy("created")
    .execute();

const hasSeatLeft = async (
  db: Kysely<Tables>,
  { serial, seats }: SerialNumberRow,
): Promise<boolean> => {
  const taken = await db
    .selectFrom("activation")
    .select((row) => row.fn.count("computer_id").distinct().as("machines"))
    .where("serial", "=", serial)
    .executeTakeFirstOrThrow();
  return Number(taken.machines) < seats;
};

/**
 * Frees the seat of a machine whose licence file has expired, because a machine without a network
 * cannot return its seat.
 * @returns whether there was one
 */
const releaseExpiredSeat = async (
  db: Kysely<Tables>,
  serial: string,
  now: number,
): Promise<boolean> => {
  const all = await db
    .selectFrom("activation")
    .select(["computer_id", "until"])
    .where("serial", "=", serial)
    .orderBy("until")
    .execute();
  // The zone of the licence is not stored, so its last day has ended when it has ended in every
  // zone.
  const today = daysIn<"school">(LAST_ZONE).of(now);
  const hasGone = ({ until }: { until: string | null }) => until !== null && hasEnded(until, today);
  const gone = all.find(({ computer_id }) =>
    all.filter((other) => other.computer_id === computer_id).every(hasGone),
  );
  if (!gone) return false;
  await db
    .deleteFrom("activation")
    .where("serial", "=", serial)
    .where("computer_id", "=", gone.computer_id)
    .execute();
  return true;
};

/**
 * The end of a licence only moves later; null, for an app that checks with the school, is no end.
 */
const laterEnd = (known: string | null, asked: string | null): string | null => {
  if (known === null || asked === null) return null;
  return known > asked ? known : asked;
};

/**
 * Activates an app on its machine's seat, or on a free seat if it has none. Call within a write
 * that locks the serial number.
 * @returns the activation's id, the same for the same app; null when no seat is left
 */
export const acquireSeat = async (
  db: Kysely<Tables>,
  held: SerialNumberRow,
  { computerId, licenseId, hardware, until }: Installation,
  now: number,
): Promise<Secret | null> => {
  const here = await ofMachine(db, held.serial, computerId);
  const known = here.find(({ license_id }) => license_id === licenseId);
  if (known) {
    await db
      .updateTable("activation")
      .set({ hardware, until: laterEnd(known.until, until) })
      .where("id", "=", known.id)
      .execute();
    return known.id;
  }
  const isFree =
    here.length > 0 ||
    (await hasSeatLeft(db, held)) ||
    (await releaseExpiredSeat(db, held.serial, now));
  if (!isFree) return null;
  const tooMany = here.slice(0, Math.max(0, here.length + 1 - MAX_PER_MACHINE));
  for (const { id } of tooMany) await db.deleteFrom("activation").where("id", "=", id).execute();
  const id = asSecret(randomUUID());
  await db
    .insertInto("activation")
    .values({
      id,
      serial: held.serial,
      computer_id: computerId,
      license_id: licenseId,
      hardware,
      created: now,
      until,
      handle: createHandle(),
    })
    .execute();
  return id;
};

/**
 * Frees a machine's seat for all apps on it. Call within a write that locks the serial number.
 * @returns false when the machine has a seat but this app is not on it; true when it has no seat
 */
export const releaseSeat = async (
  db: Kysely<Tables>,
  { serial }: SerialNumberRow,
  { computerId, licenseId }: Pick<Installation, "computerId" | "licenseId">,
): Promise<boolean> => {
  const here = await ofMachine(db, serial, computerId);
  if (here.length === 0) return true;
  if (!here.some(({ license_id }) => license_id === licenseId)) return false;
  await db
    .deleteFrom("activation")
    .where("serial", "=", serial)
    .where("computer_id", "=", computerId)
    .execute();
  return true;
};
