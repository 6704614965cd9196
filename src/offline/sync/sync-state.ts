import { proxy, ref } from "valtio/vanilla";
import type { Removal } from "../../domain/file-tree.ts";
import type { Clock } from "../../platform/ports.ts";
import type { CourseUsage } from "./course-selection.ts";

const WINDOW_MS = 10_000;
const MIN_MS = 500;

/** Measures the speed of a transfer. Only the last seconds count, because the speed of a line changes. */
export const createTransferRate = () => {
  let samples: { time: number; bytes: number }[] = [];
  return {
    /** @param time in milliseconds @param bytes transferred in total */
    record(time: number, bytes: number) {
      samples = [...samples.filter((sample) => sample.time > time - WINDOW_MS), { time, bytes }];
    },
    /** Bytes per second; null while the measured time is too short. */
    perSecond(): number | null {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.time - first.time < MIN_MS) return null;
      return ((last.bytes - first.bytes) * 1000) / (last.time - first.time);
    },
  };
};

export type SyncPhase =
  /** Not started. */
  | "idle"
  /** Compares the content with the server's. */
  | "checking"
  /** Hashes every file on the disk. */
  | "verifying"
  /** Fetches changed texts and trees. */
  | "content"
  /** The connection is metered and the person wants to be asked. `start({agreed: true})` continues. */
  | "asking"
  | "files"
  | "paused"
  /** No connection. Continues automatically. */
  | "waiting"
  | "done"
  | "failed";

/** Why a sync cannot continue without the person. */
export type SyncFailure =
  /** The disk is full. Saved files are kept. */
  | { readonly kind: "no-room" }
  /** The app's folder is not writable. */
  | { readonly kind: "forbidden" }
  /** The server refuses the content to this person or licence. */
  | { readonly kind: "refused" }
  /** The server's answer does not match the contract. */
  | { readonly kind: "undecodable" };

/** What a page shows of a sync. */
export interface SyncState {
  phase: SyncPhase;
  /** Files to download and files saved; in `verifying`, files to hash and files hashed. */
  total: number;
  done: number;
  bytesTotal: number;
  bytesDone: number;
  /** Null while there is too little data. */
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  /** What was here of each course when the counts were taken; null before `readCourses`. */
  courses: readonly CourseUsage[] | null;
  /** Files that could not be downloaded in the last sync. */
  failed: number;
  /** Invalid names in the server's tree. */
  refusedNames: number;
  failure: SyncFailure | null;
  /** When the last complete sync ended, in milliseconds since 1970. */
  lastSync: number | null;
  status: { initialized: boolean; serverContacted: boolean; saved: boolean };
  /** Files that the server no longer has, deleted only if the person agrees. */
  removal: Removal | null;
  /** Whether the person wants to be asked before metered downloads. */
  askFirst: boolean;
  /** Whether films are kept as large as the school has them. */
  wholeFilms: boolean;
}

/** The display is updated at most this often, since each update renders the page. */
const SHOW_EVERY_MS = 500;

/**
 * The state of a sync, with counters that change more often than the display.
 * @param countCourses counts what is here of each course; null: nobody has asked for it
 */
export const createSyncProgress = (
  now: Clock,
  countCourses: () => readonly CourseUsage[] | null = () => null,
) => {
  const state = proxy<SyncState>({
    phase: "idle",
    total: 0,
    done: 0,
    bytesTotal: 0,
    bytesDone: 0,
    bytesPerSecond: null,
    secondsLeft: null,
    courses: null,
    failed: 0,
    refusedNames: 0,
    failure: null,
    lastSync: null,
    status: { initialized: false, serverContacted: false, saved: false },
    removal: null,
    askFirst: false,
    wholeFilms: false,
  });
  let pace = createTransferRate();
  let done = 0;
  let bytes = 0;
  let received = 0;
  let shown = 0;

  const show = () => {
    const time = now();
    shown = time;
    pace.record(time, received);
    state.done = done;
    state.bytesDone = bytes;
    const courses = countCourses();
    state.courses = courses && ref(courses);
    const speed = pace.perSecond();
    state.bytesPerSecond = speed;
    const left = Math.max(0, state.bytesTotal - bytes);
    state.secondsLeft = speed ? Math.ceil(left / speed) : null;
  };

  const showSometimes = () => {
    if (now() - shown >= SHOW_EVERY_MS) show();
  };

  return {
    state,

    phase(phase: SyncPhase) {
      if (state.phase === phase) return;
      show();
      state.phase = phase;
    },

    /** Starts to count. @param goesOn continues the counts from before a pause */
    begin(files: number, size: number, goesOn: boolean) {
      if (!goesOn) {
        done = 0;
        bytes = 0;
      }
      pace = createTransferRate();
      state.total = done + files;
      state.bytesTotal = bytes + size;
      state.failed = 0;
      show();
    },

    fileDone() {
      done += 1;
      showSometimes();
    },

    /** @param change in saved bytes, which can be negative @param came bytes received */
    bytes(change: number, came: number) {
      bytes += change;
      received += came;
      showSometimes();
    },

    show,
  };
};

export type SyncProgress = ReturnType<typeof createSyncProgress>;
