/**
 * Does work for each of many things, with so many at once.
 * @param most how many are under way at any moment
 * @param work for one of them; when it throws, no further one is begun, and so does this
 */
export const inParallel = async <Item>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const rest = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        rest.return?.();
        while (!rest.next().done);
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
};
