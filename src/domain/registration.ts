import type { ActivationForm, MAX_CHARACTERS } from "../contract/activation.ts";
import { cutText } from "../lib/cut-text.ts";
import { UUID } from "../lib/uuid.ts";
import { withoutInvisible } from "../lib/without-invisible.ts";

/** Characters that are copied along with a number: spaces, quotes, brackets, dashes. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212"']/gu;

/**
 * Normalises a typed or pasted serial number: lower case, grouped 8-4-4-4-12. A text that is no
 * serial number is only trimmed and converted to lower case.
 */
export const normaliseSerialNumber = (typed: string): string => {
  const lower = typed.normalize("NFKC").trim().toLowerCase();
  const digits = lower.replaceAll(SEPARATORS, "");
  if (!/^[\da-f]{32}$/.test(digits)) return lower;
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

/** Whether a text is a serial number in the form of `normaliseSerialNumber`. */
export const isSerialNumber = (text: string): boolean => UUID.test(text);

/** The maximum length of each field. The country is chosen from a list. */
export const MAX_LENGTHS: typeof MAX_CHARACTERS = {
  fullname: 50,
  address: 50,
  telephone: 30,
  email: 254,
};

/** In the order of the form. */
const REGISTRATION_FIELDS = [
  "fullname",
  "email",
  "country",
  "address",
  "telephone",
] as const satisfies readonly (keyof ActivationForm)[];

export type RegistrationField = (typeof REGISTRATION_FIELDS)[number];

/** One `@`, with text before it and a name with a dot after it. */
const EMAIL_ADDRESS = /^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]+$/u;

export const isEmailAddress = (text: string): boolean => EMAIL_ADDRESS.test(text);

export const EMPTY_REGISTRATION: Readonly<ActivationForm> = {
  address: "",
  country: "",
  email: "",
  fullname: "",
  telephone: "",
};

/** Trims the fields of a form and cuts them to their maximum lengths. */
export const normaliseRegistration = (form: ActivationForm): ActivationForm => {
  const cut = (field: keyof typeof MAX_LENGTHS) => cutText(form[field].trim(), MAX_LENGTHS[field]);
  return {
    address: cut("address"),
    country: form.country.trim(),
    email: cutText(withoutInvisible(form.email), MAX_LENGTHS.email),
    fullname: cut("fullname"),
    telephone: cut("telephone"),
  };
};

/**
 * The problems of a normalised form: the empty fields, and whether the email address is invalid.
 */
export const registrationProblems = (
  form: ActivationForm,
): { readonly missing: readonly RegistrationField[]; readonly wrongEmail: boolean } => ({
  missing: REGISTRATION_FIELDS.filter((field) => form[field] === ""),
  wrongEmail: form.email !== "" && !isEmailAddress(form.email),
});
