import * as v from "valibot";
import { siteOrigin } from "../sites.ts";

export const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, "PORT must be a number from 0 to 65535"),
  v.transform(Number),
  v.maxValue(65_535, "PORT must be a number from 0 to 65535"),
);

const MAX_DAYS = 3650;

/** A number of days, at least one. */
export const days = (name: string) => {
  const message = `${name} must be a number of days from 1 to ${MAX_DAYS}`;
  return v.pipe(wholeNumber(MAX_DAYS, message), v.minValue(1, message));
};

export const address = (name: string, schemes: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((value) => {
      const url = URL.parse(value);
      return url !== null && schemes.includes(url.protocol);
    }, `${name} must be an address such as ${example}`),
  );

/** Origins of sites, separated by commas. */
export const origins = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").filter((address) => address.trim() !== "")),
  v.everyItem(
    (address) => siteOrigin(address) !== null,
    "ALLOWED_ORIGINS must be addresses such as https://school.example, separated by commas",
  ),
  v.mapItems((address) => siteOrigin(address) ?? ""),
);

export const wholeNumber = (most: number, rule: string) =>
  v.pipe(v.string(), v.regex(/^\d{1,9}$/, rule), v.transform(Number), v.maxValue(most, rule));

/** A limit of an account; 0 is none. */
export const limit = (name: string, byDefault: number) =>
  v.optional(
    wholeNumber(999_999_999, `${name} must be a whole number; 0 for no limit`),
    String(byDefault),
  );
