const MAX_LENGTH = 80;

/**
 * The optimal string alignment distance (Damerau–Levenshtein): a swap of adjacent letters counts as
 * one edit. The package fastest-levenshtein counts it as two and would not find `icon` for `icno`.
 */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const crossed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = crossed ? (before[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
};

const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "-");

/**
 * The end of a message about an unknown name: `; did you mean "x"?` if a known name is similar,
 * otherwise empty.
 */
export const didYouMean = (name: string, known: Iterable<string>): string => {
  if (name.length > MAX_LENGTH) return "";
  const wanted = folded(name);
  const limit = Math.min(2, Math.floor(wanted.length / 3));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const apart = distance(wanted, folded(candidate));
    if (apart < bestDistance) [best, bestDistance] = [candidate, apart];
  }
  return best === null ? "" : `; did you mean "${best}"?`;
};
