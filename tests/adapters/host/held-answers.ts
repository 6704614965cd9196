/**
 * Models Nagle's algorithm between the runtime and its page: a short answer waits until the page
 * has acknowledged the one before by sending something. A real system also acknowledges after a
 * delay, which never passes here.
 */
export const createHeldAnswers = () => {
  let kept: (() => void)[] | null = null;
  let acknowledged = true;
  let toCome = 0;
  let haveCome = Promise.withResolvers<void>();
  return {
    /** Starts now; the first answers are sent once this many calls have arrived. */
    hold(calls: number): void {
      kept = [];
      toCome = calls;
      haveCome = Promise.withResolvers();
    },

    /** The page has sent something. */
    heard(): void {
      acknowledged = true;
      toCome -= 1;
      if (toCome === 0) haveCome.resolve();
      for (const send of kept?.splice(0) ?? []) send();
    },

    async send(send: () => void): Promise<void> {
      if (kept) await haveCome.promise;
      if (kept && !acknowledged) kept.push(send);
      else send();
      acknowledged = false;
    },
  };
};
