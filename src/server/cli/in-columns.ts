/** Formats rows as aligned columns, without trailing spaces. A column without values takes no room. */
export const inColumns = (rows: readonly string[][]): string => {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
        .filter((cell) => cell !== "")
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};
