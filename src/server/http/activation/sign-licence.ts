import { createHash, type KeyObject, sign } from "node:crypto";
import type { Licence } from "../../../contract/activation.ts";
import { publicHalf } from "../../db/licence-key.ts";

/** A licence in one line: what it says, a dot, and the signature of that as it stands there. */
export const signLicence = (
  key: KeyObject,
  licence: Omit<Licence, "until"> & { until?: string; keyId?: string },
): string => {
  const said = Buffer.from(JSON.stringify(licence)).toString("base64url");
  const signature = sign("sha256", Buffer.from(said), { key, dsaEncoding: "ieee-p1363" });
  return `${said}.${signature.toString("base64url")}`;
};

/** What a licence in a file says of the key that it is signed with. */
export const keyIdOf = (key: KeyObject): string =>
  createHash("sha256").update(publicHalf(key)).digest("hex").slice(0, 16);
