import { expect, test } from "vitest";
import {
  isSameAccount,
  passwordOf,
  shownValue,
  withPassword,
} from "../../../src/server/school/settings/list-settings.ts";

test.each([
  ["SMTP_URL", "smtp://desk:secret@mail.example:587", "smtp://desk@mail.example:587", true],
  ["SMTP_URL", "smtp://mail.example?password=secret", "smtp://mail.example", true],
  ["SMTP_URL", "smtp://mail.example", "smtp://mail.example", false],
  ["DATABASE_URL", "postgres://a:secret@db/school", "postgres://a@db/school", true],
  ["OPENID_CLIENT_SECRET", "secret", "", true],
  ["METRICS_TOKEN", "secret", "", true],
  ["OPENID_NAME", "Thimble", "Thimble", false],
])("a setting is shown without its secret: %s %s", (name, given, value, hasSecret) => {
  expect(shownValue(name, given)).toEqual({ value, hasSecret });
});

test("a password is put into an address as it is typed", () => {
  const address = withPassword("smtp://desk@mail.example:587", "p@ss/wörd:%1");
  expect(passwordOf(address)).toBe("p@ss/wörd:%1");
  expect(new URL(address).host).toBe("mail.example:587");
});

test.each([
  ["smtp://desk@mail.example", true],
  ["smtp://desk:other@mail.example?", true],
  ["smtp://desk:other@mail.example?tls.rejectUnauthorized=false", false],
  ["smtp://desk@mail.example?ignoreTLS=true", false],
  ["smtp://mail.example", false],
  ["smtp://desk@mail.example.evil.example", false],
  ["smtp://desk@mail.example:2525", false],
  ["smtps://desk@mail.example", false],
  ["smtp://other@mail.example", false],
])("a kept password goes to the same account of the same server alone: %s", (other, isSame) => {
  expect(isSameAccount("smtp://desk:secret@mail.example", other)).toBe(isSame);
});
