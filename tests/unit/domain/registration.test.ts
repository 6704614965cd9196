import { expect, test } from "vitest";
import { MAX_CHARACTERS } from "../../../src/contract/activation.ts";
import {
  EMPTY_REGISTRATION,
  isEmailAddress,
  MAX_LENGTHS,
  normaliseRegistration,
  registrationProblems,
} from "../../../src/domain/registration.ts";
import { FORM } from "../support/licence-school.ts";

test("a registration with every field has no problems", () => {
  expect(registrationProblems(FORM)).toEqual({ missing: [], wrongEmail: false });
});

test("a registration names all missing fields, in the order of the form", () => {
  expect(registrationProblems(EMPTY_REGISTRATION)).toEqual({
    missing: ["fullname", "email", "country", "address", "telephone"],
    wrongEmail: false,
  });
});

test("a registration may have an invalid email address, which is not the same as none", () => {
  const problems = (email: string) => registrationProblems({ ...FORM, email });
  expect(problems("dana@school")).toEqual({ missing: [], wrongEmail: true });
  expect(problems("")).toEqual({ missing: ["email"], wrongEmail: false });
});

test("a registration of spaces alone counts as missing", () => {
  const tidied = normaliseRegistration({ ...FORM, address: " \t " });
  expect(registrationProblems(tidied).missing).toEqual(["address"]);
});

test("a registration is trimmed, and cut to the limits", () => {
  const long = "ש".repeat(300);
  expect(
    normaliseRegistration({ ...FORM, email: ` ${FORM.email} `, country: " IL ", fullname: long }),
  ).toEqual({ ...FORM, fullname: long.slice(0, 50) });
});

test("a registration accepts as much as the school does", () => {
  expect(MAX_LENGTHS).toEqual(MAX_CHARACTERS);
});

test.each([
  "dana@school.example",
  "d@b.co",
  "dana+sewing@mail.school.example",
  "o'neil@school.example",
  "δανάη@σχολή.gr",
])("%s is an address", (address) => {
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  "dana",
  "dana@",
  "@school.example",
  "dana@school",
  "dana @school.example",
  "a@b@c.de",
  "Dana <d@b.co>",
  "d@b.",
  "d@b.co>",
])("%s is no address", (address) => {
  expect(isEmailAddress(address)).toBe(false);
});
