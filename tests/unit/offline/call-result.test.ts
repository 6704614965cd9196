import { expect, test } from "vitest";
import {
  isAuthoritative,
  isDefiniteRefusal,
  isNotModified,
  isSameResult,
  isUnreachable,
} from "../../../src/offline/local-school/call-result.ts";
import type { CallFailure } from "../../../src/transport/call-failure.ts";

const refused = (status: number, code = "user/not_found"): CallFailure => ({
  ...{ kind: "refused", status, code, retryAfter: null },
});
const failed = (failure: CallFailure) => ({ ok: false, failure }) as const;

const PORTAL: CallFailure = { kind: "undecodable", json: false };
const CANCELLED: CallFailure = { kind: "cancelled" };

test.each([
  [{ kind: "unreachable" }, true, false],
  [{ kind: "timeout" }, true, false],
  [PORTAL, true, false],
  [CANCELLED, false, false],
  [refused(500), true, false],
  [refused(503), true, false],
  [refused(499), false, true],
  [refused(404), false, true],
  // The token or the rate is refused, not the request.
  [refused(401), false, false],
  [refused(429), false, false],
] as [CallFailure, boolean, boolean][])(
  "after %j the school was not reached: %s; it refuses the request: %s",
  (failure, unreachable, definite) => {
    expect(isUnreachable(failure)).toBe(unreachable);
    expect(isDefiniteRefusal(failure)).toBe(definite);
  },
);

test("a refusal without a code is this machine's, which is final", () => {
  expect(isAuthoritative(refused(404, ""))).toBe(true);
  expect(isAuthoritative(refused(404))).toBe(false);
  expect(isAuthoritative(CANCELLED)).toBe(false);
});

test("only a 304 says that the last answer is still valid", () => {
  expect(isNotModified(failed(refused(304)))).toBe(true);
  expect(isNotModified(failed(refused(404)))).toBe(false);
  expect(isNotModified(failed(CANCELLED))).toBe(false);
  expect(isNotModified({ ok: true, value: null })).toBe(false);
});

test("two answers are the same if their values are; a failure is never the same", () => {
  const one = { ok: true, value: { id: 1 } } as const;
  expect(isSameResult(one, { ok: true, value: { id: 1 } })).toBe(true);
  expect(isSameResult(one, { ok: true, value: { id: 2 } })).toBe(false);
  expect(isSameResult({ ok: true, value: undefined }, failed(CANCELLED))).toBe(false);
  expect(isSameResult(failed(CANCELLED), failed(CANCELLED))).toBe(false);
});
