import { hash, type KeyObject, sign } from "node:crypto";
import type { Licence } from "../../../contract/activation.ts";
import { exportPublicKey } from "../../db/licence-key.ts";

/** A licence on one line: the payload, a dot, and the signature of the encoded payload. */
export const signLicence = (
  key: KeyObject,
  licence: Omit<Licence, "until" | "zone"> & { until?: string; zone?: string; keyId?: string },
): string => {
  const said = Buffer.from(JSON.stringify(licence)).toString("base64url");
  const signature = sign("sha256", Buffer.from(said), { key, dsaEncoding: "ieee-p1363" });
  return `${said}.${signature.toString("base64url")}`;
};

/** The key id that a licence file carries for its signing key. */
export const keyIdOf = (key: KeyObject): string =>
  hash("sha256", exportPublicKey(key)).slice(0, 16);
