import { expect, test } from "vitest";
import { isMailAddress } from "../../../src/server/mail-address.ts";

test.each([
  ["juergen@example.org", true],
  ["anna@münchen.example", true],
  ["anna@例え。テスト", true],
  ["anna@sub.school.example.", true],
  ["juergen@example", false],
  ["juergen@example.", false],
  ["juergen@.example", false],
  ["juergen@a..example", false],
  ["juergen", false],
  ["a@b@c.example", false],
  ["", false],
])("a typed mail address has a server of the internet: %j is one: %j", (text, is) => {
  expect(isMailAddress(text)).toBe(is);
});
