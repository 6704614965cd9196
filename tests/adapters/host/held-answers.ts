/**
 * The network between the runtime and its page, as far as it holds answers back: a short one waits
 * until the page has acknowledged the one before by sending something. A system would acknowledge by
 * itself after a while, which here never comes.
 */
export const createHeldAnswers = () => {
  let kept: (() => void)[] | null = null;
  let acknowledged = true;
  let toCome = 0;
  let haveCome = Promise.withResolvers<void>();
  return {
    /** From now on; the first answers come once so many calls are here. */
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
