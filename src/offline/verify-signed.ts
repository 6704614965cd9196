import * as v from "valibot";
import { fromBase64Url } from "../lib/encoded-line.ts";

const CURVE = { name: "ECDSA", namedCurve: "P-256" };
const ALGORITHM = { name: "ECDSA", hash: "SHA-256" };
/** Length of an uncompressed point of the curve, for keys without SPKI. */
const POINT_BYTES = 65;

const isSignedBy = async (publicKey: string, text: string, signature: string) => {
  const bytes = fromBase64Url(publicKey);
  const format = bytes.length === POINT_BYTES ? "raw" : "spki";
  const key = await crypto.subtle.importKey(format, bytes, CURVE, false, ["verify"]);
  const holdsFor = (signed: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.verify(ALGORITHM, key, fromBase64Url(signature), signed);
  // The contract does not say whether a school signs the base64url text or the JSON in it.
  return (await holdsFor(new TextEncoder().encode(text))) || (await holdsFor(fromBase64Url(text)));
};

/**
 * Verifies and decodes a signed statement: JSON in base64url, a dot, and the signature.
 * @param publicKey of the school, as base64url of its SPKI in DER; null skips the verification
 * @returns null if the signature is invalid, or if the JSON does not match the schema
 */
export const verifySigned = async <Value>(
  signed: string,
  publicKey: string | null,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Value | null> => {
  try {
    const [text = "", signature = ""] = signed.split(".");
    if (publicKey !== null && !(await isSignedBy(publicKey, text, signature))) return null;
    const decoded = v.safeParse(schema, JSON.parse(new TextDecoder().decode(fromBase64Url(text))));
    return decoded.success ? decoded.output : null;
  } catch {
    // The text was truncated or edited.
    return null;
  }
};
