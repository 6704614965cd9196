/** The results of a part. */
export interface Tally {
  part: string;
  passed: number;
  failed: number;
  skipped: number;
  /** How long it took, where it ran on its own. */
  seconds?: number;
  /** Remarks for the reader: why tests were skipped, or what failed outside a test. */
  notes: string[];
}

export const tally = (part: string, counts: Partial<Tally> = {}): Tally => ({
  part,
  passed: 0,
  failed: 0,
  skipped: 0,
  notes: [],
  ...counts,
});

const MAX_NAMED = 20;

/** Adds the time that a part takes to its results. */
export const timed = async (part: Promise<Tally>): Promise<Tally> => {
  const start = performance.now();
  const result = await part;
  return { ...result, seconds: Math.round((performance.now() - start) / 1000) };
};

/** A remark for each test, for the end of the output; the rest of a long list as a number. */
export const listed = (titles: readonly string[]): string[] =>
  titles.length > MAX_NAMED
    ? [...titles.slice(0, MAX_NAMED), `and ${titles.length - MAX_NAMED} more, see above`]
    : [...titles];

const line = ({ passed, failed, skipped }: Omit<Tally, "part" | "notes">) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

const sum = (tallies: readonly Tally[], count: "passed" | "failed" | "skipped") =>
  tallies.reduce((total, each) => total + each[count], 0);

/**
 * Prints a line for each part, and a closing line with the totals.
 * @returns whether all tests passed; false if no test ran
 */
export const printTotals = (tallies: readonly Tally[]): boolean => {
  const width = Math.max(...tallies.map(({ part }) => part.length));
  console.log("");
  for (const each of tallies) {
    const time = each.seconds === undefined ? "" : `  (${each.seconds} s)`;
    console.log(`${each.part.padEnd(width)}  ${line(each)}${time}`);
    for (const note of each.notes) console.log(`${" ".repeat(width)}  ${note}`);
  }
  const total = {
    passed: sum(tallies, "passed"),
    failed: sum(tallies, "failed"),
    skipped: sum(tallies, "skipped"),
  };
  if (total.passed + total.failed === 0) {
    console.log("\nNo test ran.");
    total.failed = 1;
  }
  console.log(`\n${line(total)}`);
  return total.failed === 0;
};
