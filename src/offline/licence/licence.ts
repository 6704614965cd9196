import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type ActivationForm, checkLicense, deactivate } from "../../contract/activation.ts";
import { createStored } from "../../core/stored.ts";
import { confirmedAt, isCheckDue, isOver, lookAtClock } from "../../domain/licence.ts";
import type { NoticeDays } from "../../domain/licence-end.ts";
import { EMPTY_REGISTRATION } from "../../domain/registration.ts";
import { Result } from "../../lib/result.ts";
import { uuid } from "../../lib/uuid.ts";
import type { Machine, MachineIdentity } from "../../platform/ports.ts";
import type { Send } from "../../transport/transport.ts";
import {
  checkLocally,
  type KeptLicence,
  sealedLicence,
  sealLicence,
  unsealLicence,
} from "./kept-licence.ts";
import { createLicenceFiles, type LicenceFileFailure } from "./licence-files.ts";
import { createLicenceNotice } from "./licence-notice.ts";
import { findRegistration, type Registration, type SeatFailure, takeSeat } from "./take-seat.ts";

/**
 * `activated`: a moment ago, and its wizard still has to say so. `lapsed`: activated, but the school
 * has been silent for longer than the days of grace, or the licence came in a file and has ended.
 */
export type LicenceStatus = "checking" | "none" | "activated" | "active" | "lapsed";

/** Why a machine that had a licence has none, or can have none. */
export type LicenceProblem =
  /** What was kept is cut, emptied or edited. */
  | "damaged"
  /** It was activated on another machine, and copied. */
  | "other-machine"
  /** The school says that it holds no more. */
  | "revoked"
  /** Without an id of its own there is nothing to bind a licence to. */
  | "no-machine-id";

/** What ends the work of somebody who is at it. */
export type LicenceEnd = LicenceProblem | "lapsed" | "deactivated";

export interface LicenceOptions {
  machine: Pick<Machine, "storage" | "now" | "randomHex" | "sha256"> & {
    identity: MachineIdentity;
    /** Whether what was kept under a key is gone, since it was not what had been written. */
    wasDamaged?: (key: string) => Promise<boolean>;
  };
  send: Send;
  /** Of the app. */
  version: string;
  /** The school's, base64url of its SPKI in DER; null where the build carries none. */
  publicKey: string | null;
  /** Told when a licence that let somebody in does so no more. */
  onLocked: (why: LicenceEnd) => void;
}

/** The clock is written down at most so often, and whenever it was turned back. */
const WRITE_INTERVAL_MS = 60_000;

const storedId = v.pipe(v.string(), v.uuid());

const NOBODY = {
  serialNumber: "",
  fullName: "",
  activationId: null as string | null,
  /** The last day of a licence from a file; null for one that asks the school. */
  until: null as string | null,
};

