import * as v from "valibot";
import { type Licence, licence, licence as signedLicence } from "../../contract/activation.ts";
import { dayIn } from "../../core/day-in.ts";
import type { DayOf } from "../../domain/calendar.ts";
import { activationText, type Seat } from "../../domain/licence.ts";
import { LAST_ZONE } from "../../domain/licence-end.ts";
import { decodePayload } from "../../lib/encoded-line.ts";
import type { Sha256 } from "../../platform/ports.ts";
import { verifySigned } from "../verify-signed.ts";

/**
 * Verifies and decodes a licence of the school.
 * @param signed two parts in base64url with a dot between them
 * @param publicKey of the school, as base64url of its SPKI in DER; null skips the verification
 * @returns null if it is not a licence, or if the school has not signed it
 */
export const verifySignedLicence = (
  signed: string,
  publicKey: string | null,
): Promise<Licence | null> => verifySigned(signed, publicKey, licence);

const storedLicence = v.object({
  activationCode: v.string(),
  activationId: v.pipe(v.string(), v.nonEmpty()),
  serialNumber: v.string(),
  computerId: v.string(),
  licenseId: v.string(),
  fullName: v.string(),
  /** The licence as the school signed it; empty if it signs none. */
  signed: v.string(),
  times: v.object({ good: v.number(), highest: v.number(), seen: v.number() }),
  /** The last day of a licence from a file; null for a licence that is checked with the school. */
  until: v.nullable(v.string()),
});

export type StoredLicence = v.InferOutput<typeof storedLicence>;

/** The seal is a hash over the licence, so that edits are noticed. */
export const sealedLicence = v.object({ licence: storedLicence, seal: v.string() });

type SealedLicence = v.InferOutput<typeof sealedLicence>;

const sealOf = (licence: StoredLicence, sha256: Sha256): Promise<string> =>
  sha256(
    JSON.stringify([
      licence.activationCode,
      licence.activationId,
      licence.serialNumber,
      licence.computerId,
      licence.licenseId,
      licence.fullName,
      licence.signed,
      licence.times.good,
      licence.times.highest,
      licence.times.seen,
      licence.until,
    ]),
  );

export const sealLicence = async (
  licence: StoredLicence,
  sha256: Sha256,
): Promise<SealedLicence> => ({
  licence,
  seal: await sealOf(licence, sha256),
});

/**
 * The school's days, in the zone that a licence names. Licences from before that was so end once their last day is
 * over everywhere.
 */
export const schoolDayOf = ({ signed }: Pick<StoredLicence, "signed">): DayOf<"school"> => {
  const claims = v.safeParse(signedLicence, decodePayload(signed.split(".")[0] ?? ""));
  return dayIn((claims.success && claims.output.zone) || "", LAST_ZONE);
};

/** The fields of a licence besides its seat. */
interface SignedParts {
  signed: string;
  activationId: string;
  until: string | null;
}

/** Whether the signed licence matches this seat, activation and last day. */
export const isSignedFor = async (
  { signed, activationId, until, ...seat }: Seat & SignedParts,
  publicKey: string | null,
): Promise<boolean> => {
  // Only the signature proves a licence from a file.
  if (until !== null && publicKey === null) return false;
  const claims = await verifySignedLicence(signed, publicKey);
  // Without a key a signature proves nothing, and the school may leave it out.
  if (!claims) return publicKey === null;
  return (
    claims.activationId === activationId &&
    claims.until === until &&
    claims.serialNumber.toLowerCase() === seat.serialNumber &&
    claims.computerId === seat.computerId &&
    claims.licenseId === seat.licenseId
  );
};

/** Opens a sealed licence. @returns null if it was edited */
export const unsealLicence = async (
  { licence, seal }: SealedLicence,
  sha256: Sha256,
): Promise<StoredLicence | null> => ((await sealOf(licence, sha256)) === seal ? licence : null);

interface LocalCheck {
  sha256: Sha256;
  /** The present id of this machine. */
  computerId: string;
  publicKey: string | null;
}

/** Verifies that a licence is for this machine: computes the code again and checks the signature. */
export const verifyLocally = async (
  licence: StoredLicence,
  { sha256, computerId, publicKey }: LocalCheck,
): Promise<"own" | "other-machine" | "damaged"> => {
  if (licence.computerId !== computerId) return "other-machine";
  const code = await sha256(activationText({ ...licence, computerId }));
  const whole = code === licence.activationCode && (await isSignedFor(licence, publicKey));
  return whole ? "own" : "damaged";
};
