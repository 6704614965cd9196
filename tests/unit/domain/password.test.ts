import { expect, test } from "vitest";
import { isPasswordTooShort } from "../../../src/domain/password.ts";
import { passwordProblem } from "../../../src/server/accounts/password/password-rule.ts";

// The app and the school both ask this rule.
test.each([
  ["seven letters", "qwmzxpv", true],
  ["eight letters", "qwmzxpvk", false],
  ["seven letters between blanks", "  qwmzxpv\u00a0 ", true],
  ["seven signs that count twice", "🧵🪡🧵🪡🧵🪡🧵", true],
  ["eight signs that count twice", "🧵🪡🧵🪡🧵🪡🧵🪡", false],
  ["four ligatures of two letters", "\ufb01\ufb01\ufb01\ufb01", false],
  ["seven letters with accents of their own", "e\u0301".repeat(7), true],
  ["eight letters with accents of their own", "e\u0301".repeat(8), false],
])("tells whether a password is too short: %s", async (_, password, isTooShort) => {
  expect(isPasswordTooShort(password)).toBe(isTooShort);
  expect((await passwordProblem(password)) === "too-short").toBe(isTooShort);
});
