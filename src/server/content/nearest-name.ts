const MAX_LENGTH = 80;

/** Levenshtein's edit distance, by the usual table kept as one row. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "-");

/**
 * The end of a message about a name that is not known: `; did you mean "x"?` where some known
 * name is spelled almost like it, else nothing.
 */
export const suggestion = (name: string, known: Iterable<string>): string => {
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
