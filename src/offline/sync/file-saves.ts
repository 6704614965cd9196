import { nextTurn } from "../../lib/yield-to-main.ts";
import type { PartialFile } from "./partial-file.ts";

/** Received bytes that are not saved yet. Above this limit no new download starts. */
const MAX_UNSAVED_BYTES = 8 * 1024 * 1024;
/** Files of bundles that are saved at once. Further ones wait in the connection. */
const MAX_SAVING = 20;

type Finished = Awaited<ReturnType<PartialFile["finish"]>>;

export interface FileSavesOptions {
  /** Called when a save has ended. */
  onEnded(): void;
  /** Called with an error that nobody has expected. */
  onError(error: unknown): void;
}

/** The files that are being verified and saved. */
export const createFileSaves = ({ onEnded, onError }: FileSavesOptions) => {
  const running = new Set<Promise<void>>();
  let unsaved = 0;

  const save = async (partial: PartialFile): Promise<Finished> => {
    const length = partial.length();
    unsaved += length;
    // The next request is sent first, since the connection is the bottleneck.
    await nextTurn();
    const finished = await partial.finish();
    unsaved -= length;
    return finished;
  };

  return {
    count: () => running.size,

    /** Whether too much waits for the disk. */
    isFull: () => unsaved > MAX_UNSAVED_BYTES,

    /** Starts to save a file. The save has ended when `then` has. */
    start(partial: PartialFile, then: (finished: Finished) => Promise<void>): void {
      const saved = save(partial)
        .then(then)
        .catch(onError)
        .finally(() => {
          running.delete(saved);
          onEnded();
        });
      running.add(saved);
    },

    /** Waits until there is room for a file of a bundle. */
    async room(): Promise<void> {
      while (running.size >= MAX_SAVING || unsaved > MAX_UNSAVED_BYTES) await Promise.race(running);
    },
  };
};
