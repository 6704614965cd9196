import { expect, test } from "vitest";
import english from "../../../../locales/en.json" with { type: "json" };
import type { SettingRefusal } from "../../../../src/contract/staff-school.ts";
import { SCHOOL_SETTINGS } from "../../../../src/domain/school-setting.ts";
import { choicesOf, refusalWords } from "../../../../src/features/school/settings.ts";
import type { Text } from "../../../../src/i18n/use-text.ts";

const text: Text = (id, values = {}) =>
  Object.entries(values).reduce(
    (words, [name, value]) => words.replace(`{${name}}`, String(value)),
    (english as Record<string, string>)[id] ?? id,
  );
const OTHER = { OPENID_ISSUER: "https://accounts.example", OPENID_CLIENT_ID: "school" };
const said = (name: string, code: SettingRefusal, message = `${name} must be right`, fields = {}) =>
  refusalWords(text, { name, code, message }, { ...OTHER, ...fields });

/** Settings that have any text. */
const FREE = /CLIENT_ID$|CLIENT_SECRET$|_CLAIM$/;

test.each(SCHOOL_SETTINGS.filter((name) => !FREE.test(name) && !choicesOf(name, text, "en")))(
  "a setting's rule is said in the words of the form, and not by its variable: %s",
  (name) => {
    const words = said(name, "value");
    expect(words).not.toContain("The school refuses this");
    expect(words).not.toMatch(/[A-Z]_[A-Z]/);
  },
);

test.each([
  ["together", "OPENID_ISSUER", { OPENID_CLIENT_ID: "" }, "staff-school.try-fill"],
  ["together", "OPENID_ISSUER", {}, "staff-school.rule-either"],
  ["password", "SMTP_URL", {}, "staff-school.rule-password"],
] as const)("a refusal says what to do: %s of %s %j", (code, name, fields, id) => {
  expect(said(name, code, "", fields)).toBe(english[id]);
});

test("a refusal without a rule has the school's sentence, with the names of the form", () => {
  expect(said("SMTP_URL", "options", "SMTP_URL may have the options name.")).toBe(
    "The school refuses this: “Mail server” may have the options name.",
  );
});
