/**
 * Mistakes in prefetched addresses that must not compile. There is nothing to run: each
 * `@ts-expect-error` is an error once the line below it compiles.
 */
import type { CallAddress } from "../../src/contract/call.ts";
import type { getMessages } from "../../src/contract/messages.ts";
import type { getToday } from "../../src/contract/progress.ts";

type Today = CallAddress<typeof getToday>;
const path = "/user/progress/today/:courseId";
const params = { courseId: 1 };

export const right: [Today, CallAddress<typeof getMessages>] = [
  { path, params, query: { language: "en", weekStart: 7 } },
  { path: "/user/messages" },
];

export const wrong: Today[] = [
  // @ts-expect-error: the call has another path
  { path: "/user/progress/todays/:courseId", params },
  // @ts-expect-error: a value that was filled in by hand is no path of the contract
  { path: "/user/progress/today/1", params },
  // @ts-expect-error: the path names a course
  { path },
  // @ts-expect-error: the parameter has another name
  { path, params: { course: 1 } },
  // @ts-expect-error: the query has no such name
  { path, params, query: { lang: "en" } },
];
