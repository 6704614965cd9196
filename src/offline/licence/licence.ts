import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type ActivationForm, checkLicense, deactivate } from "../../contract/activation.ts";
import { createStored } from "../../core/stored.ts";
import { advanceTimes, confirmedAt, isCheckDue, isLicenceOver } from "../../domain/licence.ts";
import { type NoticeDays, noticeDue } from "../../domain/licence-end.ts";
import { EMPTY_REGISTRATION } from "../../domain/registration.ts";
import { Result } from "../../lib/result.ts";
import { uuid } from "../../lib/uuid.ts";
import type { KeyValue, Machine, MachineIdentity } from "../../platform/ports.ts";
import type { Send } from "../../transport/transport.ts";
import {
  activateSeat,
  findRegistration,
  type Registration,
  type SeatFailure,
} from "./activate-seat.ts";
import { createLicenceFiles, type LicenceFileFailure } from "./licence-files.ts";
import {
  type StoredLicence,
  schoolDayOf,
  sealedLicence,
  sealLicence,
  unsealLicence,
  verifyLocally,
} from "./stored-licence.ts";

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
const NOBODY = {
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

/** The notice that was dismissed: the last day it was about, and how many days before. */
const storedNotice = v.object({ until: v.string(), days: v.number() });

/** Decides when to announce the end of a licence from a file. */
const createLicenceNotice = (storage: KeyValue) => {
  const stored = createStored(storage, "licence-notice.v1", storedNotice);
  return {
    /** The number of days to announce; null if it is too early, or if the notice was dismissed. */
    due(licence: StoredLicence | null): NoticeDays | null {
      if (!licence?.until) return null;
      const due = noticeDue(licence.until, schoolDayOf(licence)(licence.times.highest));
      const seen = stored.read();
      return due !== null && seen?.until === licence.until && seen.days <= due ? null : due;
    },

    /** Dismisses the notice. The next one is shown closer to the end. */
    dismiss(licence: StoredLicence | null, days: NoticeDays | null) {
      if (licence?.until && days) stored.write({ until: licence.until, days });
    },
  };
};

interface LicenceOptions {
  machine: Pick<Machine, "storage" | "now" | "randomHex" | "sha256"> & {
    identity: MachineIdentity;
    /** Whether the value under a key was damaged and removed. */
    wasDamaged?: (key: string) => Promise<boolean>;
  };
  send: Send;
  /** The app's version. */
  version: string;
  /** The school's key, as base64url of its SPKI in DER; null if the build has none. */
  publicKey: string | null;
}

/** The clock is recorded at most this often, and whenever it was turned back. */
const WRITE_INTERVAL_MS = 60_000;

const storedId = v.pipe(v.string(), v.uuid());

/**
 * Manages the licence of this machine. A licence from the school is only lost if the school says so,
 * or after the grace period.
 */
export const createLicence = ({ machine, send, version, publicKey }: LicenceOptions) => {
  const { storage, now, sha256, identity } = machine;
  const stored = createStored(storage, "licence.v1", sealedLicence);
  const idStored = createStored(storage, "licence-id.v1", storedId);
  const files = createLicenceFiles({ machine, publicKey });
  const notice = createLicenceNotice(storage);
  const state = createLicenceState(publicKey !== null);
  let kept: StoredLicence | null = null;
  let lastAsked: number | null = null;
  let underWay: Promise<void> | null = null;
  const lockListeners = new Set<(why: LicenceEnd) => void>();

  /** The id of this installation. It is created at the first start. */
  const licenseId = (): string => {
    const storedValue = idStored.read();
    if (storedValue) return storedValue;
    const made = uuid(machine.randomHex);
    idStored.write(made);
    return made;
  };

  const keep = async (licence: StoredLicence): Promise<void> => {
    kept = licence;
    const sealed = await sealLicence(licence, sha256);
    if (kept === licence) state.notStored = !stored.write(sealed);
  };

  const show = (status: LicenceStatus, problem: LicenceProblem | null = null) => {
    const { serialNumber, fullName, activationId, until } = kept ?? NOBODY;
    Object.assign(state, { status, problem, serialNumber, fullName, activationId, until });
    state.notice = notice.due(kept);
  };

  /** Replaces the present licence by one that was just granted. */
  const begin = async (licence: StoredLicence): Promise<void> => {
    lastAsked = now();
    files.forgetRequest();
    state.request = null;
    await keep(licence);
    // A person who renews is already using the app, and continues.
    show(state.status === "none" ? "activated" : "active");
  };

  const notifyLocked = (why: LicenceEnd) => {
    for (const listener of lockListeners) listener(why);
  };

  const lock = (why: Exclude<LicenceEnd, "lapsed">) => {
    if (kept && (why === "revoked" || why === "deactivated")) files.spend(kept.activationId);
    kept = null;
    // The folder may be shared by several machines; the licence is still valid on its own machine.
    if (why !== "other-machine") stored.clear();
    show("none", why === "deactivated" ? null : why);
    notifyLocked(why);
  };

  const isOver = (licence: StoredLicence, times = licence.times): boolean =>
    isLicenceOver(licence.until, times, (time) => schoolDayOf(licence)(time));

  const isCurrent = (licence: StoredLicence) => kept?.activationId === licence.activationId;

  /** @returns whether the licence is valid as far as this machine can tell */
  const isLocallyValid = async (licence: StoredLicence): Promise<boolean> => {
    const computerId = await identity.computerId();
    if (!isCurrent(licence)) return false;
    // The machine had an id at activation, so a failed read proves nothing.
    if (computerId === null) return true;
    const verdict = await verifyLocally(licence, { sha256, computerId, publicKey });
    if (verdict === "own" || !isCurrent(licence)) return isCurrent(licence);
    lock(verdict);
    return false;
  };

  const askSchool = async (licence: StoredLicence): Promise<void> => {
    lastAsked = now();
    const { activationId } = licence;
    const answer = await send(checkLicense, { body: { activationId, version } });
    if (!isCurrent(licence) || !answer.ok) return;
    const { status } = answer.value;
    // Whatever the word is, it is not ok.
    if (status !== "ok") return lock("revoked");
    const times = confirmedAt(now());
    await keep({ ...licence, times });
    if (state.status === "lapsed" && !isOver(licence, times)) show("active");
  };

  const checkNow = async (licence: StoredLicence, anyway: boolean): Promise<void> => {
    const passed = now() - licence.times.seen;
    if (passed < 0 || passed >= WRITE_INTERVAL_MS) {
      await keep({ ...licence, times: advanceTimes(licence.times, now()) });
    }
    if (anyway || isCheckDue(lastAsked, now())) {
      if (!(await isLocallyValid(licence))) return;
      await askSchool(licence);
    }
    if (!kept || !isCurrent(licence)) return;
    state.notice = notice.due(kept);
    if (!isOver(kept) || state.status === "lapsed") return;
    show("lapsed");
    notifyLocked("lapsed");
  };

  /** Checks once at a time: further calls wait for the same check. */
  const check = (anyway: boolean): Promise<void> => {
    if (!kept) return Promise.resolve();
    underWay ??= checkNow(kept, anyway).finally(() => {
      underWay = null;
    });
    return underWay;
  };

  /**
   * Activates a seat of a serial number for this machine.
   * @param form what the person filled in; used only for a serial number that is not registered yet
   */
  const activate = async (
    registration: Registration,
    form: ActivationForm,
  ): Promise<Result<null, SeatFailure>> => {
    const taken = await activateSeat(
      { ...registration, form },
      { send, identity, sha256, publicKey, licenseId: licenseId() },
    );
    if (!taken.ok) return taken;
    await begin({ ...taken.value, times: confirmedAt(now()) });
    return Result.ok(null);
  };

  return {
    state,

    /** Calls the listener when the licence stops being valid. */
    onLocked: (listener: (why: LicenceEnd) => void): void => void lockListeners.add(listener),

    /** Loads the stored licence and verifies it on this machine only. */
    async boot(): Promise<void> {
      licenseId();
      state.request = files.waitingRequest();
      const wasThere =
        storage.get("licence.v1") !== null || (await machine.wasDamaged?.("licence.v1"));
      const sealed = stored.read();
      const computerId = await identity.computerId();
      if (computerId === null) return show("none", "no-machine-id");
      const licence = sealed && (await unsealLicence(sealed, sha256));
      if (!licence) return show("none", wasThere ? "damaged" : null);
      const verdict = await verifyLocally(licence, { sha256, computerId, publicKey });
      if (verdict !== "own") return show("none", verdict);
      idStored.write(licence.licenseId);
      lastAsked = licence.times.good;
      const times = advanceTimes(licence.times, now());
      await keep({ ...licence, times });
      show(isOver(licence, times) ? "lapsed" : "active");
    },

    /** Looks up a serial number at the school. @returns who it is registered to */
    register: (serialNumber: string) => findRegistration(send, serialNumber),

    activate,

    /**
     * Writes a request file for a machine without a network. It is stored until its licence arrives.
     * @returns the request in one line; null if the machine has no id
     */
    async createRequest(serialNumber: string, form: ActivationForm): Promise<string | null> {
      state.request = await files.writeRequest({ serialNumber, licenseId: licenseId(), form });
      return state.request;
    },

    /** Writes a request to extend the present licence; null if there is none. */
    createRenewalRequest: async (): Promise<string | null> =>
      kept && files.writeRequest({ ...kept, form: EMPTY_REGISTRATION }),

    /** Installs a licence that the school has signed for this machine. @param text of the file */
    async installFromFile(text: string): Promise<Result<null, LicenceFileFailure>> {
      const read = await files.readLicence(text, licenseId(), kept);
      if (!read.ok) return read;
      await begin(read.value);
      return Result.ok(null);
    },

    /** Replaces the present licence by one that is checked with the school. */
    renew(): Promise<Result<null, SeatFailure>> {
      const { serialNumber, fullName } = kept ?? NOBODY;
      return activate({ serialNumber, fullName }, { ...EMPTY_REGISTRATION, fullname: fullName });
    },

    /** Dismisses the notice about the end. The next one is shown closer to it. */
    dismissNotice() {
      notice.dismiss(kept, state.notice);
      state.notice = null;
    },

    /** Leaves the wizard after the activation. */
    start() {
      if (state.status === "activated") show("active");
    },

    /** Call it on every change of route. Asks the school at most every 10 minutes. */
    check: () => check(false),

    /** Asks the school now. */
    retry: () => check(true),

    /** Releases the seat. If the school does not confirm it, the licence stays. @returns whether it did */
    async deactivate(): Promise<boolean> {
      if (!kept) return false;
      const licence = kept;
      const { serialNumber, computerId } = licence;
      const answer = await send(deactivate, {
        body: { serialNumber, computerId, licenseId: licence.licenseId },
      });
      if (!answer.ok || answer.value.status !== "ok") return false;
      if (isCurrent(licence)) lock("deactivated");
      return true;
    },
  };
};

export type Licence = ReturnType<typeof createLicence>;
