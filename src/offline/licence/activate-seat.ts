import {
  type ActivationForm,
  checkActivation,
  checkRegistration,
} from "../../contract/activation.ts";
import { activationText, requestText } from "../../domain/licence.ts";
import { Result } from "../../lib/result.ts";
import type { MachineIdentity, Sha256 } from "../../platform/ports.ts";
import type { Send } from "../../transport/transport.ts";
import {
  type ActivationFailure,
  parseActivationAnswer,
  type SchoolFailure,
  schoolFailure,
} from "./activation-answer.ts";
import { isSignedFor, type StoredLicence } from "./stored-licence.ts";

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

export interface SeatOptions {
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
