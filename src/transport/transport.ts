import redaxios from "redaxios";
import * as v from "valibot";
import type { Call, CallAddress, PathParameters } from "../contract/call.ts";
import { problem } from "../contract/problem.ts";
import { type Address, formatAddress } from "../lib/format-address.ts";
import { Result } from "../lib/result.ts";
import type { CallFailure } from "./call-failure.ts";
import { type AbortReason, createTimeLimit, TIME_LIMIT_MS } from "./time-limit.ts";

/** A request in redaxios's own terms. */
interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Record<string, string>;
  /** The body: sent as JSON; a form is sent as it is. */
  data: unknown;
  /** `blob` for a file, which stays a `Blob`. */
  responseType: "blob" | "text";
  /** Sends the request. It can abort it, which redaxios cannot. */
  fetch: (input: Parameters<typeof fetch>[0], init?: RequestInit) => Promise<Response>;
}

/** An answer of the server, whatever its status. */
interface HttpReply {
  /** Whether the status is 200 to 299. */
  readonly ok: boolean;
  readonly status: number;
  /** The value of a JSON body, the text of any other body, or the `Blob` of a file. */
  readonly data: unknown;
  readonly headers: Headers;
}

/**
 * Sends a request with redaxios. This is the only place that works around its limits:
 * - It passes only method, body, headers and credentials to fetch. A signal, and so time-outs and
 *   cancelling, need a `fetch` of our own.
 * - It rejects with a plain object for an error status, and with an `Error` if no answer came.
 * - It ignores an error while it reads the body: then `data` stays undefined.
 * - It parses every text that is JSON, whatever the content type, so that the text `123` arrives as
 *   a number. No answer of the contract is such a text. With `blob` it parses nothing.
 * - Its types leave out `ok`, which it copies from the response like all fields.
 * @returns null if no complete answer came. Never rejects.
 */
const sendRequest = async (url: string, request: HttpRequest): Promise<HttpReply | null> => {
  try {
    const reply = (await redaxios(url, request)) as unknown as HttpReply;
    return reply.data === undefined ? null : reply;
  } catch (rejection) {
    return rejection instanceof Error ? null : (rejection as HttpReply);
  }
};

/**
 * Returns a copy of a response that reports each chunk of its body.
 * @param onBytes called with the number of bytes of each chunk as it is read
 */
const countedBody = (response: Response, onBytes: (count: number) => void): Response => {
  if (!response.body) return response;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        onBytes(chunk.byteLength);
        out.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
};

export interface CallOptions<Path extends string, Body, Query extends string> {
  params?: PathParameters<Path>;
  query?: Partial<Record<Query, string | number>>;
  body?: Body;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether nobody waits for it: it is not sent again, and without an answer it says nothing about the network. */
  isQuiet?: boolean;
  /** Sends the request in place of fetch. */
  fetcher?: Fetcher;
  /** Called with the `ETag` of a good answer; null if it has none. */
  onEtag?: (tag: string | null) => void;
  /**
   * Allows an answer that is stored on this machine. It is called when the school has a newer one;
   * the same call then returns that. Without it the school is asked first. Only the desktop app
   * stores answers.
   */
  onNewer?: () => void;
}

/**
 * Sends a request and returns the response, like fetch.
 * @param onProgress to be called for every sign of progress: it restarts the time limit
 */
export type Fetcher = (
  address: Parameters<typeof fetch>[0],
  init: RequestInit & { signal: AbortSignal },
  onProgress: () => void,
) => Promise<Response>;

/** Sends a call of the contract. Never rejects because of the network or the server. */
export type Send = <Path extends string, Body, Answer, Query extends string>(
  call: Call<Path, Body, Answer, Query>,
  options?: CallOptions<Path, Body, Query>,
) => Promise<Result<Answer, CallFailure>>;

/**
 * Prefetches an answer: `prefetch<typeof getNotes>({ path: "/user/notes" })`.
 * @param given the answer, if it has come already; not decoded yet
 */
export type Prefetch = <Requested = never>(
  address: CallAddress<Requested>,
  given?: unknown,
) => void;

/** Sends a call whose answer is a file. Never rejects because of the network or the server. */
export type SendForBytes = <Path extends string, Body, Query extends string>(
  call: Call<Path, Body, unknown, Query>,
  options?: CallOptions<Path, Body, Query>,
) => Promise<Result<Blob, CallFailure>>;

