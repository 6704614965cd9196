import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Release } from "../../../src/contract/releases.ts";

export const createReleaseKey = (): KeyObject =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

/** A release as a school announces it: in one line, signed with its key. */
export const signRelease = (release: Release, key: KeyObject): string => {
  const said = Buffer.from(JSON.stringify(release)).toString("base64url");
  const signature = sign("sha256", Buffer.from(said), { key, dsaEncoding: "ieee-p1363" });
  return `${said}.${signature.toString("base64url")}`;
};
