import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { outputOfNode, root, runNode } from "./run-command.ts";
import type { Selection } from "./selection.ts";
import { listed, type Tally, tally } from "./tally.ts";
import { titlePattern } from "./title-pattern.ts";

/** The folders that Vitest runs. Components run on React and again on Preact. */
export const vitestParts = [
  "unit",
  "adapters",
  "server",
  "faults",
  "hostile",
  "components",
] as const;
export type VitestPart = (typeof vitestParts)[number];

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const count = (report: Report, part: VitestPart, { files, grep }: Selection): Tally => {
  const result = tally(part);
  const folder = join(root, "tests", part) + sep;
  const title = new RegExp(grep === null ? "" : titlePattern(grep), "i");
  const failures: string[] = [];
  for (const file of report.testResults) {
    if (!file.name.startsWith(folder)) continue;
    // Vitest reports tests with other titles as skipped.
    const tests = file.assertionResults.filter(({ fullName }) => title.test(fullName));
    const statuses = tests.map(({ status }) => status);
    for (const { status, fullName } of tests) {
      if (status === "failed") failures.push(`failed: ${relative(root, file.name)} › ${fullName}`);
    }
    const failed = statuses.filter((status) => status === "failed").length;
    result.passed += statuses.filter((status) => status === "passed").length;
    result.failed += failed;
    result.skipped += statuses.filter(
      (status) => status !== "passed" && status !== "failed",
    ).length;
    // The file itself failed, or a hook of it, without a failing test.
    if (file.status === "failed" && failed === 0) {
      result.failed += 1;
      result.notes.push(`broken: ${relative(root, file.name)}`);
    }
  }
  result.notes.push(...listed(failures));
  const isFiltered = files !== null || grep !== null;
  if (!isFiltered && result.passed + result.failed + result.skipped === 0) {
    result.failed = 1;
    result.notes.push("no test found");
  }
  return result;
};

const VITEST = "node_modules/vitest/vitest.mjs";
const CONFIG = "--config=tests/vitest.config.ts";

/** The projects of `components` and `unit` begin with the part's name. */
const projectOf = (part: VitestPart) =>
  `--project=${part === "components" || part === "unit" ? `${part}*` : part}`;

/** Vitest's own option is sensitive to case, Playwright's is not. */
const titleOption = (grep: string | null) =>
  grep === null ? [] : [`--testNamePattern=(?i:${titlePattern(grep)})`];

/** Test files that import a file changed since a commit, by part. */
export const changedVitestFiles = async (
  since: string,
): Promise<Partial<Record<VitestPart, string[]>>> => {
  const output = await outputOfNode([
    VITEST,
    "list",
    CONFIG,
    `--changed=${since}`,
    "--filesOnly",
    "--json",
  ]);
  const files = new Set(
    (JSON.parse(output || "[]") as { file: string }[]).map(({ file }) =>
      relative(root, file).split(sep).join("/"),
    ),
  );
  return Object.fromEntries(
    vitestParts.map((part) => [
      part,
      [...files].filter((file) => file.startsWith(`tests/${part}/`)),
    ]),
  );
};

/** Runs parts of the Vitest tests again at every change, until the person stops it. */
export const watchVitest = (
  parts: readonly VitestPart[],
  words: readonly string[],
  grep: string | null,
) =>
  runNode([VITEST, "watch", CONFIG, ...parts.map(projectOf), ...titleOption(grep), ...words], {
    interactive: true,
  });

/** Runs the selected Vitest tests. A crash of the runner counts as a failure. */
export const runVitest = async (selected: ReadonlyMap<VitestPart, Selection>): Promise<Tally[]> => {
  const parts = [...selected.keys()];
  const selections = [...selected.values()];
  // One command cannot select files of one part and all of another, so all parts are selected alike.
  const files = selections.flatMap((selection) => selection.files ?? []);
  const grep = selections[0]?.grep ?? null;
  using folder = mkdtempDisposableSync(join(tmpdir(), "learning-space-vitest-"));
  const file = join(folder.path, "report.json");
  try {
    const ending = await runNode([
      VITEST,
      "run",
      CONFIG,
      ...parts.map(projectOf),
      ...titleOption(grep),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...files,
    ]);
    if ("broken" in ending) return [tally("vitest", { failed: 1, notes: [ending.broken] })];
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    const tallies = [...selected].map(([part, selection]) => count(report, part, selection));
    if (ending.code !== 0 && tallies.every(({ failed }) => failed === 0)) {
      tallies.push(tally("vitest", { failed: 1, notes: ["an error outside any test, see above"] }));
    }
    return tallies;
  } catch (error) {
    return [tally("vitest", { failed: 1, notes: [`no report: ${String(error)}`] })];
  }
};
