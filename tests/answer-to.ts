import type { Call } from "../src/contract/call.ts";
import type { Exact } from "../src/contract/exact.ts";
import type { DeepReadonly } from "../src/contract/wire.ts";

/**
 * An answer of our school to a call. A missing, misspelt or unknown field does not compile. Answers
 * of other schools, which may leave out a lot, are written without it.
 */
export const answerTo = <
  Path extends string,
  Body,
  Answer,
  Query extends string,
  Sent,
  const Value extends DeepReadonly<Sent>,
>(
  _call: Call<Path, Body, Answer, Query, Sent>,
  value: Value & Exact<Value, Sent>,
): Sent => value as Sent;
