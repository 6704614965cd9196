import type { Call } from "../contract/call.ts";
import type { Result } from "../lib/result.ts";
import type { CallFailure } from "./call-failure.ts";
import type { Fetcher, Send } from "./transport.ts";

/** How much of a form has been sent, in bytes. */
export interface SendProgress {
  readonly sent: number;
  readonly total: number;
}

export interface FormOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Called repeatedly while the form is being sent. */
  onProgress?: (progress: SendProgress) => void;
}

/**
 * Sends a form with its files. Its time limit is for 30 s without progress, not for the whole: a
 * photo arrives over the slowest line as long as bytes are being sent. Like `Send` it never rejects
 * because of the network or the server.
 */
export type SendForm = <Path extends string, Body, Answer, Query extends string>(
  call: Call<Path, Body, Answer, Query>,
  form: FormData,
  options?: FormOptions,
) => Promise<Result<Answer, CallFailure>>;

/** `new Response` throws if an answer with one of these statuses has a body. */
const NULL_BODY_STATUSES = new Set([204, 205, 304]);

const toResponse = (request: XMLHttpRequest): Response => {
  const lines = request.getAllResponseHeaders().split("\r\n").filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1)];
  });
  const { status } = request;
  return new Response(NULL_BODY_STATUSES.has(status) ? null : request.responseText, {
    status,
    headers,
  });
};

/** Sends a body with XMLHttpRequest, because fetch does not report how much has been sent. */
export const createUploadFetcher =
  (onSent: (progress: SendProgress) => void): Fetcher =>
  (address, { method, headers, body, signal }, onProgress) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      const fail = () => reject(new TypeError("The form was not sent"));
      request.upload.onprogress = ({ loaded, total }) => {
        onProgress();
        onSent({ sent: loaded, total });
      };
      request.onprogress = onProgress;
      request.onload = () => resolve(toResponse(request));
      request.onerror = fail;
      request.onabort = fail;
      request.open(String(method), String(address));
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      signal.addEventListener("abort", abort);
      if (signal.aborted) fail();
      else request.send(body as FormData);
    });

/**
 * Creates the function that sends forms. It is not part of the transport, so that only the screens
 * that send files load it.
 * @param send that of the transport
 */
export const createSendForm =
  (send: Send): SendForm =>
  (call, form, { headers, signal, onProgress = () => undefined } = {}) =>
    send(call, { body: form as never, headers, signal, fetcher: createUploadFetcher(onProgress) });
