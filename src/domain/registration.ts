import type { ActivationForm, MAX_CHARACTERS } from "../contract/activation.ts";

/** The longest that each field takes; the country is chosen from a list. */
export const MAX_LENGTHS: typeof MAX_CHARACTERS = {
  fullname: 50,
  address: 50,
  telephone: 30,
  email: 254,
};

/** In the order of the form. */
export const REGISTRATION_FIELDS = [
  "fullname",
  "email",
  "country",
  "address",
  "telephone",
] as const satisfies readonly (keyof ActivationForm)[];

export type RegistrationField = (typeof REGISTRATION_FIELDS)[number];

/** Something before one at sign, and a name with a dot after it. */
const ADDRESS = /^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]+$/u;

export const isEmailAddress = (text: string): boolean => ADDRESS.test(text);

export const EMPTY_REGISTRATION: Readonly<ActivationForm> = {
  address: "",
  country: "",
  email: "",
  fullname: "",
  telephone: "",
};

/** The form without spaces around its values, none of them longer than it may be. */
export const tidyRegistration = (form: ActivationForm): ActivationForm => {
  const cut = (field: keyof typeof MAX_LENGTHS) => form[field].trim().slice(0, MAX_LENGTHS[field]);
  return {
    address: cut("address"),
    country: form.country.trim(),
    email: cut("email"),
    fullname: cut("fullname"),
    telephone: cut("telephone"),
  };
};

/** What keeps a tidied form from being sent: fields that are empty, an address that is none. */
export const registrationProblems = (
  form: ActivationForm,
): { readonly missing: readonly RegistrationField[]; readonly wrongEmail: boolean } => ({
  missing: REGISTRATION_FIELDS.filter((field) => form[field] === ""),
  wrongEmail: form.email !== "" && !isEmailAddress(form.email),
});
