import { InvalidArgumentError } from "commander";
import { isDay } from "../../domain/is-day.ts";
import { withoutInvisible } from "../../lib/without-invisible.ts";
import { fitsKey, likenessOf, MAX_KEY_BYTES } from "../accounts/account-names.ts";
import { isMailAddress } from "../mail-address.ts";
import { siteOrigin } from "../school/sites.ts";

const MAX_NAME_LENGTH = 100;

export const wholeNumber = (text: string): number => {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
};

export const positiveNumber = (text: string): number => {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError("It must be 1 or more.");
  return number;
};

/** A port to listen on; 0: any that is free. */
export const portNumber = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
};

const withinKey = (text: string): string => {
  if (!fitsKey(text)) throw new InvalidArgumentError(`It may have at most ${MAX_KEY_BYTES} bytes.`);
  return text;
};

export const emailAddress = (given: string): string => {
  const text = withoutInvisible(given);
  if (!isMailAddress(text)) throw new InvalidArgumentError("It must be an email address.");
  return withinKey(text);
};

/** The origin of a site: the protocol and the name in a browser's address line. */
export const site = (text: string): string => {
  const origin = siteOrigin(text);
  if (origin === null) {
    throw new InvalidArgumentError(
      "It must be the address of a site, such as https://www.school.example, without a page.",
    );
  }
  return origin;
};

export const shortName = (text: string): string => {
  const name = text.trim();
  if ([...name].length > MAX_NAME_LENGTH) {
    throw new InvalidArgumentError(`It may have at most ${MAX_NAME_LENGTH} characters.`);
  }
  return name;
};

export const notEmpty = (text: string): string => {
  const value = text.trim();
  if (value === "") throw new InvalidArgumentError("It is empty.");
  return value;
};

export const accountName = (text: string): string => {
  if (likenessOf(text) === "") throw new InvalidArgumentError("Nothing of it can be seen.");
  return withinKey(notEmpty(withoutInvisible(text)));
};

/** A day, `YYYY-MM-DD`. */
export const day = (text: string): string => {
  if (!isDay(text)) throw new InvalidArgumentError("It must be a date such as 2027-06-30.");
  return text;
};

/** A day, or `never`. Commander makes an empty text of null. */
export const dayOrNever = (text: string): string => (text === "never" ? text : day(text));

/** The keys of the courses that a tutor teaches, `all`, or `none`. */
const taughtKeys = (text: string): "all" | string[] => {
  if (text === "all") return text;
  if (text === "none") return [];
  const keys = text.split(",").map((key) => key.trim());
  if (!keys.includes("")) return keys;
  throw new InvalidArgumentError("It must be keys of courses such as PMB,SWB, all, or none.");
};

export const oneOfWords =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`It must be one of ${words.join(", ")}.`);
  };

/** Collects the values of an option that may be given several times. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

export const STDIN_OPTION = [
  "--password-stdin",
  "read the password from the first line of standard input",
  false,
] as const;

export const TEACHES_OPTION = [
  "--teaches <keys>",
  "the courses of a tutor, whose students they see: keys such as PMB,SWB, all, or none",
  taughtKeys,
] as const;
