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

/** The errors that the standards name (RFC 6749, RFC 6750, OpenID Connect Core). */
const KNOWN_ERRORS: ReadonlySet<string> = new Set(
  "invalid_request invalid_client invalid_grant unauthorized_client unsupported_grant_type invalid_scope access_denied unsupported_response_type server_error temporarily_unavailable invalid_token insufficient_scope interaction_required login_required account_selection_required consent_required".split(
    " ",
  ),
);

/** The status of an answer that is not a provider's, and what the system says of a missing one. */
const causeOf = (reason: unknown): string => {
  if (typeof reason !== "object" || reason === null) return "";
  if ("cause" in reason && reason.cause instanceof Response) return `HTTP ${reason.cause.status}`;
  if (reason instanceof TypeError) return codeOf(reason.cause);
  return "cause" in reason ? causeOf(reason.cause) : "";
};

/**
 * What is wrong, in the words of the library and the standards. What the other side has answered is not
 * repeated: its address is typed by somebody, and may lead into the school's network.
 */
export const detailOf = (reason: unknown): string => {
  // The browser has brought it: its person has seen it in the address.
  if (reason instanceof client.AuthorizationResponseError) {
    const { error, error_description } = reason;
    return cutText([error, error_description].filter(Boolean).join(": "), MAX_DETAIL);
  }
  const error =
    reason instanceof client.WWWAuthenticateChallengeError
      ? reason.cause[0]?.parameters.error
      : reason instanceof client.ResponseBodyError
        ? reason.error
        : undefined;
  if (error !== undefined) return KNOWN_ERRORS.has(error) ? error : "an unknown error";
  const isOwn = codeOf(reason).startsWith("OAUTH_") || reason instanceof DOMException;
  const message = isOwn && reason instanceof Error ? reason.message : "";
  const parts = [message, causeOf(reason) || codeOf(reason), claimOf(reason)];
  return cutText(parts.filter(Boolean).join(": ") || "an unreadable answer", MAX_DETAIL);
};

/** The fields for the log. Addresses and bodies are left out, because they can contain tokens. */
export const toLog = (reason: unknown): Record<string, string> => ({
  reason: reason instanceof Error ? reason.message : String(reason),
  code: codeOf(reason),
});
