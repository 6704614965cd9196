import { expect, test } from "vitest";
import { getAssignments } from "../../../src/contract/assignments.ts";
import { getMessages, postMessage } from "../../../src/contract/messages.ts";
import { getToday } from "../../../src/contract/progress.ts";
import { requestKey } from "../../../src/offline/local-school/handlers.ts";
import {
  isCached,
  personalCallKey,
  personalCalls,
} from "../../../src/offline/local-school/personal-calls.ts";

test("answers for use without a network include what waits for an answer, for tutors", () => {
  const own = (level: number) => personalCalls(1, level).map(personalCallKey);
  const waiting = requestKey(getAssignments, { query: { state: "uploaded" } });
  expect(own(9)).not.toContain(waiting);
  expect(own(10)).toContain(waiting);
});

test("answers for use without a network are kept of these calls and of what screens ask for, but of no later page and no change", () => {
  expect(isCached(getMessages)).toBe(true);
  expect(isCached(getToday, { params: { courseId: 1 } })).toBe(true);
  expect(isCached(getMessages, { query: { before: "7" } })).toBe(false);
  expect(isCached(getMessages, { query: { thread: 7 } })).toBe(false);
  expect(isCached(getMessages, { query: { limit: 1 } })).toBe(false);
  expect(isCached(postMessage)).toBe(false);
});
