import { expect, test } from "vitest";
import { type Failure, matchFailure, minutesToWait } from "../../../src/core/match-failure.ts";

const refused = (status: number, code = "", retryAfter: number | null = null) =>
  ({ kind: "refused", status, code, retryAfter }) as const;

const TABLE = {
  missing: "own",
  "account/limit_reached": "code",
  409: "status",
  refused: "refused",
  undecodable: "undecodable",
  else: "else",
} as const;

test.each<[string, Failure<"missing">]>([
  ["own", { kind: "missing" }],
  ["code", refused(409, "account/limit_reached")],
  ["status", refused(409, "other/code")],
  ["refused", refused(404, "toString")],
  ["else", refused(503, "server/overloaded")],
  ["undecodable", { kind: "undecodable", json: true }],
  // The page of a captive portal.
  ["else", { kind: "undecodable", json: false }],
  ["else", { kind: "unreachable" }],
  ["else", { kind: "timeout" }],
])("the row %s of a table belongs to %j", (row, failure) => {
  expect(matchFailure(failure, TABLE)).toBe(row);
});

test.each([
  [refused(429, "", 90), 2],
  [refused(429, "", 0), 1],
  [refused(429), 1],
  [{ kind: "timeout" } as const, 1],
])("after %j the next attempt is possible in %i minutes", (failure, minutes) => {
  expect(minutesToWait(failure)).toBe(minutes);
});
