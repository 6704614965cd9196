import * as v from "valibot";
import { cutText } from "../lib/cut-text.ts";
import { UUID } from "../lib/uuid.ts";
import { type ActivationForm, licence, MAX_CHARACTERS } from "./activation.ts";
import { call } from "./call.ts";
import { CHECKSUM } from "./checksum.ts";
import { day, text } from "./wire.ts";

/*
 * Activation by file, for a machine without a network. The app and the school exchange two lines of
 * text, in files or as QR codes. A reader ignores white space and other text around the line. The
 * digit after the letters is the version of the format.
 *
 * The request, from the app:  LSR1.PAYLOAD.CHECK
 *   PAYLOAD  base64url of UTF-8 JSON, a list in this order: serialNumber, computerId, licenseId,
 *            hardware, fullname, email, country, address, telephone. The last five are empty if the
 *            person has registered before, for example when a licence is renewed.
 *   CHECK    the first 16 hex digits of the SHA-256 of `LSR1.PAYLOAD`: a checksum.
 *
 * The licence, from the school:  LSL1.CLAIMS.SIGNATURE
 *   CLAIMS     base64url of UTF-8 JSON: the licence of `check_activation`, and
 *              until: its last valid day, YYYY-MM-DD;
 *              zone: the time zone in which that day ends, such as `Europe/Athens`; may be absent;
 *              keyId: the first 16 hex digits of the SHA-256 of the school's public key as
 *              `npm run school -- key` prints it. It identifies the school.
 *   SIGNATURE  base64url of the school's signature of the text CLAIMS: ECDSA, P-256, SHA-256, `r` and
 *              `s` in sequence.
 */

/** The names and versions of the two formats, and the pattern of the signature. */
export const REQUEST_FORMAT = { name: "LSR", version: 1 } as const;
export const LICENCE_FORMAT = { name: "LSL", version: 1, tail: "[\\w-]{86}" } as const;

/** The maximum length of a text or file, in characters or bytes. */
export const MAX_LICENCE_TEXT_LENGTH = 8192;

/** The maximum length of the machine's description: system, processor and memory. */
const MAX_HARDWARE_LENGTH = 120;

const MAX_SERIAL = 36;

const id = (pattern: RegExp) => v.pipe(v.string(), v.maxLength(64), v.regex(pattern));
const field = (max: number) => v.pipe(v.string(), v.maxLength(max));

// Not `v.toLowerCase`: the sign-in form has each part of valibot that the web app uses anywhere.
const uuid = v.pipe(
  v.string(),
  v.maxLength(MAX_SERIAL),
  v.regex(UUID),
  v.transform((text) => text.toLowerCase()),
);

// An array is an object, too. Not `v.tuple`, for the same reason.
const requestParts = v.object({
  0: uuid,
  1: id(CHECKSUM),
  2: uuid,
  3: field(MAX_HARDWARE_LENGTH),
  4: field(MAX_CHARACTERS.fullname),
  5: field(MAX_CHARACTERS.email),
  6: field(2),
  7: field(MAX_CHARACTERS.address),
  8: field(MAX_CHARACTERS.telephone),
});

interface LicenceRequest {
  readonly serialNumber: string;
  readonly computerId: string;
  readonly licenseId: string;
  readonly hardware: string;
  /** Its fields are empty if the person has registered before. */
  readonly form: ActivationForm;
}

export const licenceRequest = v.pipe(
  requestParts,
  v.transform(
    (parts): LicenceRequest => ({
      serialNumber: parts[0],
      computerId: parts[1],
      licenseId: parts[2],
      hardware: parts[3],
      form: {
        fullname: parts[4],
        email: parts[5],
        country: parts[6],
        address: parts[7],
        telephone: parts[8],
      },
    }),
  ),
);

/** The payload of a request, to be encoded as JSON. */
export const requestPayload = ({
  serialNumber,
  computerId,
  licenseId,
  hardware,
  form,
}: LicenceRequest): string[] => [
  serialNumber,
  computerId,
  licenseId,
  cutText(hardware, MAX_HARDWARE_LENGTH).toWellFormed(),
  form.fullname,
  form.email,
  form.country,
  form.address,
  form.telephone,
];

export const licenceClaims = v.object({
  ...licence.entries,
  until: day,
  keyId: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)),
});

export type LicenceClaims = v.InferOutput<typeof licenceClaims>;

/**
 * Only at our school: signs a licence for the machine of the request, which uses a seat like
 * `check_activation`. The same request signed twice uses one seat. Administrators may sign for any
 * serial number and set `until`. Other people may sign for their own, and the school sets the end.
 * 403 `session/not_allowed`; 404 `licence/unknown_serial`; 409 `licence/no_seat` and
 * `licence/not_registered`; 422 `licence/other_version`, or `request/invalid` naming the field; 429.
 */
export const signLicence = call.post("/user/sign-licence", {
  body: v.object({
    request: v.pipe(v.string(), v.maxLength(MAX_LICENCE_TEXT_LENGTH)),
    until: v.nullish(day, null),
  }),
  answer: v.object({
    licence: v.string(),
    until: v.string(),
    serialNumber: v.string(),
    fullName: text,
  }),
});
