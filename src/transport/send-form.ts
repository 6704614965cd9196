import type { Call } from "../contract/call.ts";
import type { Result } from "../lib/result.ts";
import type { CallFailure } from "./call-failure.ts";
import type { Fetcher, Send } from "./transport.ts";

/** How much of a form has left this machine, in bytes. */
export interface SentSoFar {
  readonly sent: number;
  readonly total: number;
}

export interface FormOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Told again and again while the form is on its way. */
  onProgress?: (progress: SentSoFar) => void;
}

/**
 * Sends a form with its files. Its time limit of 30 s is for silence and not for the whole: a photo
 * arrives over the slowest line, as long as its bytes keep leaving. Never throws, as `Send`.
 */
export type SendForm = <Path extends string, Body, Answer, Query extends string>(
  call: Call<Path, Body, Answer, Query>,
  form: FormData,
  options?: FormOptions,
) => Promise<Result<Answer, CallFailure>>;

/** Statuses whose answers have no body, and cannot be made with one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

const answerOf = (request: XMLHttpRequest): Response => {
  const lines = request.getAllResponseHeaders().trim().split(/\r\n/).filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const { status } = request;
  return new Response(WITHOUT_BODY.has(status) ? null : request.responseText, { status, headers });
};

/** With XMLHttpRequest, since fetch says nothing of what has been sent. */
const uploading =
  (onProgress: (progress: SentSoFar) => void): Fetcher =>
  (address, { method = "POST", headers, body, signal }, alive) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const giveUp = () => request.abort();
      const fail = () => reject(new TypeError("The form was not sent"));
      request.upload.onprogress = ({ loaded, total }) => {
        alive();
        onProgress({ sent: loaded, total });
      };
      request.onprogress = alive;
      request.onload = () => resolve(answerOf(request));
      request.onerror = fail;
      request.onabort = fail;
      request.onloadend = () => signal?.removeEventListener("abort", giveUp);
      request.open(method, String(address));
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      signal?.addEventListener("abort", giveUp);
      if (signal?.aborted) fail();
      else request.send(body as FormData);
    });

/**
 * Makes the function that sends forms; apart from the transport, so that only the screens which
 * send files fetch it.
 * @param send the transport's
 */
export const createSendForm =
  (send: Send): SendForm =>
  (call, form, { headers, signal, onProgress = () => undefined } = {}) =>
    send(call, { body: form as never, headers, signal, fetcher: uploading(onProgress) });
