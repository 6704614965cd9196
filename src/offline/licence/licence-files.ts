import * as v from "valibot";
import type { ActivationForm } from "../../contract/activation.ts";
import {
  LICENCE_MARK,
  type LicenceClaims,
  licenceClaims,
  MAX_TEXT,
  REQUEST_MARK,
  requestPayload,
} from "../../contract/licence-file.ts";
import { createStored } from "../../core/stored.ts";
import { activationText, type LicenceTimes, timesOfFile } from "../../domain/licence.ts";
import { hasEnded } from "../../domain/licence-end.ts";
import {
  checkedMark,
  decodePayload,
  findLine,
  type LineFailure,
  writeCheckedLine,
} from "../../lib/marked-line.ts";
import { Result } from "../../lib/result.ts";
import type { Machine, MachineIdentity } from "../../platform/ports.ts";
import type { KeptLicence } from "./kept-licence.ts";
import { readSignedLicence } from "./signed-licence.ts";

/** Why a licence from a file was not taken. */
export type LicenceFileFailure =
  | LineFailure
  /** This build carries no school's key, and could be told anything. */
  | "no-key"
  | "other-school"
  | "other-machine"
  /** Made for another installation, or another person's, on this machine. */
  | "other-request"
  | "ended"
  /** It was given back, or the school has taken it back. */
  | "given-back"
  | "no-machine-id";

export interface LicenceFileOptions {
  machine: Pick<Machine, "storage" | "now" | "sha256"> & { identity: MachineIdentity };
  /** The school's; null where the build carries none. */
  publicKey: string | null;
}

interface RequestParts {
  readonly serialNumber: string;
  readonly licenseId: string;
  /** Empty where the person has registered before. */
  readonly form: ActivationForm;
}

/** No machine gives back, or loses, more licences than that. */
const MAX_SPENT = 50;

const KEY_DIGITS = 16;

const MARK = checkedMark(REQUEST_MARK.name, REQUEST_MARK.version);

/** When a licence was signed, in milliseconds since 1970; 0 where it does not say. */
const issuedOf = (issued: string | undefined): number => Date.parse(issued ?? "") || 0;

/** Requests and licences in files, for a machine without a network. */
export const createLicenceFiles = ({ machine, publicKey }: LicenceFileOptions) => {
  const { identity, sha256, now, storage } = machine;
  const requestStored = createStored(storage, "licence-request.v1", v.string());
  const spentStored = createStored(storage, "licence-spent.v1", v.array(v.string()));

  /** A payload that did not verify: whether it names another key. */
  const whyUnverified = async (payload: string): Promise<LicenceFileFailure> => {
    const claims = v.safeParse(licenceClaims, decodePayload(payload));
    if (!claims.success || publicKey === null) return "damaged";
    const own = (await sha256(publicKey)).slice(0, KEY_DIGITS);
    return claims.output.keyId === own ? "damaged" : "other-school";
  };

  const timesFor = async (
    { issued }: LicenceClaims,
    before: KeptLicence | null,
  ): Promise<LicenceTimes> => {
    const signedBefore = before && (await readSignedLicence(before.signed, publicKey));
    const known = before && { issued: issuedOf(signedBefore?.issued), times: before.times };
    return timesOfFile(issuedOf(issued), known, now());
  };

  const refusalOf = (
    claims: LicenceClaims,
    computerId: string,
    licenseId: string,
  ): LicenceFileFailure | null => {
    if (claims.computerId !== computerId) return "other-machine";
    if (claims.licenseId !== licenseId) return "other-request";
    return spentStored.read()?.includes(claims.activationId) ? "given-back" : null;
  };

  return {
    /**
     * Writes what this machine asks of the school. A request of somebody who has no licence yet waits
     * for it over restarts.
     * @returns one line; null where the machine has no id
     */
    async writeRequest({ serialNumber, licenseId, form }: RequestParts): Promise<string | null> {
      const computerId = await identity.computerId();
      if (computerId === null) return null;
      const hardware = await identity.hardware();
      const request = requestPayload({ serialNumber, computerId, licenseId, hardware, form });
      const text = await writeCheckedLine(MARK, request, sha256);
      if (form.fullname !== "") requestStored.write(text);
      return text;
    },

    /** The request that waits for its licence. */
    waitingRequest: () => requestStored.read(),
    forgetRequest: () => requestStored.clear(),

    /** An activation holds no more: it must not begin anew when its file is taken in again. */
    spend(activationId: string) {
      spentStored.write([...(spentStored.read() ?? []), activationId].slice(-MAX_SPENT));
    },

    /**
     * Reads a licence that the school has signed for this machine.
     * @param text as it was pasted, or stood in a file
     * @param licenseId of this installation
     * @param before the licence that is here; null: none
     */
    async readLicence(
      text: string,
      licenseId: string,
      before: KeptLicence | null,
    ): Promise<Result<KeptLicence, LicenceFileFailure>> {
      if (publicKey === null) return Result.fail("no-key");
      const computerId = await identity.computerId();
      if (computerId === null) return Result.fail("no-machine-id");
      const line =
        text.length > MAX_TEXT ? Result.fail("absent" as const) : findLine(LICENCE_MARK, text);
      if (!line.ok) return line;
      const { payload, tail } = line.value;
      const signed = `${payload}.${tail}`;
      if (!(await readSignedLicence(signed, publicKey))) {
        return Result.fail(await whyUnverified(payload));
      }
      const decoded = v.safeParse(licenceClaims, decodePayload(payload));
      if (!decoded.success) return Result.fail("damaged");
      const claims = decoded.output;
      const refusal = refusalOf(claims, computerId, licenseId);
      if (refusal) return Result.fail(refusal);
      const times = await timesFor(claims, before);
      if (hasEnded(claims.until, times.highest)) return Result.fail("ended");
      const { activationId, fullName, until } = claims;
      const serialNumber = claims.serialNumber.toLowerCase();
      const activationCode = await sha256(activationText({ serialNumber, computerId, licenseId }));
      return Result.ok({
        activationCode,
        activationId,
        serialNumber,
        computerId,
        licenseId,
        fullName,
        signed,
        times,
        until,
      });
    },
  };
};
