import { type KeyObject, sign } from "node:crypto";
import type { Licence } from "../../contract/activation.ts";

/** A licence on one line: the payload, a dot, and the signature of the encoded payload. */
export const signLicence = (
  key: KeyObject,
  licence: Omit<Licence, "until" | "zone"> & { until?: string; zone?: string; keyId?: string },
): string => {
  const said = Buffer.from(JSON.stringify(licence)).toString("base64url");
  const signature = sign("sha256", Buffer.from(said), { key, dsaEncoding: "ieee-p1363" });
  return `${said}.${signature.toString("base64url")}`;
};
