import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type AppNews, appNews } from "../../contract/releases.ts";
import { createStored } from "../../core/stored.ts";
import { hasFailed, type Installed } from "../../domain/kept-version.ts";
import { compareVersions, isNewer } from "../../domain/version.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { fetchRelease, packagePath, readRelease, releasePath } from "./fetch-release.ts";
import { type FindPackage, findPackage, type Wanted } from "./find-package.ts";
import { type Judged, judgeNews } from "./judge-news.ts";
import { manifestOf, readKeptVersions, startsOf } from "./kept-versions.ts";
import { pruneVersions } from "./prune-versions.ts";
import { unpackVersion } from "./unpack-version.ts";
import { NO_UPDATE, type UpdateFailure, type UpdateState } from "./update-state.ts";

/** Who has put a notice off is told again after a day. */
const QUIET_MS = 24 * 60 * 60_000;

export interface UpdatesOptions extends FindPackage {
  machine: Pick<
    DesktopMachine,
    "folder" | "sha256" | "sha256OfBytes" | "randomHex" | "storage" | "now"
  >;
  /** Say who asks, for a file that is fetched. */
  headers: () => Record<string, string>;
  /** The version that is running. */
  version: string;
  installed: Installed;
  /** The runtime's `applicationId`. */
  application: string;
  /** Whether nothing may be fetched without asking the person first. */
  asksFirst: () => boolean;
  /** Versions that have failed to start while this window was open. */
  failedHere: { read: () => readonly string[]; forget: () => void };
  fetch?: typeof fetch;
}

const quiet = v.object({ version: v.string(), until: v.number() });

/**
 * News of new versions, and the way from them to the next start. It comes in beside the content and
 * never before it: `goOn` is called when there is nothing else to fetch, `hold` when there is.
 */
export const createUpdates = (options: UpdatesOptions) => {
  const { machine, installed } = options;
  const { folder, storage, now } = machine;
  const running = options.version;
  const news = createStored(storage, "app-news.v1", appNews);
  const quietness = createStored(storage, "app-news.quiet.v1", quiet);
  const state = proxy<UpdateState>({ kind: "link", putBack: "", ...NO_UPDATE });
  let wanted: Wanted | null = null;
  let control: AbortController | null = null;
  let fetching: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  /** Nothing else is fetched at present. */
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

  const takeJudged = async ({ version, notes }: AppNews, judged: Judged): Promise<void> => {
    const { resources, kind, failure } = judged;
    const kept = quietness.read();
    forget();
    Object.assign(state, { kind, version, notes: notes ?? {}, failure });
    state.quietUntil = kept?.version === version ? kept.until : 0;
    state.phase = "offered";
    if (!resources) return;
    wanted = resources;
    state.bytesTotal = resources.release.size;
    if ((await readKeptVersions(folder)).some((each) => each.version === version)) {
      // It lies here already: it waits for a start, or has failed in one.
      state.phase = version === state.putBack ? "offered" : "installed";
      return;
    }
    const isHere = (await readRelease(machine, resources.release)) !== null;
    state.phase = isHere ? "ready" : "waiting";
    if (isHere) state.bytesDone = resources.release.size;
  };

  const take = async (said: AppNews | null): Promise<void> => {
    if (!said || !isNewer(said.version, running) || !isNewer(said.version, installed.version)) {
      if (state.phase !== "none") forget();
      return;
    }
    const own = { publicKey: options.publicKey, application: options.application, installed };
    const judged = await judgeNews(said, own);
    const isSame =
      state.version === said.version &&
      state.kind === judged.kind &&
      wanted?.release.checksum === judged.resources?.release.checksum;
    // What is under way for the same version goes on.
    if (isSame && state.phase !== "none") state.notes = said.notes ?? {};
    else await takeJudged(said, judged);
    goOn();
  };

  /** One after the other, in the order in which the school has spoken. */
  const takeInTurn = (said: AppNews | null): Promise<void> => {
    last = last.then(() => take(said));
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
      // A package has an address with a ticket of its own.
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

  /** What broke off is tried again with the next sync; what cannot be mended by that is not. */
  const mayGoOn = () =>
    state.phase === "waiting" ||
    (state.phase === "failed" && state.failure?.kind === "unreachable");

  const goOn = (): void => {
    if (!isFree || !wanted || !mayGoOn()) return;
    if (options.asksFirst() && !state.asked) state.phase = "offered";
    else void start();
  };

  return {
    state,

    /** For the sync: it asks about news, and tells them. */
    news: {
      tag: () => news.read()?.tag ?? null,
      take(said: AppNews | null) {
        if (said) news.write(said);
        else news.clear();
        void takeInTurn(said);
      },
    },

    /** Looks at what lies here: what was told before, and a version that did not start. */
    async boot(): Promise<void> {
      const kept = await readKeptVersions(folder);
      const [failed] = kept
        .filter(({ version, shell }) => isNewer(version, running) && shell === installed.shell)
        .filter((each) => hasFailed(each) || options.failedHere.read().includes(each.version))
        .toSorted((a, b) => compareVersions(b.version, a.version));
      state.putBack = failed?.version ?? "";
      await takeInTurn(news.read());
      await pruneVersions({
        folder,
        running,
        installed,
        wanted: wanted && releasePath(wanted.release),
        keepsPackages: state.phase !== "none",
      });
    },

    /** Nothing else is to be fetched now. */
    goOn() {
      isFree = true;
      goOn();
    },

    /** Something else is to be fetched: what has come stays. */
    hold() {
      isFree = false;
      // What the person has asked for themselves is not taken from them.
      if (!state.asked) control?.abort();
    },

    /** The person wants to have it, whatever the line costs. */
    async download(): Promise<void> {
      if (fetching || state.phase === "none" || state.kind === "link") return;
      state.asked = true;
      if (state.kind === "package") {
        Object.assign(state, { phase: "fetching", failure: null, bytesDone: 0 });
        const found = await findPackage(options, state.version);
        if (!found.ok) return fail(found.failure);
        wanted = found.value;
      }
      await start();
    },

    /** @returns whether the next start starts the new version */
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

    /** Tries a version once more that did not start. @returns whether it is there to be tried */
    async tryAgain(): Promise<boolean> {
      if (state.putBack === "") return false;
      await folder.remove(startsOf(state.putBack));
      options.failedHere.forget();
      return (await folder.size(manifestOf(state.putBack))) !== null;
    },

    /** The person does not want to be told for a day. */
    later() {
      state.quietUntil = now() + QUIET_MS;
      quietness.write({ version: state.version, until: state.quietUntil });
    },
  };
};

export type Updates = ReturnType<typeof createUpdates>;
