import redaxios from "redaxios";
import * as v from "valibot";
import type { Call, ParameterNames, PathParameters } from "../contract/call.ts";
import { problem } from "../contract/problem.ts";
import { Result } from "../lib/result.ts";
import type { CallFailure } from "./call-failure.ts";
import { countedBody } from "./counted-body.ts";
import { type Cut, createTimeLimit, TIME_LIMIT_MS } from "./time-limit.ts";

export interface CallOptions<Path extends string, Body, Query extends string> {
  params?: PathParameters<Path>;
  query?: Partial<Record<Query, string | number>>;
  body?: Body;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Takes the call there in place of fetch. */
  fetcher?: Fetcher;
  /** Told of the `ETag` of an answer; null where it has none. */
  onTag?: (tag: string | null) => void;
  /**
   * Whoever gives this takes an answer that was kept on this machine, and is told when the school
   * has another one: then the same call gives that. Without it the school is asked first. Only the
   * desktop app keeps answers.
   */
  onNewer?: () => void;
}

/**
 * Takes a request to the school and its answer back, as fetch does.
 * @param alive is called for every sign of progress: the time limit begins anew
 */
export type Fetcher = (
  address: Parameters<typeof fetch>[0],
  init: RequestInit,
  alive: () => void,
) => Promise<Response>;

/** Sends a call of the contract. Never throws for what a network or a server can do. */
export type Send = <Path extends string, Body, Answer, Query extends string>(
  call: Call<Path, Body, Answer, Query>,
  options?: CallOptions<Path, Body, Query>,
) => Promise<Result<Answer, CallFailure>>;

/** Where a call of the contract goes. */
export interface Address {
  readonly path: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/**
 * The address of one call, for what is asked before the code that sends the call is there. The call
 * is named as a type: it brings its path and the names of its parameters, and leaves its schema to
 * that code.
 */
export type AddressOf<Asked> =
  Asked extends Call<infer Path, infer _Body, infer _Answer, infer Query, infer _Sent>
    ? {
        readonly path: Path;
        readonly query?: Readonly<Partial<Record<Query, string | number>>>;
      } & ([ParameterNames<Path>] extends [never]
        ? { readonly params?: undefined }
        : { readonly params: Readonly<PathParameters<Path>> })
    : never;

/** Asks for an answer early: `ask<typeof getNotes>({ path: "/user/notes" })`. */
export type Ask = <Asked = never>(address: AddressOf<Asked>) => void;

/** Sends a call whose answer is a file. */
export type SendForBytes = <Path extends string, Body, Query extends string>(
  call: Call<Path, Body, unknown, Query>,
  options?: CallOptions<Path, Body, Query>,
) => Promise<Result<Blob, CallFailure>>;

export interface TransportOptions {
  /** Base address of the file server, without a slash at its end. */
  base: string;
  token: () => string | null;
  /** Told of every 401 to a call that was sent with a token. */
  onUnauthorized: () => void;
  /** Told whether an answer came at all, whatever it says. */
  onReach: (reached: boolean) => void;
  fetch?: typeof fetch;
}

/** What redaxios resolves and rejects with. */
interface Reply {
  status: number;
  data: unknown;
  headers: Headers;
}

const written = ({ path, params, query = {} }: Address): string => {
  const filled = path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(String(params?.[name] ?? "")),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  // URLSearchParams writes numbers as text by itself.
  return given.length > 0
    ? `${filled}?${new URLSearchParams(given as [string, string][])}`
    : filled;
};

const refusal = (reply: Reply): CallFailure => {
  const body = v.safeParse(problem, reply.data);
  const wait = Number.parseInt(reply.headers.get("retry-after") ?? "", 10);
  return {
    kind: "refused",
    status: reply.status,
    code: body.success ? body.output.code : "",
    retryAfter: Number.isNaN(wait) ? null : wait,
  };
};

/** The one place that talks to the school. Raises no alert and goes nowhere. */
export const createTransport = (options: TransportOptions) => {
  const noAnswer = (cut: Cut | null): Result<never, CallFailure> => {
    if (cut !== "cancelled") options.onReach(false);
    return Result.fail({ kind: cut ?? "unreachable" });
  };

  /** Answers that were asked for before whoever needs them was there, by token and address. */
  const early = new Map<string, Promise<Result<Reply, CallFailure>>>();

  const request = async (
    { method, path, open, answer }: Call,
    { params, query, body, headers, signal, fetcher, onTag }: CallOptions<string, unknown, string>,
  ): Promise<Result<Reply, CallFailure>> => {
    const token = open ? null : options.token();
    const address = written({ path, params, query });
    const name = `${token} ${address}`;
    const asked = method === "GET" && early.get(name);
    if (asked) {
      early.delete(name);
      return asked;
    }
    const limit = createTimeLimit(signal);
    const doFetch: Fetcher = fetcher ?? options.fetch ?? fetch;
    try {
      const reply: Reply = await redaxios(options.base + address, {
        method: method.toLowerCase() as "get",
        data: body,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        responseType: answer === "bytes" ? "blob" : "text",
        // redaxios knows neither time-outs nor cancelling.
        fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
          const whole = { ...init, signal: limit.signal };
          const response = await doFetch(input, whole, limit.restart);
          return answer === "bytes" ? countedBody(response, limit.restart) : response;
        },
      });
      // redaxios swallows a body that breaks off; its data then stays undefined.
      if (reply.data === undefined) return noAnswer(limit.cut());
      options.onReach(true);
      onTag?.(reply.headers.get("etag"));
      return Result.ok(reply);
    } catch (error) {
      // redaxios rejects with a plain reply for a bad status, fetch with an Error for no answer.
      if (limit.cut() || error instanceof Error) return noAnswer(limit.cut());
      const reply = error as Reply;
      options.onReach(true);
      // An answer to an earlier token says nothing of the present one.
      if (reply.status === 401 && token && token === options.token()) options.onUnauthorized();
      return Result.fail(refusal(reply));
    } finally {
      limit.settle();
    }
  };

  const send = (async (call, callOptions = {}) => {
    const reply = await request(call as Call, callOptions as CallOptions<string, unknown, string>);
    if (!reply.ok) return reply;
    if (call.answer === "nothing") return Result.ok(undefined);
    const decoded = v.safeParse(call.answer as v.GenericSchema, reply.value.data);
    return decoded.success
      ? Result.ok(decoded.output)
      : Result.fail({ kind: "undecodable", json: typeof reply.value.data === "object" });
  }) as Send;

  const sendForBytes = (async (call, callOptions = {}) => {
    const reply = await request(call as Call, callOptions as CallOptions<string, unknown, string>);
    if (!reply.ok) return reply;
    return reply.value.data instanceof Blob
      ? Result.ok(reply.value.data)
      : Result.fail({ kind: "undecodable", json: false });
  }) as SendForBytes;

  /**
   * Asks for an answer before the code that will `send` the same is there. The answer
   * goes to the first who does, and is dropped when nobody has after half a minute.
   */
  const ask = ((address: Address): void => {
    const name = `${options.token()} ${written(address)}`;
    if (early.has(name)) return;
    early.set(name, request({ method: "GET", path: address.path, answer: "nothing" }, address));
    setTimeout(() => early.delete(name), TIME_LIMIT_MS);
  }) as Ask;

  return { base: options.base, send, sendForBytes, ask };
};

export type Transport = ReturnType<typeof createTransport> & {
  /**
   * An address of this page at which an asset lies, whole, in ranges; where there is no such
   * function, everything is the school's.
   * @returns null where this machine does not have it
   */
  assetAddress?: (product: string, title: string) => Promise<string | null>;
};
