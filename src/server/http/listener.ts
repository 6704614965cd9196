import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Log } from "../log.ts";
import { HttpProblem } from "../problem.ts";
import type { AllowedSites } from "../school/sites.ts";
import { Admission, rankOf } from "./admission.ts";
import type { Metrics } from "./metrics.ts";
import { ALWAYS, PROBLEM_TYPE, problemOf, problemReply } from "./reply.ts";
import type { App } from "./route.ts";
import { sendStreamReply } from "./stream-reply.ts";

const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

const ALLOWED_HEADERS =
  "Authorization, Content-Type, Idempotency-Key, Range, If-None-Match, If-Range, X-Queued-At, X-License";
const EXPOSED_HEADERS = "ETag, Content-Range, Accept-Ranges, Retry-After";

// Hono's `cors`, `requestId` and `logger` see a request only once Hono handles it: not a refused one,
// nor how an answer ended. `cors` answers every OPTIONS and names methods to any origin. `requestId`
// takes the id that a client sends. `logger` writes lines of text with whole addresses.

/**
 * Allows cross-origin calls from the desktop app's local origin and from the school's own sites.
 * No cookie authorises a call, and the one that keeps a frame's session is given to pages of the school's own origin
 * alone. So an allowed site can do nothing without a token.
 * @returns true when the request was a preflight and has been answered
 */
const allowOrigin = (
  request: IncomingMessage,
  response: ServerResponse,
  allowed: AllowedSites,
): boolean => {
  const { origin } = request.headers;
  const preflight =
    request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
  if (origin === undefined && !preflight) return false;
  if (origin !== undefined && (LOCAL_ORIGIN.test(origin) || allowed.has(origin))) {
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

const MAX_SEGMENT_LENGTH = 64;
/** Most paths are short and plain, and are logged unchanged. */
const PLAIN = /^(?!.*\/(?:reset|first-start)\/)[\w/.-]{1,64}$/;

const redactedPath = (url: string): string =>
  url
    .split(/[?#]/, 1)
    .join("")
    .replace(/\/(reset|first-start)\/.*/, "/$1/…")
    .split("/")
    .map((segment) =>
      segment.length > MAX_SEGMENT_LENGTH || /@|%40/i.test(segment) ? "…" : segment,
    )
    .slice(0, 12)
    .join("/");

/**
 * The path as logged: without the query and without anything that could be a secret or an address.
 */
const loggedPath = (url: string): string => (PLAIN.test(url) ? url : redactedPath(url));

/**
 * Tells browsers to use HTTPS for a year, so that nobody on the way can offer them plain HTTP. Other
 * servers of the same domain decide for themselves.
 */
const TRANSPORT_SECURITY = "max-age=31536000";

/** How often the log says that the server is overloaded. */
const OVERLOAD_LOG_MS = 10_000;

const closing = () => new HttpProblem(503, "server/closing", "The school is closing");

/** Made once: the stack of an error for each refusal would take a tenth of its time. */
const OVERLOADED = new HttpProblem(
  503,
  "server/overloaded",
  "The school has too many requests; try again soon",
);

const requestIds = new WeakMap<IncomingMessage, string>();

/** The id of a request in the log. */
export const requestIdOf = (request: IncomingMessage): string | undefined =>
  requestIds.get(request);

/**
 * Wraps every request: assigns its id, writes its log line, answers preflights,
 * and refuses requests while the server closes, or has more than it can answer.
 * @param isSecure whether students reach the school by HTTPS
 * @param metrics counts the requests; null: nobody wants to know
 */
export const createListener = (
  app: App,
  log: Log,
  sites: AllowedSites,
  isSecure: () => boolean,
  metrics: Metrics | null,
) => {
  const admission = new Admission();
  let overloadLogged = Number.NEGATIVE_INFINITY;
  let isClosing = false;
  let underWay = 0;
  let drained: (() => void) | null = null;
  let count = 0;
  /** Servers of a school that start at the same moment have different ids. */
  const prefix = Date.now().toString(36) + randomBytes(2).toString("hex");

  const answer = (request: Request, env: HttpBindings) => {
    const sent = (response: Response) =>
      sendStreamReply(response, env.outgoing, (reason) =>
        log.error("Sending a file failed", reason, { id: requestIdOf(env.incoming) }),
      )
        ? RESPONSE_ALREADY_SENT
        : response;
    const answered = app.fetch(request, env);
    return answered instanceof Promise ? answered.then(sent) : sent(answered);
  };
  const listen = getRequestListener(answer as typeof app.fetch, {
    errorHandler: () =>
      problemReply(new HttpProblem(400, "request/malformed", "The request is malformed")),
  }) as RequestListener;

  const logOverload = (): void => {
    const now = performance.now();
    if (now - overloadLogged < OVERLOAD_LOG_MS) return;
    overloadLogged = now;
    log.warn("Overload: requests are refused", { waiting: admission.waiting });
  };

  const ended = (): void => {
    underWay -= 1;
    if (underWay === 0) drained?.();
  };

  /** @param retryAfter in seconds */
  const refuse = (
    response: ServerResponse,
    id: string,
    problem: HttpProblem,
    retryAfter: number,
  ): void => {
    const body = JSON.stringify(problemOf(problem, id));
    response.writeHead(503, {
      ...ALWAYS,
      "Content-Type": PROBLEM_TYPE,
      // Without it Node would send the answer in five pieces.
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
      "Retry-After": String(retryAfter),
      ...(isClosing && { Connection: "close" }),
    });
    response.end(body);
  };

  const handle: RequestListener = (request, response) => {
    const started = performance.now();
    const id = `${prefix}-${(count++).toString(36)}`;
    requestIds.set(request, id);
    const isRefused = isClosing;
    let isGone = false;
    if (!isRefused) underWay += 1;
    const counted = metrics?.begin(request.method ?? "", request.url ?? "");
    response.once("close", () => {
      isGone = true;
      if (!isRefused) ended();
      counted?.(response.statusCode);
      log.info("request", {
        id,
        method: request.method,
        path: loggedPath(request.url ?? ""),
        status: response.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        cut: response.writableFinished ? undefined : true,
      });
    });
    if (isSecure()) response.setHeader("Strict-Transport-Security", TRANSPORT_SECURITY);
    if (allowOrigin(request, response, sites)) return;
    if (isRefused) return refuse(response, id, closing(), 5);
    admission.admit({
      rank: rankOf(request.url ?? ""),
      begin: () => listen(request, response),
      refuse: (retryAfter) => {
        logOverload();
        refuse(response, id, OVERLOADED, retryAfter);
      },
      isGone: () => isGone,
    });
  };

  return {
    handle,
    /** Answers new requests with 503 from now on. Resolves when no earlier request is in progress. */
    async close(): Promise<void> {
      isClosing = true;
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        drained = resolve;
      });
    },
  };
};

export type Listener = ReturnType<typeof createListener>;
