import { expect, test } from "vitest";
import { fieldName, valueName } from "../../../../src/features/changes/change-words.ts";
import type { Text } from "../../../../src/i18n/use-text.ts";

const text = ((id: string) => id) as Text;

test.each([
  ["content", "draft files bytes rolled_back_to lessons new changed moved removed courses_removed"],
  ["person", "by_mail mail_works unlinked username level last_day courses teaches fields files"],
  ["person", "password second_factor second_factor_removed recovery_codes added changed invited"],
  ["setting", "value secret taken"],
  ["lesson", "captions video draft bytes"],
  ["backup", "bytes missing"],
  ["release", "version"],
  ["serial", "seats courses"],
  ["licence", "until"],
])("what the school records of a %s has a name in each language: %s", (kind, fields) => {
  for (const field of fields.split(" ")) {
    expect([field, fieldName(kind, field, text)]).toEqual([
      field,
      expect.stringMatching(/^staff-audit\./),
    ]);
  }
});

test.each([
  ["secret", "changed"],
  ["taken", "false"],
  ["fields", "first_name"],
  ["state", "accepted"],
])("a recorded value has a name in each language: %s %s", (field, value) => {
  expect(valueName(field, value, text)).toMatch(/^staff-/);
});
