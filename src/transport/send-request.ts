import redaxios from "redaxios";

/** A request in redaxios's own terms. */
export interface HttpRequest {
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
export interface HttpReply {
  /** Whether the status is 200 to 299. */
  readonly ok: boolean;
  readonly status: number;
  /** The value of a JSON body, the text of any other body, or the `Blob` of a file. */
  readonly data: unknown;
  readonly headers: Headers;
}

/**
 * Sends a request with redaxios. This is the only file that works around its limits:
 * - It passes only method, body, headers and credentials to fetch. A signal, and so time-outs and
 *   cancelling, need a `fetch` of our own.
 * - It rejects with a plain object for an error status, and with an `Error` if no answer came.
 * - It ignores an error while it reads the body: then `data` stays undefined.
 * - It parses every text that is JSON, whatever the content type, so that the text `123` arrives as
 *   a number. No answer of the contract is such a text. With `blob` it parses nothing.
 * - Its types leave out `ok`, which it copies from the response like all fields.
 * @returns null if no complete answer came. Never rejects.
 */
export const sendRequest = async (url: string, request: HttpRequest): Promise<HttpReply | null> => {
  try {
    const reply = (await redaxios(url, request)) as unknown as HttpReply;
    return reply.data === undefined ? null : reply;
  } catch (rejection) {
    return rejection instanceof Error ? null : (rejection as HttpReply);
  }
};
