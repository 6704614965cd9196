import { expect, test } from "vitest";
import { consentOf } from "../../../src/domain/consent.ts";
import { studentDay } from "../../support/day.ts";

const DAY = "2026-01-01";

test.each([
  ["2026-01-01", { kind: "valid", accepted: DAY, until: "2026-06-29" }],
  ["2026-06-29", { kind: "valid", accepted: DAY, until: "2026-06-29" }],
  ["2026-06-30", { kind: "expired", accepted: DAY, since: "2026-06-30" }],
  ["2027-01-01", { kind: "expired", accepted: DAY, since: "2026-06-30" }],
])("consent to personal data on %s is %j", (today, consent) => {
  expect(consentOf("personaldata", DAY, studentDay(today))).toEqual(consent);
  expect(consentOf("personaldata", `${DAY}T10:00:00Z`, studentDay(today))).toEqual(consent);
});

test("consent to photos and media does not expire", () => {
  expect(consentOf("mediaconsent", DAY, studentDay("2036-01-01"))).toEqual({
    kind: "valid",
    accepted: DAY,
    until: null,
  });
});

test("a policy that was not accepted is no consent", () => {
  expect(consentOf("personaldata", null, studentDay(DAY))).toEqual({ kind: "none" });
  expect(consentOf("mediaconsent", null, studentDay(DAY))).toEqual({ kind: "none" });
});
