/**
 * Runs asynchronous work for each item, with a limited concurrency.
 * @param maxParallel how many items are worked on at the same time
 * @param work for one item. If it rejects, no further item is started, and this rejects too.
 */
export const inParallel = async <Item>(
  items: Iterable<Item>,
  maxParallel: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        iterator.return?.();
        while (!iterator.next().done);
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, worker));
};
