import { expect, test } from "vitest";
import { refusalOf } from "../../../src/domain/queue.ts";

test.each([
  [403, "lesson/not_active", "not-active"],
  [403, "course/expired", "expired"],
  [404, "lesson/not_found", "not-found"],
  [404, "", "not-found"],
  [403, "", "other"],
  [422, "request/invalid", "other"],
] as const)("a school that answers %i %j gives the reason %s", (status, code, reason) => {
  expect(refusalOf({ status, code })).toBe(reason);
});
