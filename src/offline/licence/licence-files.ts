import * as v from "valibot";
import type { ActivationForm } from "../../contract/activation.ts";
import {
  LICENCE_FORMAT,
  type LicenceClaims,
  licenceClaims,
  MAX_LICENCE_TEXT_LENGTH,
  REQUEST_FORMAT,
  requestPayload,
} from "../../contract/licence-file.ts";
import { createStored } from "../../core/stored.ts";
import { activationText, type LicenceTimes, timesOfLicenceFile } from "../../domain/licence.ts";
import { hasEnded } from "../../domain/licence-end.ts";
import {
  checksumFormat,
  decodePayload,
  encodeChecksumLine,
  findLine,
  type LineFailure,
} from "../../lib/encoded-line.ts";
import { Result } from "../../lib/result.ts";
import type { Machine, MachineIdentity } from "../../platform/ports.ts";
import { type StoredLicence, schoolDayOf, verifySignedLicence } from "./stored-licence.ts";

export type LicenceFileFailure =
  | LineFailure
  /** This build has no public key, so it cannot verify a file. */
  | "no-key"
  | "other-school"
  | "other-machine"
  /** Made for another installation on this machine. */
  | "other-request"
  | "ended"
  /** The licence was deactivated, or the school has revoked it. */
  | "given-back"
  | "no-machine-id";

interface LicenceFileOptions {
  machine: Pick<Machine, "storage" | "now" | "sha256"> & { identity: MachineIdentity };
  /** The school's public key; null if the build has none. */
  publicKey: string | null;
}

interface RequestParts {
  readonly serialNumber: string;
  readonly licenseId: string;
  /** Empty if the person has registered before. */
  readonly form: ActivationForm;
}

/** More than any machine will deactivate. */
const MAX_SPENT = 50;

const KEY_DIGITS = 16;

const MARK = checksumFormat(REQUEST_FORMAT.name, REQUEST_FORMAT.version);

/** When a licence was signed, in milliseconds since 1970; 0 if it does not say. */
const issuedOf = (issued: string | undefined): number => Date.parse(issued ?? "") || 0;

/** Writes request files and reads licence files, for a machine without a network. */
export const createLicenceFiles = ({ machine, publicKey }: LicenceFileOptions) => {
  const { identity, sha256, now, storage } = machine;
  const requestStored = createStored(storage, "licence-request.v1", v.string());
  const spentStored = createStored(storage, "licence-spent.v1", v.array(v.string()));

  /** Why a signature is invalid: another school's key, or damage. */
  const whyUnverified = async (payload: string): Promise<LicenceFileFailure> => {
    const claims = v.safeParse(licenceClaims, decodePayload(payload));
    if (!claims.success || publicKey === null) return "damaged";
    const keyId = (await sha256(publicKey)).slice(0, KEY_DIGITS);
    return claims.output.keyId === keyId ? "damaged" : "other-school";
  };

  const timesFor = async (
    { issued }: LicenceClaims,
    before: StoredLicence | null,
  ): Promise<LicenceTimes> => {
    const signedBefore = before && (await verifySignedLicence(before.signed, publicKey));
    const present = before && { issued: issuedOf(signedBefore?.issued), times: before.times };
    return timesOfLicenceFile(issuedOf(issued), present, now());
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
     * Writes a request for the school. The first request of a machine is stored, so that it survives
     * restarts.
     * @returns one line of text; null if the machine has no id
     */
    async writeRequest({ serialNumber, licenseId, form }: RequestParts): Promise<string | null> {
      const computerId = await identity.computerId();
      if (computerId === null) return null;
      const hardware = await identity.hardware();
      const request = requestPayload({ serialNumber, computerId, licenseId, hardware, form });
      const text = await encodeChecksumLine(MARK, request, sha256);
      if (form.fullname !== "") requestStored.write(text);
      return text;
    },

    waitingRequest: () => requestStored.read(),
    forgetRequest: () => requestStored.clear(),

    /** Marks an activation as used up, so that its file cannot activate the machine again. */
    spend(activationId: string) {
      spentStored.write([...(spentStored.read() ?? []), activationId].slice(-MAX_SPENT));
    },

    /**
     * Reads a licence that the school has signed for this machine.
     * @param text as pasted, or as read from a file
     * @param licenseId of this installation
     * @param before the present licence; null if there is none
     */
    async readLicence(
      text: string,
      licenseId: string,
      before: StoredLicence | null,
    ): Promise<Result<StoredLicence, LicenceFileFailure>> {
      if (publicKey === null) return Result.fail("no-key");
      const computerId = await identity.computerId();
      if (computerId === null) return Result.fail("no-machine-id");
      const line =
        text.length > MAX_LICENCE_TEXT_LENGTH
          ? Result.fail("absent" as const)
          : findLine(LICENCE_FORMAT, text);
      if (!line.ok) return line;
      const { payload, tail } = line.value;
      const signed = `${payload}.${tail}`;
      if (!(await verifySignedLicence(signed, publicKey))) {
        return Result.fail(await whyUnverified(payload));
      }
      const decoded = v.safeParse(licenceClaims, decodePayload(payload));
      if (!decoded.success) return Result.fail("damaged");
      const claims = decoded.output;
      const refusal = refusalOf(claims, computerId, licenseId);
      if (refusal) return Result.fail(refusal);
      const times = await timesFor(claims, before);
      if (hasEnded(claims.until, schoolDayOf({ signed })(times.highest)))
        return Result.fail("ended");
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
