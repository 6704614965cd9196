import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

/** The result of any call. */
export type CallResult = Result<unknown, CallFailure>;

/** Whether the school was not reached: no network, the page of a captive portal, or a server error. */
export const isUnreachable = (failure: CallFailure): boolean =>
  failure.kind === "refused" ? failure.status >= 500 : failure.kind !== "cancelled";

/** Whether this machine's refusal is final: the file is here, so no other source knows better. */
export const isAuthoritative = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.code === "";

/** Whether the school refused the request itself. A 401 is about the token, a 429 about the rate. */
export const isDefiniteRefusal = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.status < 500 && ![401, 429].includes(failure.status);

/** Whether the school answered 304: its last answer is still valid. */
export const isNotModified = (answer: CallResult): boolean =>
  !answer.ok && answer.failure.kind === "refused" && answer.failure.status === 304;

/** Whether two results have the same value. */
export const isSameResult = (one: CallResult, other: CallResult): boolean =>
  one.ok && other.ok && JSON.stringify(one.value) === JSON.stringify(other.value);
