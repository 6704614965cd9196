import type * as v from "valibot";

type ParameterNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | ParameterNames<After>
    : Rest
  : never;

/** The values for the `:names` in a path; they are percent-encoded where they are filled in. */
export type PathParameters<Path extends string> = Record<ParameterNames<Path>, string | number>;

/**
 * One call of the contract: client and server are both made from it.
 * `answer` decodes what a client takes, which is more than our own server sends; `"bytes"` is a file.
 */
export interface Call<
  Path extends string = string,
  Body = unknown,
  Answer = unknown,
  Query extends string = string,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Relative to the file server's base address, with `:name` for a parameter. */
  readonly path: Path;
  /** Answers without a token. */
  readonly open?: boolean;
  /** Carries an `Idempotency-Key`, so that a repeat is applied once. */
  readonly repeatable?: boolean;
  /** Names of the query parameters. */
  readonly query?: readonly Query[];
  readonly body?: v.GenericSchema<unknown, Body>;
  readonly answer: v.GenericSchema<unknown, Answer> | "bytes" | "nothing";
}

/** Gives a literal its types; no work at run time. */
export const call = <Path extends string, Body, Answer, Query extends string = never>(
  definition: Call<Path, Body, Answer, Query>,
): Call<Path, Body, Answer, Query> => definition;
