import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A new private key on the curve P-256, as it is stored: PKCS #8, DER, base64url. */
export const newSigningKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ format: "der", type: "pkcs8" })
    .toString("base64url");

export const readSigningKey = (stored: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(stored, "base64url"), format: "der", type: "pkcs8" });

/** A text, a dot, and its signature as WebCrypto makes it (ECDSA, SHA-256, `r` and `s` in sequence), in base64url. */
export const withSignature = (key: KeyObject, text: string): string => {
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
};

export const inBase64Url = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");
