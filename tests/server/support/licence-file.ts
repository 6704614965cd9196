import { REQUEST_FORMAT, requestPayload } from "../../../src/contract/licence-file.ts";
import { checksumFormat, encodeChecksumLine } from "../../../src/lib/encoded-line.ts";
import { hashText } from "./hash-text.ts";
import { FORM, type Machine } from "./machine.ts";

/** The request that the app on a machine writes. */
export const requestOf = (machine: Machine, serialNumber: string, form = FORM): Promise<string> =>
  encodeChecksumLine(
    checksumFormat(REQUEST_FORMAT.name, REQUEST_FORMAT.version),
    requestPayload({ ...machine, serialNumber, form }),
    hashText,
  );

/** The claims of a licence file, without verifying it. */
export const claimsOf = (licence: string): Record<string, string> =>
  JSON.parse(Buffer.from(licence.split(".")[1] ?? "", "base64url").toString());
