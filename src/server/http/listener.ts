import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Log } from "../log.ts";
import type { App } from "./endpoint.ts";
import { HttpProblem, problemReply } from "./problem.ts";

const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

const ALLOWED_HEADERS =
  "Authorization, Content-Type, Idempotency-Key, Range, If-None-Match, If-Range, X-Queued-At, X-License";
const EXPOSED_HEADERS = "ETag, Content-Range, Accept-Ranges, Retry-After";

/**
 * Lets the desktop app in, which calls from a local origin.
 * @returns true when the request was a preflight and is answered
 */
const allowOrigin = (request: IncomingMessage, response: ServerResponse): boolean => {
  const { origin } = request.headers;
  const preflight =
    request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
  if (origin === undefined && !preflight) return false;
  if (origin !== undefined && LOCAL_ORIGIN.test(origin)) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Access-Control-Expose-Headers", EXPOSED_HEADERS);
    if (preflight) {
      response.setHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE");
      response.setHeader("Access-Control-Allow-Headers", ALLOWED_HEADERS);
      response.setHeader("Access-Control-Max-Age", "86400");
    }
  }
  if (preflight) response.writeHead(204, { Vary: "Origin" }).end();
  return preflight;
};

const LONGEST_SEGMENT = 64;

/** The path as it may stand in a log: no query, and nothing that could be a secret or an address. */
const loggedPath = (url: string): string =>
  url
    .split(/[?#]/, 1)
    .join("")
    .replace(/\/reset\/.*/, "/reset/…")
    .split("/")
    .map((segment) => (segment.length > LONGEST_SEGMENT || /@|%40/i.test(segment) ? "…" : segment))
    .slice(0, 12)
    .join("/");

const requestIds = new WeakMap<IncomingMessage, string>();

/** The id under which a request stands in the log. */
export const requestIdOf = (request: IncomingMessage): string | undefined =>
  requestIds.get(request);

/**
 * What stands around every request: its id and log line, preflights, and the refusal of new requests while the server closes.
 */
export class Listener {
  readonly #log: Log;
  readonly #listen: RequestListener;
  #closing = false;
  #count = 0;
  readonly #prefix = Date.now().toString(36);

  constructor(app: App, log: Log) {
    this.#log = log;
    const options = {
      errorHandler: () =>
        problemReply(new HttpProblem(400, "request/malformed", "The request is malformed")),
    };
    this.#listen = getRequestListener(app.fetch, options) as RequestListener;
  }

  /** From now on new requests get 503. */
  close(): void {
    this.#closing = true;
  }

  readonly handle: RequestListener = (request, response) => {
    const started = performance.now();
    const id = `${this.#prefix}-${(this.#count++).toString(36)}`;
    requestIds.set(request, id);
    response.once("close", () => {
      this.#log.info("request", {
        id,
        method: request.method,
        path: loggedPath(request.url ?? ""),
        status: response.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        cut: response.writableFinished ? undefined : true,
      });
    });
    if (this.#closing) return this.#refuse(response);
    if (allowOrigin(request, response)) return;
    this.#listen(request, response);
  };

  #refuse(response: ServerResponse): void {
    const body = JSON.stringify({
      type: "about:blank",
      title: "Service Unavailable",
      status: 503,
      detail: "The school is closing",
      code: "server/closing",
    });
    response.writeHead(503, {
      "Content-Type": "application/problem+json",
      "Retry-After": "5",
      Connection: "close",
    });
    response.end(body);
  }
}
