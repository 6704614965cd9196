/**
 * Creates a mutex by name within one page or server: work of the same name runs one after the
 * other.
 * @returns a function that runs work and returns its result. It calls `onBusy` at once if other
 * work of that name is running, and runs the work afterwards, also if the other work rejects.
 */
export const createMutex = () => {
  const running = new Map<string, Promise<unknown>>();
  return <Value>(
    name: string,
    work: () => Promise<Value>,
    onBusy: () => void = () => {},
  ): Promise<Value> => {
    const previous = running.get(name);
    if (previous) onBusy();
    const run = (async () => {
      await previous?.catch(() => undefined);
      return work();
    })();
    running.set(name, run);
    return run.finally(() => {
      if (running.get(name) === run) running.delete(name);
    });
  };
};
