import { createHash } from "node:crypto";
import { REQUEST_FORMAT, requestPayload } from "../../../src/contract/licence-file.ts";
import { checksumFormat, encodeChecksumLine } from "../../../src/lib/encoded-line.ts";
import { FORM, type Machine } from "./machine.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The request that the app on a machine writes. */
export const requestOf = (machine: Machine, serialNumber: string, form = FORM): Promise<string> =>
  encodeChecksumLine(
    checksumFormat(REQUEST_FORMAT.name, REQUEST_FORMAT.version),
    requestPayload({ ...machine, serialNumber, form }),
    sha256,
  );

/** The claims of a licence file, without verifying it. */
export const claimsOf = (licence: string): Record<string, string> =>
  JSON.parse(Buffer.from(licence.split(".")[1] ?? "", "base64url").toString());
