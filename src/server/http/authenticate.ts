import type { HonoRequest } from "hono";
import { asSecret, type Secret } from "../secrets.ts";
import { HttpProblem } from "./problem.ts";
import type { Services } from "./services.ts";
import type { SignedIn } from "./session/tokens.ts";

/**
 * The 401 for a missing or invalid token.
 * @param headers further ones of the answer
 */
export const unauthorized = (headers: Record<string, string> = {}): HttpProblem =>
  new HttpProblem(401, "session/no_token", "Sign in first", {
    headers: { "WWW-Authenticate": "Bearer", ...headers },
  });

/** @throws HttpProblem 403 for a level below the least one */
export const requireLevel = ({ level }: Pick<SignedIn, "level">, least: number): void => {
  if (level < least)
    throw new HttpProblem(403, "session/not_allowed", "Your level may not do this");
};

const assertFound = (person: SignedIn | null): SignedIn => {
  if (!person) throw unauthorized();
  return person;
};

/** The token that a request is sent with; null: none. */
export const tokenOf = (request: HonoRequest): Secret | null => {
  const sent = /^Bearer +([\w-]{1,200})$/i.exec(request.header("authorization") ?? "")?.[1];
  return sent === undefined ? null : asSecret(sent);
};

/**
 * Identifies the person who sends the request. Hono's `bearerAuth` is asynchronous even for a token
 * that is cached, and answers 400 to a malformed one.
 * @throws HttpProblem 401
 */
export const authenticate = (
  { tokens }: Services,
  request: HonoRequest,
): SignedIn | Promise<SignedIn> => {
  const token = tokenOf(request);
  if (token === null) throw unauthorized();
  const found = tokens.find(token);
  return found instanceof Promise ? found.then(assertFound) : assertFound(found);
};
