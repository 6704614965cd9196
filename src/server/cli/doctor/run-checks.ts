import { CHECKS, type CheckName, FINDING_STATES } from "../../../domain/doctor.ts";
import { checkDatabase } from "./check-database.ts";
import {
  checkAddress,
  checkBackup,
  checkCertificate,
  checkClock,
  checkContent,
  checkDisk,
  checkMail,
  checkVersions,
  type Finding,
  type Found,
  found,
  type Patient,
} from "./checks.ts";

const LIMIT_MS = 10_000;

type Check = (patient: Patient) => Promise<Found[]>;

const ALL: Readonly<Record<CheckName, Check>> = {
  disk: checkDisk,
  database: checkDatabase,
  mail: checkMail,
  clock: checkClock,
  certificate: checkCertificate,
  address: checkAddress,
  content: checkContent,
  backup: checkBackup,
  versions: checkVersions,
};

/** Runs a check for as long as it may take. What it has not found by then is not waited for. */
const runOne = async (
  name: CheckName,
  patient: Omit<Patient, "signal">,
  limitMs: number,
): Promise<Found[]> => {
  const controller = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<Found[]>();
  const timer = setTimeout(() => {
    resolve([found("staff-doctor.check-slow", { seconds: Math.round(limitMs / 1000) })]);
    controller.abort(new Error("The check takes too long"));
  }, limitMs);
  const checking = ALL[name]({ ...patient, signal: controller.signal }).catch((reason: unknown) => [
    found("staff-doctor.check-failed", {
      reason: reason instanceof Error ? reason.message : String(reason),
    }),
  ]);
  return Promise.race([checking, late]).finally(() => clearTimeout(timer));
};

/**
 * Checks a school: what is fine, and what is to be done. Each check has a time limit of its own.
 * @param names absent: all checks
 */
export const runChecks = async (
  patient: Omit<Patient, "signal">,
  { names = CHECKS, limitMs = LIMIT_MS }: { names?: readonly CheckName[]; limitMs?: number } = {},
): Promise<Finding[]> => {
  const all = await Promise.all(
    names.map(async (check) =>
      (await runOne(check, patient, limitMs)).map((one) => ({
        check,
        state: FINDING_STATES[one.code],
        ...one,
      })),
    ),
  );
  return all.flat();
};
