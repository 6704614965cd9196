import { expect, test } from "vitest";
import { MAX_CHARACTERS } from "../../../src/contract/activation.ts";
import { parseRegistration } from "../../../src/server/activation/activate.ts";
import { FORM } from "../support/licence-school.ts";

const FIELDS = Object.keys(FORM) as (keyof typeof FORM)[];

test("a registration is stored without spaces around its fields, with the country in capitals", () => {
  const spaced = Object.fromEntries(FIELDS.map((field) => [field, `  ${FORM[field]} `]));
  expect(parseRegistration({ ...FORM, ...spaced, country: " il " })).toEqual(FORM);
  expect(parseRegistration({ ...FORM, address: "a\ud800" })?.address).toBe("a\ufffd");
});

test.each(FIELDS)("a registration needs: %s", (field) => {
  for (const text of ["", " ", "a\0b", "a\nb", "a\rb"]) {
    expect(parseRegistration({ ...FORM, [field]: text })).toBeNull();
  }
});

test.each(["fullname", "address", "telephone"] as const)("%s has a length limit", (field) => {
  const most = MAX_CHARACTERS[field];
  // A letter outside the basic plane is one character.
  expect(parseRegistration({ ...FORM, [field]: "𝒟".repeat(most) })).not.toBeNull();
  expect(parseRegistration({ ...FORM, [field]: "x".repeat(most + 1) })).toBeNull();
});

test.each([
  ["email", "dana"],
  ["email", "@school.example"],
  ["email", "dana@"],
  ["email", "dana levi@school.example"],
  ["email", "dana@school example"],
  ["email", "dana@levi@school.example"],
  ["country", "I"],
  ["country", "ISR"],
  ["country", "1L"],
])("a registration with the %s %j is refused", (field, text) => {
  expect(parseRegistration({ ...FORM, [field]: text })).toBeNull();
});
