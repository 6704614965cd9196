import budgets from "./budgets.json" with { type: "json" };

/** The median; of an even number of values the mean of the middle two. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

/** The value that such a part of them does not exceed, such as 0.99. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

export type PartName = keyof typeof budgets;

interface Budget {
  atMost?: number;
  atLeast?: number;
  unit: string;
}

/** Measured values, by their names in budgets.json. */
export type Figures = Record<string, number>;

/** Thrown by a part that cannot measure here. Its message is one sentence. */
export class SkippedError extends Error {}

interface Row {
  name: string;
  measured: string;
  budget: string;
  verdict: string;
}

const show = (value: number, unit: string): string => {
  const digits =
    unit === "bytes" || unit === "ms" ? 0 : unit === "times" || unit === "round trips" ? 2 : 1;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })} ${unit}`;
};

const keeps = (value: number, { atMost, atLeast }: Budget): boolean =>
  Number.isFinite(value) &&
  (atMost === undefined || value <= atMost) &&
  (atLeast === undefined || value >= atLeast);

const rowOf = (name: string, budget: Budget, value: number | undefined): Row => ({
  name,
  measured: value === undefined ? "not measured" : show(value, budget.unit),
  budget:
    budget.atMost === undefined
      ? `at least ${show(budget.atLeast ?? 0, budget.unit)}`
      : `at most ${show(budget.atMost, budget.unit)}`,
  verdict: value !== undefined && keeps(value, budget) ? "kept" : "BROKEN",
});

/**
 * Prints a table of measured values and budgets.
 * @returns how many budgets are kept and broken; a budget without a measurement counts as broken
 */
export const printReport = (
  measured: Partial<Record<PartName, Figures>>,
): { kept: number; broken: number } => {
  const rows = (Object.keys(measured) as PartName[]).flatMap((part) =>
    Object.entries<Budget>(budgets[part]).map(([name, budget]) =>
      rowOf(name, budget, measured[part]?.[name]),
    ),
  );
  const width = (column: keyof Row) => Math.max(...rows.map((row) => row[column].length));
  console.log("");
  for (const row of rows) {
    console.log(
      [
        row.name.padEnd(width("name")),
        row.measured.padStart(width("measured")),
        row.budget.padStart(width("budget")),
        row.verdict,
      ].join("   "),
    );
  }
  const broken = rows.filter(({ verdict }) => verdict !== "kept").length;
  return { kept: rows.length - broken, broken };
};
