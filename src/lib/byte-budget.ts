/** Lets work begin only while what is under way holds no more than so many bytes. */
export interface ByteBudget {
  /**
   * Waits until there is room; what is larger than all of it is let in alone.
   * @returns a function that gives the bytes back
   */
  take(bytes: number): Promise<() => void>;
}

/** @param most bytes that may be held at once */
export const createByteBudget = (most: number): ByteBudget => {
  let held = 0;
  const waiting: { bytes: number; begin: () => void }[] = [];

  const admit = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (held > 0 && held + next.bytes > most) return;
      waiting.shift();
      held += next.bytes;
      next.begin();
    }
  };

  return {
    async take(bytes) {
      await new Promise<void>((begin) => {
        waiting.push({ bytes, begin });
        admit();
      });
      let given = false;
      return () => {
        if (given) return;
        given = true;
        held -= bytes;
        admit();
      };
    },
  };
};
