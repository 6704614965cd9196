import { expect, test } from "vitest";
import { MAX_CHARACTERS } from "../../../src/contract/activation.ts";
import {
  EMPTY_REGISTRATION,
  isEmailAddress,
  isSerialNumber,
  MAX_LENGTHS,
  normaliseRegistration,
  normaliseSerialNumber,
  registrationProblems,
} from "../../../src/domain/registration.ts";
import { FORM } from "../support/licence-school.ts";

const ALL = ["fullname", "email", "country", "address", "telephone"];

test.each([
  ["has no problems with every field", {}, [], false],
  ["names all missing fields, in the order of the form", EMPTY_REGISTRATION, ALL, false],
  ["may have an invalid email address", { email: "dana@school" }, [], true],
  ["without an email address lacks it", { email: "" }, ["email"], false],
  ["with spaces alone in a field lacks it", { address: " \t " }, ["address"], false],
])("a registration %s", (_, change, missing, wrongEmail) => {
  const form = normaliseRegistration({ ...FORM, ...change });
  expect(registrationProblems(form)).toEqual({ missing, wrongEmail });
});

test("a registration is trimmed, and cut to the limits", () => {
  const long = "ש".repeat(300);
  const spaced = { email: ` ${FORM.email} `, country: " IL " };
  const cut = { ...FORM, fullname: long.slice(0, 50) };
  expect(normaliseRegistration({ ...FORM, ...spaced, fullname: long })).toEqual(cut);
  // As much as the school accepts.
  expect(MAX_LENGTHS).toEqual(MAX_CHARACTERS);
});

test.each([
  ...["dana@school.example", "d@b.co", "dana+sewing@mail.school.example"],
  ...["o'neil@school.example", "δανάη@σχολή.gr"],
])("%s is an address", (address) => expect(isEmailAddress(address)).toBe(true));

test.each([
  ...["dana", "dana@", "@school.example", "dana@school", "dana @school.example"],
  ...["a@b@c.de", "Dana <d@b.co>", "d@b.", "d@b.co>"],
])("%s is no address", (address) => expect(isEmailAddress(address)).toBe(false));

const NUMBER = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";

test.each([
  ["unchanged", NUMBER],
  ["in capitals", NUMBER.toUpperCase()],
  ["with spaces around it", `  ${NUMBER}\r\n`],
  ["with spaces in it", "0a1b 2c3d - 4e5f - 6071 - 8293 - a4b5 c6d7 e8f9"],
  ["in braces", `{${NUMBER}}`],
  ["in straight quotes", `"${NUMBER}"`],
  ["with non-breaking hyphens", NUMBER.replaceAll("-", "\u2011")],
  ["with soft hyphens and marks of direction", `\u200f${NUMBER.replaceAll("-", "-\u00ad")}\u200e`],
  ["without dashes", NUMBER.replaceAll("-", "")],
  ["in full-width letters", "０a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"],
])("a serial number is normalised when it is typed %s", (_, typed) => {
  expect(normaliseSerialNumber(typed)).toBe(NUMBER);
  expect(isSerialNumber(normaliseSerialNumber(typed))).toBe(true);
});

test.each([
  ["nothing", "", ""],
  ["a digit too few", NUMBER.slice(0, -1), NUMBER.slice(0, -1)],
  ["the letter O for a zero", NUMBER.replace("0", "O"), NUMBER.replace("0", "o")],
  ["words", "  Not Mine ", "not mine"],
  ["two at once", `${NUMBER} ${NUMBER}`, `${NUMBER} ${NUMBER}`],
])("an invalid serial number is left unchanged: %s", (_, typed, shown) => {
  expect(normaliseSerialNumber(typed)).toBe(shown);
  expect(isSerialNumber(normaliseSerialNumber(typed))).toBe(false);
});
