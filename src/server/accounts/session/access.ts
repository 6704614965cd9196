import type { FoundLicence } from "../../activation/licences.ts";
import { HttpProblem } from "../../problem.ts";
import type { SignedIn } from "./tokens.ts";

/** The part of an account that decides what the person may read. */
export type Student = Pick<SignedIn, "accountId" | "level">;

/**
 * The reader of content: a signed-in person, or an activated desktop app without a user. Such an
 * app has the courses of its licence and no progress, so all of their lessons are open.
 */
export type Reader =
  | { readonly kind: "person"; readonly person: SignedIn }
  | { readonly kind: "licence"; readonly licence: FoundLicence };

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
