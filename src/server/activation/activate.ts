import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type * as v from "valibot";
import {
  type ACTIVATION_ERRORS,
  type ActivationForm,
  type checkActivation,
  MAX_CHARACTERS,
} from "../../contract/activation.ts";
import type { Actor } from "../../domain/audit.ts";
import { cutText } from "../../lib/cut-text.ts";
import { withoutInvisible } from "../../lib/without-invisible.ts";
import { recordChange } from "../audit/record-change.ts";
import type { SerialNumberRow, Tables } from "../db/schema.ts";
import type { Secret } from "../secrets.ts";
import type { Services } from "../services.ts";
import { acquireSeat } from "./seats.ts";
import { lockSerialNumber, serialStart } from "./serial-numbers.ts";

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const COUNTRY = /^[a-z]{2}$/i;
/** A field is one line. PostgreSQL rejects text with the first of these characters. */
const NOT_IN_A_LINE = /[\0\r\n]/;

const LIMITS = Object.entries(MAX_CHARACTERS) as [keyof typeof MAX_CHARACTERS, number][];

/**
 * Normalises the form for storage: trims its fields and writes the country code in capitals.
 * @returns null when a field is missing, too long or invalid
 */
export const parseRegistration = (form: ActivationForm): ActivationForm | null => {
  const kept: ActivationForm = {
    address: form.address.trim().toWellFormed(),
    country: form.country.trim().toUpperCase(),
    email: withoutInvisible(form.email).toWellFormed(),
    fullname: form.fullname.trim().toWellFormed(),
    telephone: form.telephone.trim().toWellFormed(),
  };
  const fields = Object.values(kept);
  if (fields.some((field) => field === "" || NOT_IN_A_LINE.test(field))) return null;
  if (LIMITS.some(([field, most]) => [...kept[field]].length > most)) return null;
  return EMAIL.test(kept.email) && COUNTRY.test(kept.country) ? kept : null;
};

type ActivationRequest = v.InferOutput<NonNullable<typeof checkActivation.body>>;

interface Activated {
  /** The checksum that the app computes itself and compares. */
  readonly code: string;
  readonly activationId: Secret;
  readonly fullName: string;
}

const MAX_HARDWARE_LENGTH = 2000;

/** The contract's hash: parts joined by a line feed. */
const hashOf = (...parts: readonly string[]): string => hash("sha256", parts.join("\n"));

const codeOf = ({
  serialNumber,
  computerId,
  licenseId,
}: Pick<ActivationRequest, "serialNumber" | "computerId" | "licenseId">): string =>
  hashOf(serialNumber, computerId, licenseId, "activation");

/** The name of the person who registered; null when nobody has. */
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

interface SeatRequest extends Omit<ActivationRequest, "hash" | "registered"> {
  /** The last day of its licence file; null for an app that checks with the school. */
  until: string | null;
  /**
   * Whether the caller may use a serial number; absent: any. A forbidden number is treated as
   * unknown.
   */
  mayUse?: (held: SerialNumberRow) => boolean;
  /** Who signs the licence file; absent for an app that checks with the school. */
  actor?: (db: Kysely<Tables>) => Promise<Actor>;
}

/**
 * Assigns a seat to an app and stores the registration. A person who has registered before may omit
 * it.
 */
export const assignSeat = async (
  { database, clock }: Pick<Services, "database" | "clock">,
  { mayUse = () => true, actor, ...asked }: SeatRequest,
): Promise<Activated | keyof typeof ACTIVATION_ERRORS> => {
  const { hardware, computerId, licenseId, serialNumber, form, until } = asked;
  const registration = parseRegistration(form);
  // The database rejects text with a zero character.
  const kept = cutText(hardware.replaceAll("\0", ""), MAX_HARDWARE_LENGTH).toWellFormed();
  return database.write(async (db) => {
    const now = clock();
    const held = await lockSerialNumber(db, serialNumber, now);
    if (!held || held.revoked !== null || !mayUse(held)) return "Error404";
    const { serial } = held;
    const known = await registeredName(db, serial);
    if (known === null && !registration) return "Error100";
    const installation = { computerId, licenseId, hardware: kept, until };
    const activationId = await acquireSeat(db, held, installation, now);
    if (activationId === null) return "Error300";
    if (known === null && registration) {
      const { fullname: full_name, ...rest } = registration;
      await db
        .insertInto("registration")
        .values({ serial, full_name, ...rest, created: now })
        .execute();
    }
    const fullName = known ?? registration?.fullname ?? "";
    if (actor) {
      await recordChange(db, now, {
        ...{ actor: await actor(db), action: "signed", kind: "licence" },
        ...{ subject: serialStart(serial), name: fullName, details: { until } },
      });
    }
    return { code: codeOf({ serialNumber, computerId, licenseId }), activationId, fullName };
  });
};

/** Activates an app that asks over the network, if its request arrived undamaged. */
export const activate = async (
  services: Pick<Services, "database" | "clock">,
  asked: ActivationRequest,
): Promise<Activated | keyof typeof ACTIVATION_ERRORS> => {
  const { hardware, computerId, licenseId, serialNumber } = asked;
  if (asked.hash !== hashOf(hardware, computerId, licenseId, serialNumber)) return "Error100";
  return assignSeat(services, { ...asked, until: null });
};
