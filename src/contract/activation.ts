import * as v from "valibot";
import { call } from "./call.ts";
import { text, type WireSchema } from "./wire.ts";

/** The longest that the activation form takes. */
export const MAX_CHARACTERS = { fullname: 50, address: 50, telephone: 30, email: 254 } as const;

/** What the activation form sends: the country as its code, such as `GR`. */
export const activationForm = v.object({
  address: v.string(),
  country: v.string(),
  email: v.string(),
  fullname: v.string(),
  telephone: v.string(),
});

export type ActivationForm = v.InferOutput<typeof activationForm>;

/** Whether a serial number is known (`status` is `ok`), and whose it is: `body` empty for nobody's. */
export const checkRegistration = call({
  method: "GET",
  path: "/user/check_registration",
  open: true,
  query: ["serialNumber"],
  answer: v.object({ status: v.string(), body: text }) as WireSchema<
    { status: "ok"; body: string } | { status: "error" },
    { status: string; body: string }
  >,
});

/** What line 1 of the answer to `checkActivation` says in place of an activation code. */
export const ACTIVATION_ERRORS = {
  /** No such serial number. */
  Error404: "unknown-serial",
  /** The hash or the form does not hold. */
  Error100: "authentication-failed",
  /** No seat is left. */
  Error300: "no-licence-left",
} as const;

/**
 * Takes a seat. The answer is lines of text: the activation code or one of `ACTIVATION_ERRORS`; the
 * activation id; the licence, signed by the school.
 */
export const checkActivation = call({
  method: "POST",
  path: "/user/check_activation",
  open: true,
  body: v.object({
    hardware: v.string(),
    computerId: v.string(),
    licenseId: v.string(),
    hash: v.string(),
    serialNumber: v.string(),
    registered: v.boolean(),
    form: activationForm,
  }),
  answer: v.string(),
});

/** Whether the licence still holds: `ok`, `revoked` or `unknown`. Anything else proves nothing. */
export const checkLicense = call({
  method: "POST",
  path: "/user/check_license",
  open: true,
  body: v.object({ activationId: v.string(), version: v.nullish(v.string(), "") }),
  answer: v.object({ status: v.string() as WireSchema<"ok" | "revoked" | "unknown", string> }),
});

/** Gives the seat back. */
export const deactivate = call({
  method: "POST",
  path: "/user/deactivate",
  open: true,
  body: v.object({ serialNumber: v.string(), computerId: v.string(), licenseId: v.string() }),
  answer: v.object({ status: v.string() as WireSchema<"ok" | "error", string> }),
});

/**
 * What the school vouches for: the part of the licence before the dot, out of base64url. The
 * signature after the dot, `r` and `s` one after the other as WebCrypto takes it, is that of this
 * part as it stands there, in base64url. The public key is SPKI, DER, base64url.
 */
export const licence = v.object({
  activationId: v.string(),
  serialNumber: v.string(),
  computerId: v.string(),
  licenseId: v.string(),
  fullName: text,
  /** ISO date and time. */
  issued: v.string(),
  /** The last day of a licence in a file (`licence-file.ts`); null for one that asks the school. */
  until: v.nullish(v.pipe(v.string(), v.isoDate()), null),
});

export type Licence = v.InferOutput<typeof licence>;
