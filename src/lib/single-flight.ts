/** Work that is under way is not begun again: whoever asks meanwhile waits for the same end. */
export const singleFlight = <Value>(work: () => Promise<Value>): (() => Promise<Value>) => {
  let running: Promise<Value> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
};
