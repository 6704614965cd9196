/** Limits the bytes that concurrent work holds in memory. Work starts in the order of `acquire`. */
interface ByteBudget {
  /**
   * Waits until the bytes fit into the budget. More bytes than the whole budget are admitted when
   * nothing else is held.
   * @returns a function that releases the bytes
   */
  acquire(bytes: number): Promise<() => void>;
}

/** @param maxBytes the budget */
export const createByteBudget = (maxBytes: number): ByteBudget => {
  let held = 0;
  const waiting: { bytes: number; begin: () => void }[] = [];

  const admit = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (held > 0 && held + next.bytes > maxBytes) return;
      waiting.shift();
      held += next.bytes;
      next.begin();
    }
  };

  return {
    async acquire(bytes) {
      await new Promise<void>((begin) => {
        waiting.push({ bytes, begin });
        admit();
      });
      let released = false;
      return () => {
        if (released) return;
        released = true;
        held -= bytes;
        admit();
      };
    },
  };
};
