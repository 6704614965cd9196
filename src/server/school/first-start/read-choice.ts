import * as v from "valibot";
import { isLanguage, type Language } from "../../../domain/languages.ts";
import { withoutInvisible } from "../../../lib/without-invisible.ts";
import { fitsKey, likenessOf } from "../../accounts/account-names.ts";
import { isMailAddress } from "../../mail-address.ts";

/** What may be wrong with a field of the form. */
export type FieldProblem = "missing" | "too-long" | "no-address" | "no-name";

const MAX_NAME = 100;

const line = (
  check: (text: string) => boolean,
  problem: FieldProblem,
  clean = (text: string): string => text.trim(),
) =>
  v.pipe(
    v.string(),
    v.transform(clean),
    v.nonEmpty("missing"),
    v.regex(/^\P{Cc}*$/u, problem),
    v.maxLength(MAX_NAME, "too-long"),
    v.check(check, problem),
  );

/** The fields of a first start that a person types. */
export const firstFields = v.object({
  name: line(() => true, "missing"),
  admin: line((text) => likenessOf(text) !== "" && fitsKey(text), "no-name", withoutInvisible),
  email: line((text) => isMailAddress(text) && fitsKey(text), "no-address", withoutInvisible),
});

export type FirstFields = v.InferOutput<typeof firstFields>;

/** The languages among some words; the others are left out. */
export const languagesIn = (words: readonly string[]): Language[] => words.filter(isLanguage);

/** The time zone of this machine: a new school's days are there, until it says otherwise. */
// biome-ignore lint/plugin: no time is turned into a day here.
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
