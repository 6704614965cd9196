/** A generator of numbers from 0 to 1 that gives the same numbers for the same seed (mulberry32). */
const numbers = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Draws `size` of the items, in their order. The same seed draws the same ones. */
export const drawSample = <Item>(items: readonly Item[], size: number, seed: number): Item[] => {
  const next = numbers(seed);
  const drawn = new Set(
    items
      .map((item) => ({ item, key: next() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, size)
      .map(({ item }) => item),
  );
  return items.filter((item) => drawn.has(item));
};

/** Half the width of the 95% interval of a share that was found in a sample. */
export const marginOfError = (share: number, size: number, of: number): number =>
  of <= 1 ? 0 : 1.96 * Math.sqrt((share * (1 - share) * (of - size)) / (size * (of - 1)));
