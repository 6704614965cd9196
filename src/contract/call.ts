import type * as v from "valibot";
import type { WireSchema } from "./wire.ts";

/** The `:names` in a path. */
export type ParameterNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | ParameterNames<After>
    : Rest
  : never;

/** The values for the `:names` in a path; they are percent-encoded where they are filled in. */
export type PathParameters<Path extends string> = Record<ParameterNames<Path>, string | number>;

/**
 * One call of the contract: client and server are both made from it.
 * `answer` is stated once for both: its input type is what our server sends, its output type what a
 * client reads, and it decodes more than that (see `WireSchema`). `"bytes"` is a file.
 */
export interface Call<
  Path extends string = string,
  Body = unknown,
  Answer = unknown,
  Query extends string = string,
  Sent = unknown,
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
  readonly answer: WireSchema<Sent, Answer> | "bytes" | "nothing";
}

/** Gives a literal its types; no work at run time. */
export const call = <
  Path extends string,
  Body,
  Answer,
  Query extends string = never,
  Sent = NoContent,
>(
  definition: Call<Path, Body, Answer, Query, Sent>,
): Call<Path, Body, Answer, Query, Sent> => definition;

/** What is sent where the answer says nothing: `{}`, or null for a 204 without a body. */
export type NoContent = Record<string, never> | null;

/** What our school sends in answer to a call, to the letter. */
export type SentAnswer<Asked> =
  Asked extends Call<infer _Path, infer _Body, infer _Answer, infer _Query, infer Sent>
    ? Sent
    : never;
