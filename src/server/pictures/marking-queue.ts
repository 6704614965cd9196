import { createMutex } from "../../lib/mutex.ts";
import { OverloadedError } from "../overloaded-error.ts";

/** The most files before one's own. A photo takes a second, and apps wait for half a minute. */
const MOST_BEFORE = 20;

const runAlone = createMutex();
let queuedFiles = 0;

/**
 * Draws on the files of one answer after another, so that many answers at once need no more memory than
 * one, and hold up nobody but each other.
 * @param files how many the work draws on
 * @param untilGone aborts when nobody waits for the answer any more; then its turn is given up
 * @throws OverloadedError if too many files come before
 */
export const drawInTurn = async <Value>(
  files: number,
  untilGone: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> => {
  if (queuedFiles >= MOST_BEFORE) throw new OverloadedError("Too many files wait for drawings");
  queuedFiles += files;
  try {
    return await runAlone("draw", async () => {
      if (untilGone.aborted) throw new OverloadedError("Nobody waits for the drawing any more");
      return work();
    });
  } finally {
    queuedFiles -= files;
  }
};
