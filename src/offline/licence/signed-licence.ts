import { type Licence, licence } from "../../contract/activation.ts";
import { readSigned } from "../read-signed.ts";

/**
 * What the school has signed.
 * @param signed the licence as it came: two parts in base64url with a dot between them
 * @param publicKey of the school, base64url of its SPKI in DER; null: whoever signed it
 * @returns null where it is no licence, or none of this school
 */
export const readSignedLicence = (
  signed: string,
  publicKey: string | null,
): Promise<Licence | null> => readSigned(signed, publicKey, licence);
