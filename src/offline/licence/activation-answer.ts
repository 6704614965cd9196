import { ACTIVATION_ERRORS } from "../../contract/activation.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

/** Why the school could not be asked, or could not answer. */
export type SchoolFailure =
  | { readonly kind: "no-connection" }
  /** It answered with something else, such as the page of a captive portal. */
  | { readonly kind: "no-data" }
  | { readonly kind: "throttled"; readonly seconds: number | null };

/** Why a serial number was not activated. */
export type ActivationFailure =
  | SchoolFailure
  | { readonly kind: (typeof ACTIVATION_ERRORS)[keyof typeof ACTIVATION_ERRORS] }
  /** The code or the licence is not for this serial number and machine. */
  | { readonly kind: "not-valid" };

/** Classifies a failed call to the school for the activation. */
export const schoolFailure = (failure: CallFailure): SchoolFailure => {
  if (failure.kind === "refused" && failure.status === 429) {
    return { kind: "throttled", seconds: failure.retryAfter };
  }
  const answered = failure.kind === "refused" || failure.kind === "undecodable";
  return { kind: answered ? "no-data" : "no-connection" };
};

export interface ActivationAnswer {
  activationCode: string;
  activationId: string;
  /** Empty if the school does not sign licences. */
  signed: string;
}

/**
 * Parses the school's answer: three lines with the code, the activation id and the signed licence.
 * @param expected the activation code as computed on this machine
 */
export const parseActivationAnswer = (
  answer: string,
  expected: string,
): Result<ActivationAnswer, ActivationFailure> => {
  const [code = "", activationId = "", signed = ""] = answer.split("\n").map((line) => line.trim());
  if (Object.hasOwn(ACTIVATION_ERRORS, code)) {
    return Result.fail({ kind: ACTIVATION_ERRORS[code as keyof typeof ACTIVATION_ERRORS] });
  }
  // Not a single word of letters and digits: the page of a portal, or an empty answer.
  if (!/^[\w-]+$/.test(code) || code.startsWith("Error")) return Result.fail({ kind: "no-data" });
  if (code.toLowerCase() !== expected) return Result.fail({ kind: "not-valid" });
  if (activationId === "") return Result.fail({ kind: "no-data" });
  return Result.ok({ activationCode: expected, activationId, signed });
};
