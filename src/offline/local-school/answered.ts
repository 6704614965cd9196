import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

/** The answer to a call, whatever it is. */
export type Answered = Result<unknown, CallFailure>;

/** Whether no word of the school has come: no network, a portal's page, a server in trouble. */
export const isOutOfReach = (failure: CallFailure): boolean =>
  failure.kind === "refused" ? failure.status >= 500 : failure.kind !== "cancelled";

/** What this machine says of a file that it has: no other can say it better. */
export const isFinal = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.code === "";

/** A 401 speaks of the token, and a 429 of the moment; any other no is one to what was asked. */
export const isClearNo = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.status < 500 && ![401, 429].includes(failure.status);

/** Whether the school has said that its last answer still holds. */
export const isUnchanged = (answer: Answered): boolean =>
  !answer.ok && answer.failure.kind === "refused" && answer.failure.status === 304;

/** Whether two answers say the same. */
export const isSame = (one: Answered, other: Answered): boolean =>
  one.ok && other.ok && JSON.stringify(one.value) === JSON.stringify(other.value);