/** Whether this machine may be used for study. Only a clear no from the school takes that away. */
export const createLicence = ({ machine, send, version, publicKey, onLocked }: LicenceOptions) => {
  const { storage, now, sha256, identity } = machine;
  const stored = createStored(storage, "licence.v1", sealedLicence);
  const idStored = createStored(storage, "licence-id.v1", storedId);
  const files = createLicenceFiles({ machine, publicKey });
  const notice = createLicenceNotice(storage);
  const state = proxy({
    status: "checking" as LicenceStatus,
    problem: null as LicenceProblem | null,
    /** The machine refused to keep the licence: at the next start it is asked for again. */
    unkept: false,
    /** Whether this build can verify a licence from a file. */
    takesFiles: publicKey !== null,
    /** The request that waits for its licence. */
    request: null as string | null,
    /** How many days before its end that of a licence from a file is to be said; null: not now. */
    notice: null as NoticeDays | null,
    ...NOBODY,
  });
  let kept: KeptLicence | null = null;
  let asked: number | null = null;
  let underWay: Promise<void> | null = null;

  /** Made at the first start, and the machine's from then on. */
  const licenseId = (): string => {
    const known = idStored.read();
    if (known) return known;
    const made = uuid(machine.randomHex);
    idStored.write(made);
    return made;
  };

  const keep = async (licence: KeptLicence): Promise<void> => {
    kept = licence;
    const sealed = await sealLicence(licence, sha256);
    if (kept === licence) state.unkept = !stored.write(sealed);
  };

  const show = (status: LicenceStatus, problem: LicenceProblem | null = null) => {
    const { serialNumber, fullName, activationId, until } = kept ?? NOBODY;
    Object.assign(state, { status, problem, serialNumber, fullName, activationId, until });
    state.notice = notice.due(kept);
  };

  /** A licence that has just been granted takes the place of whatever was here. */
  const begin = async (licence: KeptLicence): Promise<void> => {
    asked = now();
    files.forgetRequest();
    state.request = null;
    await keep(licence);
    // Who renews is in already, and goes on.
    show(state.status === "none" ? "activated" : "active");
  };

  const lock = (why: Exclude<LicenceEnd, "lapsed">) => {
    if (kept && (why === "revoked" || why === "deactivated")) files.spend(kept.activationId);
    kept = null;
    // A folder that several machines share: the licence is still good on the one that it is for.
    if (why !== "other-machine") stored.clear();
    show("none", why === "deactivated" ? null : why);
    onLocked(why);
  };

  const isPresent = (licence: KeptLicence) => kept?.activationId === licence.activationId;

  /** @returns whether the licence still stands as far as this machine can tell */
  const standsLocally = async (licence: KeptLicence): Promise<boolean> => {
    const computerId = await identity.computerId();
    if (!isPresent(licence)) return false;
    // It had one when it was activated: that it cannot be read just now proves nothing.
    if (computerId === null) return true;
    const found = await checkLocally(licence, { sha256, computerId, publicKey });
    if (found === "own" || !isPresent(licence)) return isPresent(licence);
    lock(found);
    return false;
  };

  const askSchool = async (licence: KeptLicence): Promise<void> => {
    asked = now();
    const { activationId } = licence;
    const answer = await send(checkLicense, { body: { activationId, version } });
    if (!isPresent(licence) || !answer.ok) return;
    const { status } = answer.value;
    if (status === "revoked" || status === "unknown") return lock("revoked");
    if (status !== "ok") return;
    const times = confirmedAt(now());
    await keep({ ...licence, times });
    if (state.status === "lapsed" && !isOver(licence.until, times)) show("active");
  };

  const checkNow = async (licence: KeptLicence, anyway: boolean): Promise<void> => {
    const passed = now() - licence.times.seen;
    if (passed < 0 || passed >= WRITE_INTERVAL_MS) {
      await keep({ ...licence, times: lookAtClock(licence.times, now()) });
    }
    if (anyway || isCheckDue(asked, now())) {
      if (!(await standsLocally(licence))) return;
      await askSchool(licence);
    }
    if (!kept || !isPresent(licence)) return;
    state.notice = notice.due(kept);
    if (!isOver(kept.until, kept.times) || state.status === "lapsed") return;
    show("lapsed");
    onLocked("lapsed");
  };

  /** One at a time: whoever asks meanwhile waits for the same. */
  const check = (anyway: boolean): Promise<void> => {
    if (!kept) return Promise.resolve();
    underWay ??= checkNow(kept, anyway).finally(() => {
      underWay = null;
    });
    return underWay;
  };

  /**
   * Takes a seat for this machine.
   * @param form what the person filled in; it only counts for a number that nobody has registered
   */
  const activate = async (
    registration: Registration,
    form: ActivationForm,
  ): Promise<Result<null, SeatFailure>> => {
    const taken = await takeSeat(
      { ...registration, form },
      { send, identity, sha256, publicKey, licenseId: licenseId() },
    );
    if (!taken.ok) return taken;
    await begin({ ...taken.value, times: confirmedAt(now()) });
    return Result.ok(null);
  };

  return {
    state,

    /** Takes up the licence that was kept, if it is whole and this machine's. Asks nobody. */
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
      const found = await checkLocally(licence, { sha256, computerId, publicKey });
      if (found !== "own") return show("none", found);
      idStored.write(licence.licenseId);
      asked = licence.times.good;
      const times = lookAtClock(licence.times, now());
      await keep({ ...licence, times });
      show(isOver(licence.until, times) ? "lapsed" : "active");
    },

    /** Asks the school whether it knows a serial number, and whose it is. */
    register: (serialNumber: string) => findRegistration(send, serialNumber),

    activate,

    /**
     * Writes a request for a machine without a network; it waits for its licence over restarts.
     * @returns the request in one line; null where the machine has no id
     */
    async request(serialNumber: string, form: ActivationForm): Promise<string | null> {
      state.request = await files.writeRequest({ serialNumber, licenseId: licenseId(), form });
      return state.request;
    },

    /** The same for more time with the licence that is here; null where there is none. */
    renewal: async (): Promise<string | null> =>
      kept && files.writeRequest({ ...kept, form: EMPTY_REGISTRATION }),

    /** Takes in a licence that the school has signed for this machine, out of a file. */
    async takeFile(text: string): Promise<Result<null, LicenceFileFailure>> {
      const read = await files.readLicence(text, licenseId(), kept);
      if (!read.ok) return read;
      await begin(read.value);
      return Result.ok(null);
    },

    /** Puts a licence that asks the school in the place of the one that is here. */
    renew(): Promise<Result<null, SeatFailure>> {
      const { serialNumber, fullName } = kept ?? NOBODY;
      return activate({ serialNumber, fullName }, { ...EMPTY_REGISTRATION, fullname: fullName });
    },

    /** The notice of the end has been seen; the next one comes nearer to it. */
    putAwayNotice() {
      notice.putAway(kept, state.notice);
      state.notice = null;
    },

    /** Whoever has activated the app goes on to use it. */
    start() {
      if (state.status === "activated") show("active");
    },

    /** On every change of route. Asks the school at most every 10 minutes. */
    check: () => check(false),

    /** Asks the school now, for somebody who waits for its answer. */
    retry: () => check(true),

    /** Gives the seat back. The licence stays where the school does not take it. */
    async deactivate(): Promise<boolean> {
      if (!kept) return false;
      const licence = kept;
      const { serialNumber, computerId } = licence;
      const answer = await send(deactivate, {
        body: { serialNumber, computerId, licenseId: licence.licenseId },
      });
      if (!answer.ok || answer.value.status !== "ok") return false;
      if (isPresent(licence)) lock("deactivated");
      return true;
    },
  };
};

export type Licence = ReturnType<typeof createLicence>;
