import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { StoreSettings } from "../../../src/server/store/store-settings.ts";

/** Why an S3-compatible store refuses a request: a status and one of its error codes. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** Who may ask the store. */
type Account = Pick<StoreSettings, "accessKeyId" | "secretAccessKey" | "region">;

/** What a request says of its own signature, in its header or in its address. */
interface Signed {
  readonly credential: string;
  readonly datetime: string;
  /** The names of the signed headers, with semicolons between them. */
  readonly names: string;
  readonly signature: string;
  readonly payload: string;
  /** For how long it is valid; null for a header, whose time must be the present. */
  readonly seconds: number | null;
}

/** How far a clock may be off. */
const MAX_SKEW_MS = 15 * 60_000;

const ALGORITHM = "AWS4-HMAC-SHA256";
const UNSIGNED = "UNSIGNED-PAYLOAD";
const HEADER = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/;

const readSigned = ({ headers }: IncomingMessage, query: URLSearchParams): Signed | null => {
  const [, credential, names, signature] = HEADER.exec(headers.authorization ?? "") ?? [];
  if (credential && names && signature) {
    const datetime = String(headers["x-amz-date"]);
    const payload = String(headers["x-amz-content-sha256"]);
    return { credential, datetime, names, signature, payload, seconds: null };
  }
  const parameter = (name: string) => query.get(`X-Amz-${name}`) ?? "";
  if (!query.has("X-Amz-Signature")) return null;
  return {
    credential: parameter("Credential"),
    datetime: parameter("Date"),
    names: parameter("SignedHeaders"),
    signature: parameter("Signature"),
    payload: UNSIGNED,
    seconds: Number(parameter("Expires")),
  };
};

/** Milliseconds since 1970 of a time such as `20261118T120000Z`. */
const timeOf = (datetime: string): number =>
  Date.parse(datetime.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();

/** The signature that the request has to have, as Amazon describes version 4. */
const signatureOf = (
  { method, url = "/", headers }: IncomingMessage,
  { credential, datetime, names, payload }: Signed,
  host: string,
  secret: string,
): string => {
  const { pathname, searchParams } = new URL(url, "http://store");
  const query = [...searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted();
  const signed = names
    .split(";")
    .map((name) => `${name}:${name === "host" ? host : headers[name]}\n`);
  const request = [
    method,
    decodeURIComponent(pathname).split("/").map(encode).join("/"),
    query.join("&"),
    signed.join(""),
    names,
    payload,
  ].join("\n");
  const [, ...scope] = credential.split("/");
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const hash = createHash("sha256").update(request).digest("hex");
  return hmac(key, [ALGORITHM, datetime, scope.join("/"), hash].join("\n")).toString("hex");
};

const refusalOfTime = ({ datetime, seconds }: Signed, now: number): Refusal | null => {
  const age = now - timeOf(datetime);
  if (seconds !== null) {
    return age <= seconds * 1000 ? null : { status: 403, code: "AccessDenied" };
  }
  return Math.abs(age) <= MAX_SKEW_MS ? null : { status: 403, code: "RequestTimeTooSkewed" };
};

/**
 * Verifies who asks, as S3 does: s3rver does not compare signatures of version 4.
 * @param host of the store itself. A content delivery network asks with it, whatever the browser has asked.
 * @param now of the store's clock, milliseconds since 1970
 */
export const checkSignature = (
  request: IncomingMessage,
  account: Account,
  host: string,
  now: number,
): Refusal | null => {
  const signed = readSigned(request, new URL(request.url ?? "/", "http://store").searchParams);
  if (!signed) return { status: 403, code: "AccessDenied" };
  const [id, , region] = signed.credential.split("/");
  if (id !== account.accessKeyId) return { status: 403, code: "InvalidAccessKeyId" };
  if (region !== account.region) return { status: 400, code: "AuthorizationHeaderMalformed" };
  const refusal = refusalOfTime(signed, now);
  if (refusal) return refusal;
  const isRight = [host, request.headers.host ?? ""].some(
    (asked) => signatureOf(request, signed, asked, account.secretAccessKey) === signed.signature,
  );
  return isRight ? null : { status: 403, code: "SignatureDoesNotMatch" };
};
