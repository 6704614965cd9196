import { STATUS_CODES } from "node:http";
import type { Problem } from "../../contract/problem.ts";
import { safeFileName } from "../../lib/safe-file-name.ts";
import type { HttpProblem } from "../problem.ts";

/** The policy of an answer that no page may show in a frame, against clickjacking. */
export const NOT_FRAMED = "frame-ancestors 'none'";

/**
 * The headers of every answer. Hono's `secureHeaders` sets them on an answer that exists, in a
 * middleware that makes every route asynchronous.
 */
export const ALWAYS = {
  "Content-Security-Policy": NOT_FRAMED,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
} as const;

/**
 * An answer with these headers and the common ones. They are passed as a plain object at creation,
 * because changing headers later is expensive.
 */
export const reply = (
  body: string | Buffer | ReadableStream | null,
  status: number,
  headers: Record<string, string> = {},
): Response =>
  new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    headers: { ...ALWAYS, ...headers },
  });

export const PROBLEM_TYPE = "application/problem+json";

/**
 * The body of a problem in the form of RFC 9457.
 * @param requestId the id in the log, so that a report can be matched with its log line
 */
export const problemOf = (
  { status, code, message, errors, secondFactor }: HttpProblem,
  requestId?: string,
): Problem & { instance?: string } => ({
  type: "about:blank",
  title: STATUS_CODES[status] ?? "Error",
  status,
  detail: message,
  code,
  errors,
  secondFactor,
  instance: requestId && `urn:request:${requestId}`,
});

export const problemReply = (problem: HttpProblem, requestId?: string): Response =>
  reply(JSON.stringify(problemOf(problem, requestId)), problem.status, {
    "Content-Type": PROBLEM_TYPE,
    "Cache-Control": "no-store",
    ...problem.headers,
  });

/** Encodes a file name for `filename*`, as RFC 8187 says. */
export const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/**
 * A header with an ASCII file name for all clients and the exact name for those that support RFC
 * 6266.
 */
export const disposition = (name: string): string => {
  const safe = safeFileName(name);
  const plain = safe.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeFileName(safe)}`;
};
