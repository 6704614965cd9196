import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type AppNews, appNews } from "../../contract/releases.ts";
import { createStored } from "../../core/stored.ts";
import {
  compareVersions,
  hasFailed,
  type InstalledProgram,
  isNewer,
  obsoleteVersions,
} from "../../domain/version.ts";
import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import {
  fetchRelease,
  packagePath,
  readRelease,
  releasePath,
  unpackVersion,
} from "./fetch-release.ts";
import {
  type FindPackageOptions,
  type FoundPackage,
  findPackage,
  planUpdate,
  type UpdatePlan,
} from "./find-package.ts";
import {
  readStoredVersions,
  VERSIONS,
  versionFolder,
  versionManifest,
  versionStarts,
} from "./stored-versions.ts";
import { NO_UPDATE, type UpdateFailure, type UpdateState } from "./update-state.ts";

/** How long a notice stays hidden after "later". */
const SNOOZE_MS = 24 * 60 * 60_000;

export interface UpdatesOptions extends FindPackageOptions {
  machine: Pick<
    DesktopMachine,
    "folder" | "sha256" | "sha256OfBytes" | "randomHex" | "storage" | "now"
  >;
  /** Identify the sender when a file is downloaded. */
  headers: () => Record<string, string>;
  version: string;
  installed: InstalledProgram;
  /** The runtime's `applicationId`. */
  application: string;
  /** Whether to ask the person before downloading anything. */
  asksFirst: () => boolean;
  /** Versions that failed to start while this window was open. */
  failedVersions: { read: () => readonly string[]; forget: () => void };
  fetch?: typeof fetch;
}

const quiet = v.object({ version: v.string(), until: v.number() });

/**
 * Announces, downloads and unpacks new versions. They are downloaded after the content: `resume` is
 * called when there is nothing else to download, `pause` when there is.
 */
