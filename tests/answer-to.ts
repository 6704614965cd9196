import type { Call } from "../src/contract/call.ts";
import type { Exact } from "../src/contract/exact.ts";
import type { DeepReadonly } from "../src/contract/wire.ts";

/**
 * What our school answers to a call. A field that is missing, misspelt or too many does not compile.
 * The answers of another school, which may leave out much, are written without it.
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
