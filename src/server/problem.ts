import type { Problem, ProblemCode, ProblemStatus } from "../contract/problem.ts";

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
