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
  readActivationAnswer,
  type SchoolFailure,
  schoolFailure,
} from "./activation-answer.ts";
import { isSignedFor, type KeptLicence } from "./kept-licence.ts";

export interface Registration {
  serialNumber: string;
  /** Whose it is; empty while nobody has registered it. */
  fullName: string;
}

export type RegistrationFailure = SchoolFailure | { readonly kind: "wrong-serial" };

/** Without an id of the machine's own there is nothing to bind a seat to. */
export type SeatFailure = ActivationFailure | { readonly kind: "no-machine-id" };

/** A school of its own may refuse what is no serial number, or unknown, by status. */
const WRONG_SERIAL = [400, 404, 422];

/** Asks the school whether it knows a serial number, and whose it is. */
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
 * Takes a seat of a serial number for this machine.
 * @returns what is to be kept of it, but for the times
 */
export const takeSeat = async (
  { serialNumber, fullName, form }: Registration & { form: ActivationForm },
  { send, identity, sha256, publicKey, licenseId }: SeatOptions,
): Promise<Result<Omit<KeptLicence, "times">, SeatFailure>> => {
  const computerId = await identity.computerId();
  if (computerId === null) return Result.fail({ kind: "no-machine-id" });
  const hardware = await identity.hardware();
  const seat = { serialNumber, computerId, licenseId };
  const registered = fullName !== "";
  const hash = await sha256(requestText(hardware, seat));
  const body = { hardware, ...seat, hash, registered, form };
  const answer = await send(checkActivation, { body });
  if (!answer.ok) return Result.fail(schoolFailure(answer.failure));
  const read = readActivationAnswer(answer.value, await sha256(activationText(seat)));
  if (!read.ok) return read;
  // An earlier answer, played back, was made for another seat.
  const granted = { ...seat, ...read.value, until: null };
  const signed = await isSignedFor(granted, publicKey);
  return signed
    ? Result.ok({ ...granted, fullName: registered ? fullName : form.fullname })
    : Result.fail({ kind: "not-valid" });
};
