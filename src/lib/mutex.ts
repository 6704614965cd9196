/**
 * Does work of one name one after the other, within one page.
 * @returns a function that takes the name, the work, and what is told at once when other work of
 * that name is under way; the work then follows, also when the other fails
 */
export const createMutex = () => {
  const atWork = new Map<string, Promise<void>>();
  return (name: string, work: () => Promise<void>, onBusy: () => void): Promise<void> => {
    const before = atWork.get(name);
    if (before) onBusy();
    const mine = (async () => {
      await before?.catch(() => undefined);
      await work();
    })();
    atWork.set(name, mine);
    return mine.finally(() => {
      if (atWork.get(name) === mine) atWork.delete(name);
    });
  };
};
