import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The README's table names for each row of the specification the test that shows it. */
const root = path.join(import.meta.dirname, "..");
const row = /^\| (?<what>.+?) \| `(?<file>tests\/[^`]+)`: (?<name>.+?) \|$/;

const lines = readFileSync(path.join(root, "README.md"), "utf8").split("\n");
const begin = lines.findIndex((line) => line.startsWith("| specification |"));
const table = begin < 0 ? [] : lines.slice(begin + 2);
const end = table.findIndex((line) => !line.startsWith("|"));
const rows = end < 0 ? table : table.slice(0, end);
const problems = rows.flatMap((line) => {
  const { what = "", file = "", name = "" } = row.exec(line)?.groups ?? {};
  // A row of its own names the section.
  if (/^\| \*\*.+\*\* \| \|$/.test(line)) return [];
  if (!file) return [`not a row: ${line}`];
  const place = path.join(root, file);
  if (!existsSync(place)) return [`${what}: there is no ${file}`];
  return readFileSync(place, "utf8").includes(name)
    ? []
    : [`${what}: no test "${name}" in ${file}`];
});
if (rows.length === 0) problems.push("README.md has no table that begins with | specification |");

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${rows.length} rows of the specification, each with its test.`
    : `${problems.length} problems with the table in README.md.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
