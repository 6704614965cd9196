import * as v from "valibot";
import { activationText, type Seat } from "../../domain/licence.ts";
import type { Sha256 } from "../../platform/ports.ts";
import { readSignedLicence } from "./signed-licence.ts";

/** A licence as it is kept on the machine. */
export const keptLicence = v.object({
  activationCode: v.string(),
  activationId: v.pipe(v.string(), v.nonEmpty()),
  serialNumber: v.string(),
  computerId: v.string(),
  licenseId: v.string(),
  fullName: v.string(),
  /** Signed by the school; empty where it gave none. */
  signed: v.string(),
  times: v.object({ good: v.number(), highest: v.number(), seen: v.number() }),
  /** The last day of a licence that came in a file; null for one that asks the school. */
  until: v.optional(v.nullable(v.string()), null),
});

export type KeptLicence = v.InferOutput<typeof keptLicence>;

/** A hash over all of it goes along, so that an edited one is known. */
export const sealedLicence = v.object({ licence: keptLicence, seal: v.string() });

export type SealedLicence = v.InferOutput<typeof sealedLicence>;

const sealOf = (licence: KeptLicence, sha256: Sha256): Promise<string> =>
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
      // Sealed by older versions of the app without it.
      ...(licence.until === null ? [] : [licence.until]),
    ]),
  );

export const sealLicence = async (
  licence: KeptLicence,
  sha256: Sha256,
): Promise<SealedLicence> => ({
  licence,
  seal: await sealOf(licence, sha256),
});

/** What a licence says besides its seat. */
interface SignedParts {
  signed: string;
  activationId: string;
  until: string | null;
}

/** Whether a licence that the school has signed is for this seat, this activation and this end. */
export const isSignedFor = async (
  { signed, activationId, until, ...seat }: Seat & SignedParts,
  publicKey: string | null,
): Promise<boolean> => {
  // Its signature is all that stands for a licence from a file.
  if (until !== null && publicKey === null) return false;
  const claims = await readSignedLicence(signed, publicKey);
  // Without a key nothing is proved by it, and a school may leave it out.
  if (!claims) return publicKey === null;
  return (
    claims.activationId === activationId &&
    claims.until === until &&
    claims.serialNumber.toLowerCase() === seat.serialNumber &&
    claims.computerId === seat.computerId &&
    claims.licenseId === seat.licenseId
  );
};

/** What was sealed, or null where it is not what it was then. */
export const unsealLicence = async (
  { licence, seal }: SealedLicence,
  sha256: Sha256,
): Promise<KeptLicence | null> => ((await sealOf(licence, sha256)) === seal ? licence : null);

export interface LocalCheck {
  sha256: Sha256;
  /** This machine's own, asked for anew. */
  computerId: string;
  publicKey: string | null;
}

/** Whether a licence is this machine's own: the code is reckoned again, and the signature verified. */
export const checkLocally = async (
  licence: KeptLicence,
  { sha256, computerId, publicKey }: LocalCheck,
): Promise<"own" | "other-machine" | "damaged"> => {
  if (licence.computerId !== computerId) return "other-machine";
  const code = await sha256(activationText({ ...licence, computerId }));
  const whole = code === licence.activationCode && (await isSignedFor(licence, publicKey));
  return whole ? "own" : "damaged";
};
