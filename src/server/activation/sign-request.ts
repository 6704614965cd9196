import { hash, type KeyObject } from "node:crypto";
import type { Kysely } from "kysely";
import * as v from "valibot";
import type { Licence } from "../../contract/activation.ts";
import { LICENCE_FORMAT, licenceRequest, REQUEST_FORMAT } from "../../contract/licence-file.ts";
import type { Actor } from "../../domain/audit.ts";
import { checksumFormat, decodeChecksumLine, type LineFailure } from "../../lib/encoded-line.ts";
import { Result } from "../../lib/result.ts";
import type { SerialNumberRow, Tables } from "../db/schema.ts";
import { readSchoolDays } from "../school/school-days.ts";
import type { Services } from "../services.ts";
import { inBase64Url, withSignature } from "../signing-key.ts";
import { assignSeat } from "./activate.ts";
import { keyIdOf, licenceKey } from "./licences.ts";

/** A licence on one line: the payload, a dot, and the signature of the encoded payload. */
export const signLicence = (
  key: KeyObject,
  licence: Omit<Licence, "until" | "zone"> & { until?: string; zone?: string; keyId?: string },
): string => withSignature(key, inBase64Url(licence));

export type SigningFailure =
  | LineFailure
  /** The serial number is unknown, revoked, or not one that the caller may use. */
  | "unknown-serial"
  /** The serial number is not registered, and the request carries no registration. */
  | "not-registered"
  | "no-seat";

interface SignedLicence {
  /** One line, in the form that the app accepts. */
  readonly licence: string;
  readonly until: string;
  readonly serialNumber: string;
  readonly fullName: string;
}

const SEAT_FAILURES = {
  Error404: "unknown-serial",
  Error100: "not-registered",
  Error300: "no-seat",
} as const;

const sha256 = (text: string): string => hash("sha256", text);

/**
 * Signs a licence for the machine that wrote a request. The machine takes a seat.
 * @param text a file or mail that contains the request
 * @param until the last day on which the licence is valid
 * @param actor says within the write who signs it
 * @param mayUse whether the caller may use a serial number; absent: any
 */
export const signRequest = async (
  services: Pick<Services, "database" | "clock">,
  text: string,
  until: string,
  actor: (db: Kysely<Tables>) => Promise<Actor>,
  mayUse?: (held: SerialNumberRow) => boolean,
): Promise<Result<SignedLicence, SigningFailure>> => {
  const mark = checksumFormat(REQUEST_FORMAT.name, REQUEST_FORMAT.version);
  const line = await decodeChecksumLine(mark, text, sha256);
  if (!line.ok) return line;
  const decoded = v.safeParse(licenceRequest, line.value);
  if (!decoded.success) return Result.fail("damaged");
  const request = decoded.output;
  const seat = await assignSeat(services, { ...request, until, actor, mayUse });
  if (typeof seat === "string") return Result.fail(SEAT_FAILURES[seat]);
  const { serialNumber, computerId, licenseId } = request;
  const { activationId, fullName } = seat;
  const key = await licenceKey(services.database);
  const { zone } = await readSchoolDays(services.database.read);
  const signed = signLicence(key, {
    activationId,
    serialNumber,
    computerId,
    licenseId,
    fullName,
    issued: new Date(services.clock()).toISOString(),
    until,
    zone,
    keyId: keyIdOf(key),
  });
  const licence = `${LICENCE_FORMAT.name}${LICENCE_FORMAT.version}.${signed}`;
  return Result.ok({ licence, until, serialNumber, fullName });
};
