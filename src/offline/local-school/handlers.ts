import type { Call } from "../../contract/call.ts";
import type { ProblemCode, ProblemStatus } from "../../contract/problem.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { CallOptions, Send, SendForBytes } from "../../transport/transport.ts";

/** The options of a call, with empty objects in place of absent parameters. */
type HandlerRequest<Path extends string, Body, Query extends string> = CallOptions<
  Path,
  Body,
  Query
> &
  Required<Pick<CallOptions<Path, Body, Query>, "params" | "query" | "headers">>;

type HandlerFunction = (
  options: HandlerRequest<string, unknown, string>,
) => Promise<Result<unknown, CallFailure>> | Result<unknown, CallFailure>;

export const callKey = ({ method, path }: Pick<Call, "method" | "path">): string =>
  `${method} ${path}`;

/**
 * The key of a request: the call with the values of its path and its query, but for the time zone. Who travels
 * without a network has the answer of the last one.
 */
export const requestKey = (
  call: Pick<Call, "method" | "path">,
  { params = {}, query = {} }: Pick<CallOptions<string, unknown, string>, "params" | "query">,
): string => {
  const values = [...Object.entries(params), ...Object.entries(query)]
    .filter(([name]) => name !== "zone")
    .toSorted();
  return [callKey(call), ...values.map(([name, value]) => `${name}=${value}`)].join(" ");
};

/** Answers a call on this machine in place of the school. */
export type Handler = readonly [key: string, handler: HandlerFunction];

/** Creates a handler with the types of its call. */
export const handle = <Path extends string, Body, Value, Query extends string>(
  call: Call<Path, Body, Value, Query>,
  handler: (
    options: HandlerRequest<Path, Body, Query>,
  ) => Promise<Result<Value, CallFailure>> | Result<Value, CallFailure>,
): Handler => [callKey(call), handler as unknown as HandlerFunction];

/** Creates a handler for a call whose answer is a file. */
export const handleBytes = <Path extends string, Body, Query extends string>(
  call: Call<Path, Body, unknown, Query>,
  handler: (options: HandlerRequest<Path, Body, Query>) => Promise<Result<Blob, CallFailure>>,
): Handler => [callKey(call), handler as unknown as HandlerFunction];

/** A refusal as the school would send it. */
export const refused = <Code extends ProblemCode | "">(
  status: Code extends ProblemCode ? ProblemStatus[Code] : number,
  code: Code,
): Result<never, CallFailure> => Result.fail({ kind: "refused", status, code, retryAfter: null });

/** The failure of a call that no source can answer at present. */
export const unreachable: Result<never, CallFailure> = Result.fail({ kind: "unreachable" });

const withDefaults = (options: CallOptions<string, unknown, string> = {}) => ({
  ...options,
  params: options.params ?? {},
  query: options.query ?? {},
  headers: options.headers ?? {},
});

/**
 * Passes each call to its handler. A call without a handler fails with 404, as at a school that does
 * not have it.
 */
export const createRouter = (handlers: readonly Handler[]) => {
  const byKey = new Map(handlers);
  const send = async (call: Call, options: CallOptions<string, unknown, string> = {}) =>
    byKey.get(callKey(call))?.(withDefaults(options)) ?? refused(404, "server/not_found");
  return {
    handles: (call: Pick<Call, "method" | "path">): boolean => byKey.has(callKey(call)),
    send: send as Send,
    sendForBytes: send as SendForBytes,
  };
};
