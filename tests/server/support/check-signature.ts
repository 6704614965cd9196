import type { IncomingMessage } from "node:http";
import { AwsV4Signer } from "aws4fetch";
import type { StoreSettings } from "../../../src/server/store/store-settings.ts";

/** Why an S3-compatible store refuses a request: a status and one of its error codes. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

type Account = Pick<StoreSettings, "accessKeyId" | "secretAccessKey" | "region">;

const MAX_SKEW_MS = 15 * 60_000;

const HEADER = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/;

/** Milliseconds since 1970 of a time such as `20261118T120000Z`. */
const timeOf = (datetime: string): number =>
  Date.parse(datetime.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

const refusalOfTime = (datetime: string, seconds: number | null, now: number): Refusal | null => {
  const age = now - timeOf(datetime);
  if (seconds !== null) {
    return age <= seconds * 1000 ? null : { status: 403, code: "AccessDenied" };
  }
  return Math.abs(age) <= MAX_SKEW_MS ? null : { status: 403, code: "RequestTimeTooSkewed" };
};

/**
 * Verifies who asks, as S3 does.
 * @param host of the store itself. A content delivery network asks with it, whatever the browser has asked.
 * @param now of the store's clock, milliseconds since 1970
 */
export const checkSignature = async (
  { method = "GET", url: asked = "/", headers }: IncomingMessage,
  { accessKeyId, secretAccessKey, region }: Account,
  host: string,
  now: number,
): Promise<Refusal | null> => {
  const { searchParams } = new URL(asked, "http://store");
  const parameter = (name: string) => searchParams.get(`X-Amz-${name}`) ?? "";
  // It is in the address, or in headers, whose time must be the present.
  const signQuery = searchParams.has("X-Amz-Signature");
  const [, inHeader = "", names = "", given = parameter("Signature")] =
    HEADER.exec(headers.authorization ?? "") ?? [];
  if (!given) return { status: 403, code: "AccessDenied" };
  const [id, , scope] = (inHeader || parameter("Credential")).split("/");
  if (id !== accessKeyId) return { status: 403, code: "InvalidAccessKeyId" };
  if (scope !== region) return { status: 400, code: "AuthorizationHeaderMalformed" };
  const datetime = signQuery ? parameter("Date") : String(headers["x-amz-date"]);
  const seconds = signQuery ? Number(parameter("Expires")) : null;
  const refusal = refusalOfTime(datetime, seconds, now);
  if (refusal) return refusal;
  const signed = names.split(";").filter((name) => name && name !== "host");
  const signatures = [host, headers.host ?? ""].map((name) => {
    const url = new URL(asked, `http://${name}`);
    for (const own of ["Signature", "Algorithm", "Credential", "SignedHeaders", "Date"]) {
      url.searchParams.delete(`X-Amz-${own}`);
    }
    const sent = signed.map((header): [string, string] => [header, String(headers[header])]);
    return new AwsV4Signer({
      ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: "s3" },
      ...{ datetime, signQuery, headers: sent, allHeaders: true },
    }).signature();
  });
  const isRight = (await Promise.all(signatures)).includes(given);
  return isRight ? null : { status: 403, code: "SignatureDoesNotMatch" };
};
