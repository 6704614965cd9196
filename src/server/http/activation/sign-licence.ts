import { type KeyObject, sign } from "node:crypto";
import type { Licence } from "../../../contract/activation.ts";

/** A licence in one line: what it says, a dot, and the signature of that as it stands there. */
export const signLicence = (key: KeyObject, licence: Licence): string => {
  const said = Buffer.from(JSON.stringify(licence)).toString("base64url");
  const signature = sign("sha256", Buffer.from(said), { key, dsaEncoding: "ieee-p1363" });
  return `${said}.${signature.toString("base64url")}`;
};
