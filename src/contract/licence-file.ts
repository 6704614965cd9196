import * as v from "valibot";
import { UUID } from "../lib/uuid.ts";
import { type ActivationForm, licence, MAX_CHARACTERS } from "./activation.ts";
import { call } from "./call.ts";
import { text } from "./wire.ts";

/*
 * Activation by file, for a machine that never meets a network. Two texts of one line go between the
 * app and the school, in files or as QR codes. A reader takes no notice of white space, nor of what
 * stands around the line. The digit after the letters is the format's version.
 *
 * The request, from the app:  LSR1.PAYLOAD.CHECK
 *   PAYLOAD  base64url of UTF-8 JSON, a list in this order: serialNumber, computerId, licenseId,
 *            hardware, fullname, email, country, address, telephone. The last five are empty where
 *            the person has registered before, as when a licence is renewed.
 *   CHECK    the first 16 hex digits of the SHA-256 of `LSR1.PAYLOAD`: it shows slips on the way.
 *
 * The licence, from the school:  LSL1.CLAIMS.SIGNATURE
 *   CLAIMS     base64url of UTF-8 JSON: a licence as `check_activation` gives it, and
 *              until: the last day on which it holds, YYYY-MM-DD;
 *              keyId: the first 16 hex digits of the SHA-256 of the school's public key as
 *              `npm run school -- key` prints it, so that a licence of another school is known.
 *   SIGNATURE  base64url, by the school, of CLAIMS as it stands there: ECDSA, P-256, SHA-256, `r` and
 *              `s` one after the other.
 */

/** The lines' names and versions, and what their tails are made of. */
export const REQUEST_MARK = { name: "LSR", version: 1 } as const;
export const LICENCE_MARK = { name: "LSL", version: 1, tail: "[\\w-]{86}" } as const;

/** The longest texts and files that are read, in characters or bytes. */
export const MAX_TEXT = 8192;

/** What a request says of its machine: system, processor and memory. */
export const MAX_HARDWARE = 120;

const MAX_SERIAL = 36;

const id = (pattern: RegExp) => v.pipe(v.string(), v.maxLength(64), v.regex(pattern));
const field = (most: number) => v.pipe(v.string(), v.maxLength(most));

const requestParts = v.tuple([
  v.pipe(v.string(), v.maxLength(MAX_SERIAL), v.regex(UUID), v.toLowerCase()),
  id(/^[\da-f]{64}$/),
  v.pipe(v.string(), v.maxLength(MAX_SERIAL), v.regex(UUID), v.toLowerCase()),
  field(MAX_HARDWARE),
  field(MAX_CHARACTERS.fullname),
  field(MAX_CHARACTERS.email),
  field(2),
  field(MAX_CHARACTERS.address),
  field(MAX_CHARACTERS.telephone),
]);

/** What an app asks of the school in a file. */
export interface LicenceRequest {
  readonly serialNumber: string;
  readonly computerId: string;
  readonly licenseId: string;
  readonly hardware: string;
  /** Empty fields: registered before. */
  readonly form: ActivationForm;
}

/** Decodes a request's payload. */
export const licenceRequest = v.pipe(
  requestParts,
  v.transform(
    ([
      serialNumber,
      computerId,
      licenseId,
      hardware,
      fullname,
      email,
      country,
      address,
      telephone,
    ]): LicenceRequest => ({
      serialNumber,
      computerId,
      licenseId,
      hardware,
      form: { fullname, email, country, address, telephone },
    }),
  ),
);

/** A request as its payload. */
export const requestPayload = ({
  serialNumber,
  computerId,
  licenseId,
  hardware,
  form,
}: LicenceRequest): v.InferInput<typeof requestParts> => [
  serialNumber,
  computerId,
  licenseId,
  // Two halves of one sign may stand on either side of the cut.
  hardware.slice(0, MAX_HARDWARE).toWellFormed(),
  form.fullname,
  form.email,
  form.country,
  form.address,
  form.telephone,
];

/** What the school vouches for in a file. */
export const licenceClaims = v.object({
  ...licence.entries,
  until: v.pipe(v.string(), v.isoDate()),
  keyId: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)),
});

export type LicenceClaims = v.InferOutput<typeof licenceClaims>;

/**
 * Our school's: signs a licence for the machine that wrote the request, which takes a seat as
 * `check_activation` does; the same request signed twice takes one. `until` counts for
 * administrators, who may sign for any serial number; others sign for their own, and the school
 * says until when. 403 `session/not_allowed`; 404 `licence/unknown_serial`; 409 `licence/no_seat` and
 * `licence/not_registered`; 422 `licence/other_version`, or `request/invalid` naming the field; 429.
 */
export const signLicence = call({
  method: "POST",
  path: "/user/sign-licence",
  body: v.object({
    request: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
    until: v.nullish(v.pipe(v.string(), v.isoDate()), null),
  }),
  answer: v.object({
    licence: v.string(),
    until: v.string(),
    serialNumber: v.string(),
    fullName: text,
  }),
});
