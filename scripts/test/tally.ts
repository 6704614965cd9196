/** How long a test file took. */
export interface FileTime {
  /** The file, with its project before it. */
  name: string;
  ms: number;
}

export interface Tally {
  part: string;
  passed: number;
  failed: number;
  skipped: number;
  /** How long it took, where it ran on its own. */
  seconds?: number;
  /** How long each of its files took. */
  files: FileTime[];
  /** Remarks for the reader: why tests were skipped, or what failed outside a test. */
  notes: string[];
}

export const tally = (part: string, counts: Partial<Tally> = {}): Tally => ({
  part,
  passed: 0,
  failed: 0,
  skipped: 0,
  files: [],
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

/** The remark for a test that passed when it was tried again: a fault of the product, or of the test. */
export const lateLine = (test: string): string => `passed at its second attempt: ${test}`;

const line = ({ passed, failed, skipped }: Pick<Tally, "passed" | "failed" | "skipped">) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

const sum = (tallies: readonly Tally[], count: "passed" | "failed" | "skipped") =>
  tallies.reduce((total, each) => total + each[count], 0);

const inSeconds = (ms: number): number => Math.round(ms / 1000);

/** The time that the workers spent in a part's files, in seconds. */
export const workOf = ({ files }: Tally): number =>
  inSeconds(files.reduce((total, { ms }) => total + ms, 0));

const timeOf = (each: Tally): string => {
  const times = [
    ...(each.seconds === undefined ? [] : [`${each.seconds} s`]),
    ...(each.files.length > 0 ? [`${workOf(each)} s of work in ${each.files.length} files`] : []),
  ];
  return times.length > 0 ? `  (${times.join(", ")})` : "";
};

const MAX_SLOWEST = 10;

const printSlowest = (files: readonly FileTime[]): void => {
  if (files.length <= MAX_SLOWEST) return;
  console.log("\nThe slowest files:");
  for (const { name, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, MAX_SLOWEST)) {
    console.log(`${String(inSeconds(ms)).padStart(4)} s  ${name}`);
  }
};

/**
 * Prints the slowest files, a line for each part, and a closing line with the totals.
 * @returns whether all tests passed; false if no test ran
 */
export const printTotals = (tallies: readonly Tally[]): boolean => {
  const width = Math.max(...tallies.map(({ part }) => part.length));
  printSlowest(tallies.flatMap(({ files }) => files));
  console.log("");
  for (const each of tallies) {
    console.log(`${each.part.padEnd(width)}  ${line(each)}${timeOf(each)}`);
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
