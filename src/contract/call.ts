import type * as v from "valibot";
import type { WireSchema } from "./wire.ts";

/** The names of the parameters (`:name`) in a path. */
export type ParameterNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | ParameterNames<After>
    : Rest
  : never;

/** The values of a path's parameters. They are percent-encoded when they are filled in. */
export type PathParameters<Path extends string> = Record<ParameterNames<Path>, string | number>;

/** What a call says besides its method and its path. */
interface CallDefinition<Body, Answer, Query extends string, Sent> {
  /** Whether it needs no token. */
  readonly open?: boolean;
  /** The least level of those who may send it; absent: everyone who has signed in. */
  readonly level?: 10 | 20 | 100;
  /** Whether it accepts an `Idempotency-Key`, so that a repeated request is applied once. */
  readonly repeatable?: boolean;
  /** The names of the query parameters. */
  readonly query?: readonly Query[];
  readonly body?: v.GenericSchema<unknown, Body>;
  /** The largest body at our school, in bytes, where that is more than for other calls. */
  readonly maxBytes?: number;
  readonly answer: WireSchema<Sent, Answer> | "bytes" | "nothing";
}

/**
 * A call of the contract. It types the client and the server. The input type of `answer` is what
 * our server sends, its output type what a client reads; at run time it accepts more (see
 * `WireSchema`). `"bytes"` is a file.
 */
export interface Call<
  Path extends string = string,
  Body = unknown,
  Answer = unknown,
  Query extends string = string,
  Sent = unknown,
> extends CallDefinition<Body, Answer, Query, Sent> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Relative to the file server's base address, with `:name` for a parameter. */
  readonly path: Path;
}

const by =
  (method: Call["method"]) =>
  <Path extends string, Body, Answer, Query extends string = never, Sent = NoContent>(
    path: Path,
    definition: CallDefinition<Body, Answer, Query, Sent>,
  ): Call<Path, Body, Answer, Query, Sent> => ({ method, path, ...definition });

/** Declares a call by its method: `call.get("/desk/counts", { answer })`. */
export const call = {
  get: by("GET"),
  post: by("POST"),
  put: by("PUT"),
  delete: by("DELETE"),
};

/**
 * The address of one call, for a prefetch before the code that sends the call is loaded. The call
 * is named as a type, which brings its path and the names of its parameters but not its schema.
 */
export type CallAddress<Requested> =
  Requested extends Call<infer Path, infer _Body, infer _Answer, infer Query, infer _Sent>
    ? {
        readonly path: Path;
        readonly query?: Readonly<Partial<Record<Query, string | number>>>;
      } & ([ParameterNames<Path>] extends [never]
        ? { readonly params?: undefined }
        : { readonly params: Readonly<PathParameters<Path>> })
    : never;

/** The body of an answer `"nothing"`: `{}`, or null for a 204. */
type NoContent = Record<string, never> | null;

/** The type of the answer that our school sends to a call. */
export type SentAnswer<Requested> =
  Requested extends Call<infer _Path, infer _Body, infer _Answer, infer _Query, infer Sent>
    ? Sent
    : never;
