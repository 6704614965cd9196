import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { root, runNode } from "./run-command.ts";
import { type Tally, tally } from "./tally.ts";

/** The folders of tests that Vitest runs; components are run on React and again on Preact. */
export const vitestParts = ["unit", "adapters", "server", "faults", "components"] as const;
export type VitestPart = (typeof vitestParts)[number];

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string }[];
  }[];
}

const count = (report: Report, part: VitestPart): Tally => {
  const result = tally(part);
  const folder = join(root, "tests", part) + sep;
  for (const file of report.testResults) {
    if (!file.name.startsWith(folder)) continue;
    const statuses = file.assertionResults.map(({ status }) => status);
    const failed = statuses.filter((status) => status === "failed").length;
    result.passed += statuses.filter((status) => status === "passed").length;
    result.failed += failed;
    result.skipped += statuses.filter(
      (status) => status !== "passed" && status !== "failed",
    ).length;
    // The file itself broke, or a hook of it: none of its tests need have failed.
    if (file.status === "failed" && failed === 0) {
      result.failed += 1;
      result.notes.push(`broken: ${relative(root, file.name)}`);
    }
  }
  if (result.passed + result.failed + result.skipped === 0) {
    result.failed = 1;
    result.notes.push("no test found");
  }
  return result;
};

/** Runs parts of the Vitest tests. A runner that breaks is a failure. */
export const runVitest = async (parts: readonly VitestPart[]): Promise<Tally[]> => {
  const folder = mkdtempSync(join(tmpdir(), "learning-space-vitest-"));
  const file = join(folder, "report.json");
  try {
    const ending = await runNode([
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config=tests/vitest.config.ts",
      ...parts.map((part) => `--project=${part === "components" ? "components-*" : part}`),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ]);
    if ("broken" in ending) return [tally("vitest", { failed: 1, notes: [ending.broken] })];
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    const tallies = parts.map((part) => count(report, part));
    if (ending.code !== 0 && tallies.every(({ failed }) => failed === 0)) {
      tallies.push(tally("vitest", { failed: 1, notes: ["an error outside any test, see above"] }));
    }
    return tallies;
  } catch (error) {
    return [tally("vitest", { failed: 1, notes: [`no report: ${String(error)}`] })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
