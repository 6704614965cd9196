import type { Call } from "../../contract/call.ts";
import type { ProblemCode, ProblemStatus } from "../../contract/problem.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { CallOptions, Send, SendForBytes } from "../../transport/transport.ts";

type Asked<Path extends string, Body, Query extends string> = CallOptions<Path, Body, Query> &
  Required<Pick<CallOptions<Path, Body, Query>, "params" | "query" | "headers">>;

type Answering = (
  options: Asked<string, unknown, string>,
) => Promise<Result<unknown, CallFailure>> | Result<unknown, CallFailure>;

/** What a call is found by. */
export const nameOf = ({ method, path }: Pick<Call, "method" | "path">): string =>
  `${method} ${path}`;

/** What was asked, whole: the call with the values of its path and its query. */
export const askedName = (
  call: Pick<Call, "method" | "path">,
  { params = {}, query = {} }: Pick<CallOptions<string, unknown, string>, "params" | "query">,
): string => {
  const asked = [...Object.entries(params), ...Object.entries(query)].toSorted();
  return [nameOf(call), ...asked.map(([name, value]) => `${name}=${value}`)].join(" ");
};

/** An answer of this machine in place of the school's, to be found by the call. */
export type Answer = readonly [name: string, answer: Answering];

/** Ties an answer to its call, which gives both their types. */
export const answering = <Path extends string, Body, Value, Query extends string>(
  call: Call<Path, Body, Value, Query>,
  answer: (
    options: Asked<Path, Body, Query>,
  ) => Promise<Result<Value, CallFailure>> | Result<Value, CallFailure>,
): Answer => [nameOf(call), answer as unknown as Answering];

/** The same for a call whose answer is a file. */
export const answeringBytes = <Path extends string, Body, Query extends string>(
  call: Call<Path, Body, unknown, Query>,
  answer: (options: Asked<Path, Body, Query>) => Promise<Result<Blob, CallFailure>>,
): Answer => [nameOf(call), answer as unknown as Answering];

/** A school's no. */
export const refused = <Code extends ProblemCode | "">(
  status: Code extends ProblemCode ? ProblemStatus[Code] : number,
  code: Code,
): Result<never, CallFailure> => Result.fail({ kind: "refused", status, code, retryAfter: null });

export const unreachable: Result<never, CallFailure> = Result.fail({ kind: "unreachable" });

const given = (options: CallOptions<string, unknown, string> = {}) => ({
  ...options,
  params: options.params ?? {},
  query: options.query ?? {},
  headers: options.headers ?? {},
});

/** Sends calls to whatever answers them here; what nothing answers is as at a school that lacks it. */
export const createSend = (answers: readonly Answer[]) => {
  const byName = new Map(answers);
  const send = async (call: Call, options: CallOptions<string, unknown, string> = {}) =>
    byName.get(nameOf(call))?.(given(options)) ?? refused(404, "server/not_found");
  return {
    answers: (call: Pick<Call, "method" | "path">): boolean => byName.has(nameOf(call)),
    send: send as Send,
    sendForBytes: send as SendForBytes,
  };
};
