/** The cells of a row: what stands between signs `|` that are not marked by a backslash. */
const cellsOf = (line: string): string[] => {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
};

const RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

export interface TableText {
  /** The rows from the head on; all have as many cells as the head. */
  readonly rows: readonly (readonly string[])[];
  /** The line below the head, which may say how columns are aligned. */
  readonly rule: readonly string[];
}

/** Reads a table of Markdown; null if it is none. */
export const readTable = (markdown: string): TableText | null => {
  const [head = "", rule = "", ...others] = markdown.trim().split("\n");
  if (!RULE.test(rule)) return null;
  const first = cellsOf(head);
  const width = first.length;
  const rows = others.map((line) => {
    const cells = cellsOf(line);
    return Array.from({ length: width }, (_, at) => cells[at] ?? "");
  });
  return { rows: [first, ...rows], rule: cellsOf(rule) };
};

/** Writes a table. A cell has one line. */
export const writtenTable = ({ rows, rule }: TableText): string => {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const lineOf = (cells: readonly string[], empty: string) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] || empty).join(" | ")} |`;
  const [head = [], ...others] = rows.map((row) =>
    row.map((cell) =>
      cell
        .trim()
        .replaceAll(/\s*\n\s*/g, " ")
        .replaceAll(/(?<!\\)\|/g, "\\|"),
    ),
  );
  return [lineOf(head, " "), lineOf(rule, "---"), ...others.map((row) => lineOf(row, " "))].join(
    "\n",
  );
};
