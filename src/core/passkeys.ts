import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { Result } from "../lib/result.ts";

/** Whether passkeys of a domain can be used on this page, or why not. */
type PasskeySupport = "available" | "no-address" | "elsewhere" | "no-browser" | "framed";

type PasskeyFailure =
  /** Cancelled, refused or timed out: a browser does not say which. */
  | "failed"
  /** The device has a passkey of the account already. */
  | "exists";

/** Whether the app is in a page of another site: browsers may refuse passkeys there. */
export const isFramed = (): boolean => self !== top;

/** Only Chromium tells what the page around a frame allows. Elsewhere the attempt shows it. */
interface TellingDocument {
  readonly featurePolicy?: { allowsFeature(name: string): boolean };
}

/**
 * @param domain that passkeys belong to; null: the school cannot have any
 * @param use whether a passkey is to sign, or to be made
 */
export const passkeySupport = (
  domain: string | null | undefined,
  use: "get" | "create",
): PasskeySupport => {
  if (!domain) return "no-address";
  if (location.hostname !== domain) return "elsewhere";
  if (!("PublicKeyCredential" in globalThis)) return "no-browser";
  const { featurePolicy } = document as TellingDocument;
  const isAllowed =
    !isFramed() || featurePolicy?.allowsFeature(`publickey-credentials-${use}`) !== false;
  return isAllowed ? "available" : "framed";
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
