import * as client from "openid-client";
import { cutText } from "../../../lib/cut-text.ts";

/** The most characters of a provider's answer that somebody is shown. */
const MAX_DETAIL = 300;

/** The library's codes for a missing answer, or an answer that is not the provider's. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

const codeOf = (reason: unknown): string =>
  reason instanceof Error && "code" in reason ? String(reason.code) : "";

/** Whether the provider is unavailable or does not accept the school, which a person cannot fix. */
export const isUnavailable = (reason: unknown): boolean =>
  reason instanceof TypeError ||
  UNAVAILABLE.has(codeOf(reason)) ||
  reason instanceof client.WWWAuthenticateChallengeError ||
  (reason instanceof client.ResponseBodyError &&
    (reason.status >= 500 || reason.error === "invalid_client"));

/** The claim that an error is about, in the words of the library; empty if it is about none. */
const claimOf = (reason: unknown): string => {
  if (typeof reason !== "object" || reason === null) return "";
  if ("claim" in reason) return String(reason.claim);
  return "cause" in reason ? claimOf(reason.cause) : "";
};

/** What an error says, with what the provider has answered. */
export const detailOf = (reason: unknown): string => {
  const answer =
    reason instanceof client.WWWAuthenticateChallengeError
      ? reason.cause[0]?.parameters
      : reason instanceof client.AuthorizationResponseError ||
          reason instanceof client.ResponseBodyError
        ? reason
        : undefined;
  const said = answer
    ? [answer.error, answer.error_description]
    : [reason instanceof Error ? reason.message : String(reason), claimOf(reason)];
  return cutText(said.filter(Boolean).join(": "), MAX_DETAIL);
};

/** The fields for the log. Addresses and bodies are left out, because they can contain tokens. */
export const toLog = (reason: unknown): Record<string, string> => ({
  reason: reason instanceof Error ? reason.message : String(reason),
  code: codeOf(reason),
});