export const createUpdates = (options: UpdatesOptions) => {
  const { machine, installed } = options;
  const { folder, storage, now } = machine;
  const running = options.version;
  const news = createStored(storage, "app-news.v1", appNews);
  const snoozeStored = createStored(storage, "app-news.quiet.v1", quiet);
  const state = proxy<UpdateState>({ kind: "link", rolledBack: "", ...NO_UPDATE });
  let wanted: FoundPackage | null = null;
  let control: AbortController | null = null;
  let fetching: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  /** Whether nothing else is being downloaded. */
  let isFree = false;

  const fail = (failure: UpdateFailure) => {
    state.failure = failure;
    state.phase = "failed";
  };

  const forget = () => {
    control?.abort();
    wanted = null;
    Object.assign(state, NO_UPDATE);
  };

  const applyPlan = async ({ version, notes }: AppNews, plan: UpdatePlan): Promise<void> => {
    const { resources, kind, failure } = plan;
    const kept = snoozeStored.read();
    forget();
    Object.assign(state, { kind, version, notes: notes ?? {}, failure });
    state.snoozedUntil = kept?.version === version ? kept.until : 0;
    state.phase = "offered";
    if (!resources) return;
    wanted = resources;
    state.bytesTotal = resources.release.size;
    if ((await readStoredVersions(folder)).some((each) => each.version === version)) {
      // It is unpacked already: it waits for a restart, or has failed to start.
      state.phase = version === state.rolledBack ? "offered" : "installed";
      return;
    }
    const isHere = (await readRelease(machine, resources.release)) !== null;
    state.phase = isHere ? "ready" : "waiting";
    if (isHere) state.bytesDone = resources.release.size;
  };

  const take = async (announced: AppNews | null): Promise<void> => {
    if (
      !announced ||
      !isNewer(announced.version, running) ||
      !isNewer(announced.version, installed.version)
    ) {
      if (state.phase !== "none") forget();
      return;
    }
    const app = { publicKey: options.publicKey, application: options.application, installed };
    const plan = await planUpdate(announced, app);
    const isSame =
      state.version === announced.version &&
      state.kind === plan.kind &&
      wanted?.release.checksum === plan.resources?.release.checksum;
    // The download of the same version continues.
    if (isSame && state.phase !== "none") state.notes = announced.notes ?? {};
    else await applyPlan(announced, plan);
    resume();
  };

  /** Deletes versions that are no longer needed, and downloads of versions that were replaced. */
  const prune = async (): Promise<void> => {
    for (const version of obsoleteVersions(await readStoredVersions(folder), running, installed)) {
      await folder.remove(versionManifest(version));
      await folder.remove(versionStarts(version));
      await folder.remove(versionFolder(version));
    }
    const coming = wanted && releasePath(wanted.release);
    for (const name of await folder.list(VERSIONS)) {
      const path = `${VERSIONS}/${name}`;
      const isFetched = name.endsWith(".package") || name.endsWith(`.package${PARTIAL_SUFFIX}`);
      if (isFetched && path !== coming && path !== `${coming}${PARTIAL_SUFFIX}`)
        await folder.remove(path);
    }
    // The person may still install a downloaded package.
    if (state.phase === "none") await folder.remove(`${VERSIONS}/packages`);
  };

  /** Handles news one at a time, in the order received. */
  const takeInTurn = (announced: AppNews | null): Promise<void> => {
    last = last.then(() => take(announced));
    return last;
  };

  const run = async (): Promise<void> => {
    if (!wanted) return;
    const { release: file, url } = wanted;
    control = new AbortController();
    const { signal } = control;
    Object.assign(state, { phase: "fetching", failure: null, bytesTotal: file.size });
    const fetched = await fetchRelease({
      machine,
      release: file,
      address: url.startsWith("/") ? options.base + url : url,
      // The address of a package contains a ticket.
      headers: state.kind === "resources" ? options.headers() : {},
      signal,
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      onBytes: (bytes) => {
        if (!signal.aborted) state.bytesDone = bytes;
      },
    });
    if (state.version !== file.version) return;
    if (!fetched.ok) {
      if (fetched.failure.kind === "cancelled") state.phase = "waiting";
      else fail(fetched.failure);
      return;
    }
    if (state.kind === "package") {
      const moved = await folder.move(releasePath(file), packagePath(file));
      if (!moved.ok) return fail(moved.failure);
      state.packagePath = packagePath(file);
    }
    state.phase = "ready";
  };

  const start = (): Promise<void> => {
    fetching ??= run().finally(() => {
      fetching = null;
      control = null;
    });
    return fetching;
  };

  /** Whether to download at the next sync. A failure other than the network would occur again. */
  const canResume = () =>
    state.phase === "waiting" ||
    (state.phase === "failed" && state.failure?.kind === "unreachable");

  const resume = (): void => {
    if (!isFree || !wanted || !canResume()) return;
    if (options.asksFirst() && !state.asked) state.phase = "offered";
    else void start();
  };

  return {
    state,

    /** Receives the news from the sync. */
    news: {
      tag: () => news.read()?.tag ?? null,
      receive(announced: AppNews | null) {
        if (announced) news.write(announced);
        else news.clear();
        void takeInTurn(announced);
      },
    },

    /** Loads the known news, and finds a version that failed to start. */
    async boot(): Promise<void> {
      const kept = await readStoredVersions(folder);
      const [failed] = kept
        .filter(({ version, shell }) => isNewer(version, running) && shell === installed.shell)
        .filter((each) => hasFailed(each) || options.failedVersions.read().includes(each.version))
        .toSorted((a, b) => compareVersions(b.version, a.version));
      state.rolledBack = failed?.version ?? "";
      await takeInTurn(news.read());
      await prune();
    },

    /** Nothing else is being downloaded now. */
    resume() {
      isFree = true;
      resume();
    },

    /** Something else is to be downloaded. Received bytes are kept. */
    pause() {
      isFree = false;
      // A download that the person asked for continues.
      if (!state.asked) control?.abort();
    },

    /** Downloads the update because the person asked for it, also over a metered connection. */
    async download(): Promise<void> {
      if (fetching || state.phase === "none" || state.kind === "link") return;
      state.asked = true;
      if (state.kind === "package") {
        Object.assign(state, { phase: "fetching", failure: null, bytesDone: 0 });
        const offer = await findPackage(options, state.version);
        if (!offer.ok) return fail(offer.failure);
        wanted = offer.value;
      }
      await start();
    },

    /** Unpacks the new version. @returns whether the next start uses it */
    async install(): Promise<boolean> {
      if (state.kind !== "resources" || !wanted) return false;
      if (state.phase === "installed") return true;
      if (state.phase !== "ready") return false;
      Object.assign(state, { phase: "installing", bytesDone: 0 });
      const { size } = wanted.release;
      const done = await unpackVersion(machine, wanted.release, (share) => {
        state.bytesDone = Math.round(share * size);
      });
      if (done.ok) state.phase = "installed";
      else fail(done.failure);
      return done.ok;
    },

    /** Prepares another start of a version that failed. @returns whether the version still exists */
    async retryVersion(): Promise<boolean> {
      if (state.rolledBack === "") return false;
      await folder.remove(versionStarts(state.rolledBack));
      options.failedVersions.forget();
      return (await folder.size(versionManifest(state.rolledBack))) !== null;
    },

    /** Hides the notice for a day. */
    snooze() {
      state.snoozedUntil = now() + SNOOZE_MS;
      snoozeStored.write({ version: state.version, until: state.snoozedUntil });
    },
  };
};

export type Updates = ReturnType<typeof createUpdates>;
