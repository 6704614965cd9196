/**
 * The value that so many percent of the values do not exceed, by the nearest rank; null for no values.
 * @param sorted from the smallest to the largest
 */
export const percentile = (sorted: readonly number[], percent: number): number | null =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? null;
