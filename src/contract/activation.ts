import * as v from "valibot";
import { call } from "./call.ts";
import { day, text, type WireSchema } from "./wire.ts";

/** The maximum lengths of the fields of the activation form. */
export const MAX_CHARACTERS = { fullname: 50, address: 50, telephone: 30, email: 254 } as const;

/** The activation form. The country is a code such as `GR`. */
const activationForm = v.object({
  address: v.string(),
  country: v.string(),
  email: v.string(),
  fullname: v.string(),
  telephone: v.string(),
});

export type ActivationForm = v.InferOutput<typeof activationForm>;

/**
 * Whether a serial number exists (`status` is `ok`). `body` is its owner's name; empty if it has
 * none.
 */
export const checkRegistration = call.get("/user/check_registration", {
  open: true,
  query: ["serialNumber"],
  answer: v.object({ status: v.string(), body: text }) as WireSchema<
    { status: "ok"; body: string } | { status: "error" },
    { status: string; body: string }
  >,
});

/** The errors that line 1 of the answer to `checkActivation` can contain instead of a code. */
export const ACTIVATION_ERRORS = {
  /** The serial number does not exist. */
  Error404: "unknown-serial",
  /** The hash or the form is invalid. */
  Error100: "authentication-failed",
  /** No seat is left. */
  Error300: "no-licence-left",
} as const;

/**
 * Activates an installation, which uses a seat. The answer is lines of text: the activation code or
 * one of `ACTIVATION_ERRORS`; the activation id; the licence, signed by the school.
 */
export const checkActivation = call.post("/user/check_activation", {
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

/**
 * Whether the licence is still valid: `ok`, `revoked` or `unknown`. Any other status counts as not ok, too.
 */
export const checkLicense = call.post("/user/check_license", {
  open: true,
  body: v.object({ activationId: v.string(), version: v.nullish(v.string(), "") }),
  answer: v.object({ status: v.string() as WireSchema<"ok" | "revoked" | "unknown", string> }),
});

/** Deactivates an installation, which frees its seat. */
export const deactivate = call.post("/user/deactivate", {
  open: true,
  body: v.object({ serialNumber: v.string(), computerId: v.string(), licenseId: v.string() }),
  answer: v.object({ status: v.string() as WireSchema<"ok" | "error", string> }),
});

/**
 * The claims of a licence: base64url JSON before the dot. After the dot comes the ECDSA signature
 * of the base64url text, as `r` and `s` in sequence like in WebCrypto, in base64url. The public key
 * is SPKI, DER, base64url.
 */
export const licence = v.object({
  activationId: v.string(),
  serialNumber: v.string(),
  computerId: v.string(),
  licenseId: v.string(),
  fullName: text,
  /** ISO date and time. */
  issued: v.string(),
  /**
   * The last day of a licence file (`licence-file.ts`); null for a licence that is checked online.
   */
  until: v.nullish(day, null),
  /** The time zone of the school's days, for the end of that day; null if the file names none. */
  zone: v.nullish(v.string(), null),
});

export type Licence = v.InferOutput<typeof licence>;
