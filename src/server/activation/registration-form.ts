import { type ActivationForm, MAX_CHARACTERS } from "../../contract/activation.ts";
import { withoutInvisible } from "../../lib/without-invisible.ts";

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const COUNTRY = /^[a-z]{2}$/i;
/** A field is one line. PostgreSQL rejects text with the first of these characters. */
const NOT_IN_A_LINE = /[\0\r\n]/;

const LIMITS = Object.entries(MAX_CHARACTERS) as [keyof typeof MAX_CHARACTERS, number][];

/**
 * Normalises the form for storage: trims its fields and writes the country code in capitals.
 * @returns null when a field is missing, too long or invalid
 */
export const parseRegistration = (form: ActivationForm): ActivationForm | null => {
  const kept: ActivationForm = {
    address: form.address.trim().toWellFormed(),
    country: form.country.trim().toUpperCase(),
    email: withoutInvisible(form.email).toWellFormed(),
    fullname: form.fullname.trim().toWellFormed(),
    telephone: form.telephone.trim().toWellFormed(),
  };
  const fields = Object.values(kept);
  if (fields.some((field) => field === "" || NOT_IN_A_LINE.test(field))) return null;
  if (LIMITS.some(([field, most]) => [...kept[field]].length > most)) return null;
  return EMAIL.test(kept.email) && COUNTRY.test(kept.country) ? kept : null;
};
