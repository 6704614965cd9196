import { type Licence, licence } from "../../contract/activation.ts";
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
