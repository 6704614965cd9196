import { expect } from "vitest";
import type { Answer } from "../../server/support/client.ts";

/** What an answer must not tell a stranger about the inside. */
const INSIDE =
  /node_modules|\n\s+at |SQLITE_|sqlite3|syntax error|constraint failed|select .* from/i;

/**
 * No answer is a failure of the server or is taken for another type, every refusal is a problem of the contract, and
 * no page of another site can show it.
 */
export const expectSound = (what: string, { status, headers, text }: Answer): void => {
  const isRefused = status === 429 || status === 503;
  if (isRefused)
    expect([what, headers["retry-after"]]).toEqual([what, expect.stringMatching(/^\d/)]);
  else if (status >= 500) expect.fail(`${what} was answered with ${status}: ${text.slice(0, 300)}`);
  // Node itself answers headers that are larger than 16 KB.
  if (status === 431) return;
  expect([what, headers["x-content-type-options"], headers["referrer-policy"]]).toEqual([
    ...[what, "nosniff", expect.stringMatching(/^(?:same-origin|no-referrer)$/)],
  ]);
  const policy = headers["content-security-policy"];
  expect([what, policy]).toEqual([what, expect.stringContaining("frame-ancestors 'none'")]);
  if (status < 400) return;
  expect([what, headers["content-type"]]).toEqual([what, "application/problem+json"]);
  const problem = JSON.parse(text);
  expect([what, problem]).toEqual([
    what,
    expect.objectContaining({ status, code: expect.stringMatching(/^[a-z_]+\/[a-z_]+$/) }),
  ]);
  expect([what, INSIDE.exec(problem.title + (problem.detail ?? ""))]).toEqual([what, null]);
};
