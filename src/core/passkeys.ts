import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { Result } from "../lib/result.ts";

/** Whether passkeys of a domain can be used on this page, or why not. */
export type PasskeySupport = "available" | "no-address" | "elsewhere" | "no-browser";

export type PasskeyFailure =
  /** Cancelled, refused or timed out: a browser does not say which. */
  | "failed"
  /** The device has a passkey of the account already. */
  | "exists";

/** @param domain that passkeys belong to; null: the school cannot have any */
export const passkeySupport = (domain: string | null | undefined): PasskeySupport => {
  if (!domain) return "no-address";
  if (location.hostname !== domain) return "elsewhere";
  return "PublicKeyCredential" in globalThis ? "available" : "no-browser";
};

const failureOf = (reason: unknown): PasskeyFailure =>
  reason instanceof Error && reason.name === "InvalidStateError" ? "exists" : "failed";

/** Lets the browser make a passkey. */
export const createPasskey = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) => {
  try {
    return Result.ok(await startRegistration({ optionsJSON }));
  } catch (reason) {
    return Result.fail(failureOf(reason));
  }
};

/** Lets the browser sign with a passkey. */
export const signWithPasskey = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON) => {
  try {
    return Result.ok(await startAuthentication({ optionsJSON }));
  } catch (reason) {
    return Result.fail(failureOf(reason));
  }
};
