/**
 * The longest part of a list whose numbers grow: whatever is not in it has been moved among the others.
 * @param numbers each one different
 */
export const longestIncreasing = (numbers: readonly number[]): Set<number> => {
  /** By length: the smallest number with which a part of that length ends. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const part = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) part.add(at);
  return part;
};
