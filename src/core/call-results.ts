import type { Call } from "../contract/call.ts";
import type { Result } from "../lib/result.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { CallOptions } from "../transport/transport.ts";

/** What the schools that keep answers know of any call, and of its result. */
export type RequestOptions = CallOptions<string, unknown, string>;
export type CallResult = Result<unknown, CallFailure>;

/** Whether the school was not reached: no network, the page of a captive portal, or a server error. */
export const isUnreachable = (failure: CallFailure): boolean =>
  failure.kind === "refused" ? failure.status >= 500 : failure.kind !== "cancelled";

/** Whether the school refused the request itself. A 401 is about the token, a 429 about the rate. */
export const isDefiniteRefusal = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.status < 500 && ![304, 401, 429].includes(failure.status);

/** Whether the school answered 304: its last answer is still valid. */
export const isNotModified = (answer: CallResult): boolean =>
  !answer.ok && answer.failure.kind === "refused" && answer.failure.status === 304;

/** What a change affects: all calls with the same path start, such as `user/measurements`. */
export const areaOf = ({ path }: Pick<Call, "path">): string =>
  path.split("/").slice(1, 3).join("/");
