import {
  ACTIVATION_ERRORS,
  type ActivationForm,
  checkActivation,
  checkRegistration,
} from "../../contract/activation.ts";
import { activationText, requestText } from "../../domain/licence.ts";
import { Result } from "../../lib/result.ts";
import type { MachineIdentity, Sha256 } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";
import { isSignedFor, type StoredLicence } from "./stored-licence.ts";

/** Why the school could not be asked, or could not answer. */
type SchoolFailure =
  | { readonly kind: "no-connection" }
  /** It answered with something else, such as the page of a captive portal. */
  | { readonly kind: "no-data" }
  | { readonly kind: "throttled"; readonly seconds: number | null };

/** Why a serial number was not activated. */
type ActivationFailure =
  | SchoolFailure
  | { readonly kind: (typeof ACTIVATION_ERRORS)[keyof typeof ACTIVATION_ERRORS] }
  /** The code or the licence is not for this serial number and machine. */
  | { readonly kind: "not-valid" };

/** Classifies a failed call to the school for the activation. */
const schoolFailure = (failure: CallFailure): SchoolFailure => {
  if (failure.kind === "refused" && failure.status === 429) {
    return { kind: "throttled", seconds: failure.retryAfter };
  }
  const answered = failure.kind === "refused" || failure.kind === "undecodable";
  return { kind: answered ? "no-data" : "no-connection" };
};

interface ActivationAnswer {
  activationCode: string;
  activationId: string;
  /** Empty if the school does not sign licences. */
  signed: string;
}

/**
 * Parses the school's answer: three lines with the code, the activation id and the signed licence.
 * @param expected the activation code as computed on this machine
 */
const parseActivationAnswer = (
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

export interface Registration {
  serialNumber: string;
  /** Who it is registered to; empty if nobody has registered it. */
  fullName: string;
}

export type RegistrationFailure = SchoolFailure | { readonly kind: "wrong-serial" };

/** `no-machine-id`: the machine has no id to bind a seat to. */
export type SeatFailure = ActivationFailure | { readonly kind: "no-machine-id" };

/** Statuses by which other servers may refuse a serial number that is unknown or malformed. */
const WRONG_SERIAL = [400, 404, 422];

/** Looks up a serial number at the school. */
export const findRegistration = async (
  send: Send,
  serialNumber: string,
): Promise<Result<Registration, RegistrationFailure>> => {
  const answer = await send(checkRegistration, { query: { serialNumber } });
  if (answer.ok) {
    const { status, body } = answer.value;
    return status === "ok"
      ? Result.ok({ serialNumber, fullName: body })
      : Result.fail({ kind: "wrong-serial" });
  }
  const { failure } = answer;
  const wrong = failure.kind === "refused" && WRONG_SERIAL.includes(failure.status);
  return Result.fail(wrong ? { kind: "wrong-serial" } : schoolFailure(failure));
};

interface SeatOptions {
  send: Send;
  identity: MachineIdentity;
  sha256: Sha256;
  publicKey: string | null;
  licenseId: string;
}

/**
 * Activates a seat of a serial number for this machine.
 * @returns the licence to store, without its times
 */
export const activateSeat = async (
  { serialNumber, fullName, form }: Registration & { form: ActivationForm },
  { send, identity, sha256, publicKey, licenseId }: SeatOptions,
): Promise<Result<Omit<StoredLicence, "times">, SeatFailure>> => {
  const computerId = await identity.computerId();
  if (computerId === null) return Result.fail({ kind: "no-machine-id" });
  const hardware = await identity.hardware();
  const seat = { serialNumber, computerId, licenseId };
  const registered = fullName !== "";
  const hash = await sha256(requestText(hardware, seat));
  const body = { hardware, ...seat, hash, registered, form };
  const answer = await send(checkActivation, { body });
  if (!answer.ok) return Result.fail(schoolFailure(answer.failure));
  const read = parseActivationAnswer(answer.value, await sha256(activationText(seat)));
  if (!read.ok) return read;
  // A replayed answer would be for another seat.
  const granted = { ...seat, ...read.value, until: null };
  const signed = await isSignedFor(granted, publicKey);
  return signed
    ? Result.ok({ ...granted, fullName: registered ? fullName : form.fullname })
    : Result.fail({ kind: "not-valid" });
};
