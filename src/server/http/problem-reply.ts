import { STATUS_CODES } from "node:http";
import type { Problem } from "../../contract/problem.ts";
import type { HttpProblem } from "../problem.ts";
import { reply } from "./reply.ts";

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

/** The response with a problem and its headers. */
export const problemReply = (problem: HttpProblem, requestId?: string): Response =>
  reply(JSON.stringify(problemOf(problem, requestId)), problem.status, {
    "Content-Type": PROBLEM_TYPE,
    "Cache-Control": "no-store",
    ...problem.headers,
  });
