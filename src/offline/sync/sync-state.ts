import { proxy } from "valtio/vanilla";
import { createPace } from "../../domain/pace.ts";
import type { Removal } from "../../domain/tree-removal.ts";
import type { Clock } from "../../platform/ports.ts";

export type SyncPhase =
  /** Nothing has been begun. */
  | "idle"
  /** Compares what lies here with what the server has. */
  | "checking"
  /** Reads every file that lies here and compares it with its checksum. */
  | "verifying"
  /** Fetches what has changed in texts and trees. */
  | "content"
  /** The line is metered, and the person wants to be asked: `start({agreed: true})` goes on. */
  | "asking"
  | "files"
  | "paused"
  /** Nothing gets through; goes on by itself. */
  | "waiting"
  | "done"
  | "failed";

/** Why a sync cannot go on until somebody does something. */
export type SyncFailure =
  /** The disk is full; what has been saved stays. */
  | { readonly kind: "no-room" }
  /** The app's folder may not be written. */
  | { readonly kind: "forbidden" }
  /** The server does not let this person, or this licence, have the content. */
  | { readonly kind: "refused" }
  /** The server's answer is not the contract's. */
  | { readonly kind: "undecodable" };

/** What a page shows of a sync. */
export interface SyncState {
  phase: SyncPhase;
  /** Files to fetch in this sync, and those of them that are saved; in `verifying` files to read. */
  total: number;
  done: number;
  bytesTotal: number;
  bytesDone: number;
  /** Null while there is too little to tell. */
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  /** Files that could not be had, in the last sync. */
  failed: number;
  /** Names that the server's tree may not have. */
  refusedNames: number;
  failure: SyncFailure | null;
  /** When all was last known to be here, milliseconds since 1970. */
  lastSync: number | null;
  status: { initialized: boolean; serverContacted: boolean; saved: boolean };
  /** What the server names no more, and is deleted only when the person agrees. */
  removal: Removal | null;
  /** Whether the person wants to be asked on metered lines. */
  askFirst: boolean;
}

/** As often as figures can be read; each write to the state draws the page anew. */
const SHOW_EVERY_MS = 500;

/** The state of a sync, and its counters, which run faster than anybody looks. */
export const createProgress = (now: Clock) => {
  const state = proxy<SyncState>({
    phase: "idle",
    total: 0,
    done: 0,
    bytesTotal: 0,
    bytesDone: 0,
    bytesPerSecond: null,
    secondsLeft: null,
    failed: 0,
    refusedNames: 0,
    failure: null,
    lastSync: null,
    status: { initialized: false, serverContacted: false, saved: false },
    removal: null,
    askFirst: false,
  });
  let pace = createPace();
  let done = 0;
  let bytes = 0;
  let received = 0;
  let shown = 0;

  const show = () => {
    const time = now();
    shown = time;
    pace.note(time, received);
    state.done = done;
    state.bytesDone = bytes;
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

    /** Counts from here on; what was done before a pause counts too where it goes on. */
    begin(files: number, size: number, goesOn: boolean) {
      if (!goesOn) {
        done = 0;
        bytes = 0;
      }
      pace = createPace();
      state.total = done + files;
      state.bytesTotal = bytes + size;
      state.failed = 0;
      show();
    },

    fileDone() {
      done += 1;
      showSometimes();
    },

    /** @param change by which the bytes that are there have become more, or fewer */
    bytes(change: number, came: number) {
      bytes += change;
      received += came;
      showSometimes();
    },

    show,
  };
};

export type Progress = ReturnType<typeof createProgress>;
