/** What a part of the tests came to. */
export interface Tally {
  part: string;
  passed: number;
  failed: number;
  skipped: number;
  /** What a reader must know: why something was skipped, or what broke outside any test. */
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

const line = ({ passed, failed, skipped }: Omit<Tally, "part" | "notes">) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

const sum = (tallies: readonly Tally[], count: "passed" | "failed" | "skipped") =>
  tallies.reduce((total, each) => total + each[count], 0);

/**
 * Prints a line for each part and the closing line that adds them up.
 * @returns whether all is well; a run without a single test is not
 */
export const printSum = (tallies: readonly Tally[]): boolean => {
  const width = Math.max(...tallies.map(({ part }) => part.length));
  console.log("");
  for (const each of tallies) {
    console.log(`${each.part.padEnd(width)}  ${line(each)}`);
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