export interface TransportOptions {
  /** Base address of the file server, without a slash at its end. */
  base: string;
  token: () => string | null;
  /** Called for every 401 to a call that needs a token and was sent with the present one. */
  onUnauthorized: () => void;
  /** Called after each call that was not cancelled: whether any answer came, whatever it says. */
  onReach: (reached: boolean) => void;
  fetch?: typeof fetch;
}

const refusal = (reply: HttpReply): CallFailure => {
  const body = v.safeParse(problem, reply.data);
  // Seconds alone, which schools send with their calls. Dates too, as `retry-after.ts` reads them for
  // downloads from other servers, would cost the sign-in form 23 bytes more than its budget has.
  const wait = Number.parseInt(reply.headers.get("retry-after") ?? "", 10);
  return {
    kind: "refused",
    status: reply.status,
    ...(body.success ? body.output : { code: "" }),
    retryAfter: Number.isNaN(wait) ? null : wait,
  };
};

/**
 * Creates the transport, which sends the calls of the contract to the school. It shows no alert and
 * changes no address: its callers decide what a failure means.
 */
export const createTransport = (options: TransportOptions) => {
  const noAnswer = (reason: AbortReason | null, isQuiet?: boolean): Result<never, CallFailure> => {
    if (reason !== "cancelled" && !isQuiet) options.onReach(false);
    return Result.fail({ kind: reason ?? "unreachable" });
  };

  /** Prefetched answers that nobody has used yet, by token and address. */
  const prefetched = new Map<string, Promise<Result<HttpReply, CallFailure>>>();

  const request = async (
    { method, path, open, answer }: Call,
    {
      params,
      query,
      body,
      headers,
      signal,
      isQuiet,
      fetcher,
      onEtag,
    }: CallOptions<string, unknown, string>,
  ): Promise<Result<HttpReply, CallFailure>> => {
    const token = options.token();
    const address = formatAddress({ path, params, query });
    const key = `${token} ${address}`;
    const early = method === "GET" && prefetched.get(key);
    if (early) {
      prefetched.delete(key);
      return early;
    }
    const limit = createTimeLimit(signal);
    const doFetch: Fetcher = fetcher ?? options.fetch ?? fetch;
    const isFile = answer === "bytes";
    const reply = await sendRequest(options.base + address, {
      method,
      data: body,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      responseType: isFile ? "blob" : "text",
      fetch: async (input, init) => {
        const response = await doFetch(input, { ...init, signal: limit.signal }, limit.restart);
        if (!isFile) return response;
        // The body of a refusal is no file: it is read as text, for its code.
        return response.ok
          ? countedBody(response, limit.restart)
          : Object.assign(response, { blob: response.text });
      },
    });
    limit.stop();
    // A call that was aborted while its error body arrived has no answer.
    if (!reply || (!reply.ok && limit.abortReason())) return noAnswer(limit.abortReason(), isQuiet);
    options.onReach(true);
    if (reply.ok) {
      onEtag?.(reply.headers.get("etag"));
      return Result.ok(reply);
    }
    // A 401 to an earlier token says nothing about the present one, nor does one to a call that needs none.
    if (reply.status === 401 && !open && token && token === options.token())
      options.onUnauthorized();
    return Result.fail(refusal(reply));
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
   * Requests an answer before the code that sends the same call is loaded. The first `send` of that
   * call gets the answer, or the school's refusal. After 30 s an unused answer is dropped.
   */
  const prefetch = ((address: Address, given?: unknown): void => {
    const key = `${options.token()} ${formatAddress(address)}`;
    if (prefetched.has(key)) return;
    const asked = given
      ? Promise.resolve(Result.ok({ data: given } as HttpReply))
      : request({ method: "GET", path: address.path, answer: "nothing" }, address);
    prefetched.set(key, asked);
    // Where no answer has come, the call is sent once more.
    void asked.then(
      (reply) => reply.ok || reply.failure.kind === "refused" || prefetched.delete(key),
    );
    setTimeout(() => prefetched.delete(key), TIME_LIMIT_MS);
  }) as Prefetch;

  return { base: options.base, send, sendForBytes, prefetch };
};

export type Transport = ReturnType<typeof createTransport> & {
  /**
   * Finds an address of this page at which a stored asset can be read, as a whole or in ranges.
   * Absent: every asset is at the school.
   * @returns null if this machine does not have the asset
   */
  assetAddress?: (product: string, title: string) => Promise<string | null>;
};
