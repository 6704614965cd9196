import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Each row of the table of promises in tests/README.md names a test file and the title of a test in it. */
const TABLE = "tests/README.md";
const HEAD = "| promise | test |";
const root = path.join(import.meta.dirname, "..");
const row = /^\| (?<promise>.+?) \| `(?<file>tests\/[^`]+)`: (?<title>.+) \|$/;

/** What stands between the quotation marks of a string or a template, with one template inside. */
const TEXT =
  /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.|\$\{(?:[^{}]|\{[^{}]*\})*\})*)`/;
/** The first argument of `test(…)`, `tested(…)` or `test.each(…)(…)`; of `a ? b : c` it is b. */
const TEST = new RegExp(
  `(?:\\b(?:test|it|tested)(?:\\.\\w+)*|[)\\]])\\(\\s*(?:\\w+\\s*\\?\\s*)?(?:${TEXT.source})\\s*[,:]`,
  "g",
);

/** The titles of the tests in a source, as it writes them, with "…" for each `${…}`. */
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
  // A row without a test is the heading of those below it.
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
