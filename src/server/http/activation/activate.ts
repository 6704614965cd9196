import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { ACTIVATION_ERRORS, checkActivation } from "../../../contract/activation.ts";
import type { Tables } from "../../db/schema.ts";
import { holdSerialNumber } from "../../db/serial-numbers.ts";
import type { Services } from "../services.ts";
import { registrationIn } from "./registration-form.ts";
import { takeSeat } from "./seats.ts";

type Asked = v.InferOutput<NonNullable<typeof checkActivation.body>>;

/** An app that has its seat. */
export interface Activated {
  /** What the app computes for itself, and compares. */
  readonly code: string;
  readonly activationId: string;
  readonly fullName: string;
}

const MOST_HARDWARE = 2000;

/** The contract's hash: parts joined by a line feed. */
const hashOf = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex");

const codeOf = ({ serialNumber, computerId, licenseId }: Asked): string =>
  hashOf(serialNumber, computerId, licenseId, "activation");

/** The name of whoever registered; null where nobody has. */
export const registeredName = async (
  db: Kysely<Tables>,
  serial: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom("registration")
    .select("full_name")
    .where("serial", "=", serial)
    .executeTakeFirst();
  return row?.full_name ?? null;
};

/** Gives an app a seat, and keeps who registers. Whoever has done so before need not again. */
export const activate = async (
  { database, clock }: Services,
  asked: Asked,
): Promise<Activated | keyof typeof ACTIVATION_ERRORS> => {
  const { hardware, computerId, licenseId, serialNumber } = asked;
  if (asked.hash !== hashOf(hardware, computerId, licenseId, serialNumber)) return "Error100";
  const registration = registrationIn(asked.form);
  // The database takes no text with a zero in it.
  const kept = hardware.replaceAll("\0", "").slice(0, MOST_HARDWARE).toWellFormed();
  return database.write(async (db) => {
    const now = clock();
    const held = await holdSerialNumber(db, serialNumber, now);
    if (!held || held.revoked !== null) return "Error404";
    const { serial } = held;
    const known = await registeredName(db, serial);
    if (known === null && !registration) return "Error100";
    const activationId = await takeSeat(db, held, { computerId, licenseId, hardware: kept }, now);
    if (activationId === null) return "Error300";
    if (known === null && registration) {
      const { fullname: full_name, ...rest } = registration;
      await db
        .insertInto("registration")
        .values({ serial, full_name, ...rest, created: now })
        .execute();
    }
    const fullName = known ?? registration?.fullname ?? "";
    return { code: codeOf(asked), activationId, fullName };
  });
};
