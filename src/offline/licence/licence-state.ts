import { proxy } from "valtio/vanilla";
import type { NoticeDays } from "../../domain/licence-end.ts";

/**
 * `activated`: has just been activated, and the wizard still shows that. `lapsed`: activated, but the
 * school has not answered within the grace period, or the licence from a file has ended.
 */
export type LicenceStatus = "checking" | "none" | "activated" | "active" | "lapsed";

/** Why a machine lost its licence, or cannot have one. */
export type LicenceProblem =
  /** The stored licence is truncated, emptied or edited. */
  | "damaged"
  /** It was activated on another machine, and copied here. */
  | "other-machine"
  /** The school has revoked it. */
  | "revoked"
  /** The machine has no id to bind a licence to. */
  | "no-machine-id";

/** Why the app is locked while somebody uses it. */
export type LicenceEnd = LicenceProblem | "lapsed" | "deactivated";

/** What is shown of the owner while there is no licence. */
export const NOBODY = {
  serialNumber: "",
  fullName: "",
  activationId: null as string | null,
  /** The last day of a licence from a file; null for a licence that is checked with the school. */
  until: null as string | null,
};

/**
 * What the app shows of its licence, before the stored one is loaded.
 * @param acceptsFiles whether this build can verify licence files
 */
export const createLicenceState = (acceptsFiles: boolean) =>
  proxy({
    status: "checking" as LicenceStatus,
    problem: null as LicenceProblem | null,
    /** The licence could not be stored, so it will be asked for again at the next start. */
    notStored: false,
    /** Whether this build can verify licence files. */
    acceptsFiles,
    /** The request that is waiting for its licence. */
    request: null as string | null,
    /** Days before the end of a licence from a file, if it is to be announced now; else null. */
    notice: null as NoticeDays | null,
    ...NOBODY,
  });
