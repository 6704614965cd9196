import { expect, test } from "vitest";
import { getAssignments } from "../../../src/contract/assignments.ts";
import { getMessages, postMessage } from "../../../src/contract/messages.ts";
import { getNextLesson, getToday } from "../../../src/contract/progress.ts";
import { requestKey } from "../../../src/offline/local-school/handlers.ts";
import {
  isCached,
  isPinned,
  personalCallKey,
  personalCalls,
} from "../../../src/offline/local-school/personal-calls.ts";

test("answers for use without a network are fetched by the sync: those that are needed, those that a school may offer, and the rest", () => {
  const calls = personalCalls(1, 0).map(({ call, needed }) => [call.path, needed]);
  expect(calls).toEqual([
    ["/products", "all"],
    ["/user/courses", "all"],
    ["/user/progress", "all"],
    ["/user/assignments", "if-offered"],
    ["/user/measurements", "if-offered"],
    ["/user/notes", "if-offered"],
    ["/user/messages", "if-offered"],
    ["/organizations/:id", "decoration"],
    ["/organizations/:id/announcements/active", "decoration"],
  ]);
  const keys = personalCalls(1, 0).map(personalCallKey);
  expect(keys).toContain("GET /organizations/:id id=1");
});

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

test("answers for use without a network stay if the sync fetches them", () => {
  expect(isPinned(requestKey(getMessages, {}))).toBe(true);
  expect(isPinned(requestKey(getAssignments, { query: { state: "uploaded" } }))).toBe(true);
  expect(isPinned(requestKey(getNextLesson, { params: { courseId: 1 } }))).toBe(false);
  expect(isPinned("GET /user/messages-of-others")).toBe(false);
});

test("a request is the same whatever the order of its parameters", () => {
  const one = requestKey(getMessages, { query: { before: "1", thread: 2 } });
  expect(requestKey(getMessages, { query: { thread: 2, before: "1" } })).toBe(one);
  expect(requestKey(getMessages, { query: { thread: 3, before: "1" } })).not.toBe(one);
});
