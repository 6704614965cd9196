import { STATUS_CODES } from "node:http";
import type { Problem, ProblemCode, ProblemStatus } from "../../contract/problem.ts";
import { reply } from "./reply.ts";

/**
 * Throw it anywhere to end a request with this answer. The contract defines the status of each
 * code.
 */
export class HttpProblem<Code extends ProblemCode = ProblemCode> extends Error {
  readonly status: number;
  readonly code: Code;
  readonly errors: Problem["errors"];
  readonly headers: Record<string, string>;
  readonly secondFactor: Problem["secondFactor"];

  constructor(
    status: ProblemStatus[Code],
    code: Code,
    detail: string,
    more: Pick<Problem, "errors" | "secondFactor"> & { headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.secondFactor = more.secondFactor;
  }
}

/** A 422 that names one invalid field. */
export const invalid = (path: string, message: string): HttpProblem =>
  new HttpProblem(422, "request/invalid", "The request is invalid", {
    errors: [{ path, message }],
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

/** The response with a problem and its headers. */
export const problemReply = (problem: HttpProblem, requestId?: string): Response =>
  reply(JSON.stringify(problemOf(problem, requestId)), problem.status, {
    "Content-Type": PROBLEM_TYPE,
    "Cache-Control": "no-store",
    ...problem.headers,
  });
