import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Checks that each row of the promises in tests/README.md names an existing test file and test title. */
const TABLE = "tests/README.md";
const HEAD = "| promise | test |";
const root = path.join(import.meta.dirname, "..");
const row = /^\| (?<promise>.+?) \| `(?<file>tests\/[^`]+)`: (?<title>.+) \|$/;

/** The text inside the quotes of a string or a template, with at most one nested template. */
const TEXT =
  /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.|\$\{(?:[^{}]|\{[^{}]*\})*\})*)`/;
/** The first argument of `test(…)`, `tested(…)` or `test.each(…)(…)`. Of `a ? b : c` it finds b. */
const TEST = new RegExp(
  `(?:\\b(?:test|it|tested)(?:\\.\\w+)*|[)\\]])\\(\\s*(?:\\w+\\s*\\?\\s*)?(?:${TEXT.source})\\s*[,:]`,
  "g",
);

/** The titles of the tests in a source file, with "…" in place of each `${…}`. */
const titlesIn = (source: string): Set<string> =>
  new Set(
    [...source.matchAll(TEST)].map(([, double, single, template = ""]) =>
      (double ?? single ?? template)
        .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "…")
        .replace(/\\(.)/g, "$1"),
    ),
  );

const lines = readFileSync(path.join(root, TABLE), "utf8").split("\n");
const begin = lines.indexOf(HEAD);
const table = begin < 0 ? [] : lines.slice(begin + 2);
const end = table.findIndex((line) => !line.startsWith("|"));
const rows = (end < 0 ? table : table.slice(0, end))
  // A row without a test is a heading.
  .filter((line) => !/^\| \*\*.+\*\* \| \|$/.test(line));

const titles = new Map<string, Set<string>>();
const problems = rows.flatMap((line) => {
  const { promise = "", file = "", title = "" } = row.exec(line)?.groups ?? {};
  if (!file) return [`not a row: ${line}`];
  const place = path.join(root, file);
  if (!existsSync(place)) return [`${promise}: there is no ${file}`];
  const known = titles.get(file) ?? titlesIn(readFileSync(place, "utf8"));
  titles.set(file, known);
  return known.has(title) ? [] : [`${promise}: no test "${title}" in ${file}`];
});
if (rows.length === 0) problems.push(`${TABLE} has no table that begins with ${HEAD}`);

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${rows.length} promises, each with its test.`
    : `${problems.length} problems with the table in ${TABLE}.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
