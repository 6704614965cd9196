import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob, relative, sep } from "node:path";
import { isAll, type Selection } from "./round.ts";
import { outputOfNode, root, runNode } from "./run-command.ts";
import { lateLine, listed, type Tally, tally } from "./tally.ts";
import { titlePattern } from "./title-pattern.ts";
import { type FileResults, RESULTS_FILE } from "./vitest-reporter.ts";

export const vitestParts = [
  "unit",
  "adapters",
  "server",
  "postgres",
  "faults",
  "hostile",
  "components",
] as const;
export type VitestPart = (typeof vitestParts)[number];

/** The projects of `tests/vitest.config.ts` that are a part, and those that repeat it with `--all`. */
const PROJECTS: Record<VitestPart, { projects: readonly string[]; repeats?: readonly string[] }> = {
  unit: { projects: ["unit", "unit-dom"] },
  adapters: { projects: ["adapters"] },
  server: { projects: ["server"] },
  postgres: { projects: ["postgres"] },
  faults: { projects: ["faults"] },
  hostile: { projects: ["hostile"] },
  components: { projects: ["components-preact"], repeats: ["components-react"] },
};

/** The pattern of a part's files. */
export const vitestFiles = (part: VitestPart): string =>
  part === "postgres"
    ? "tests/{server/both-databases/*,**/*.postgres}.test.ts"
    : `tests/${part}/**/*.test.{ts,tsx}`;

const projectsOf = (part: VitestPart): readonly string[] => {
  const { projects, repeats = [] } = PROJECTS[part];
  return isAll() ? [...projects, ...repeats] : projects;
};

const count = (results: readonly FileResults[], part: VitestPart, selection: Selection): Tally => {
  const { files, grep } = selection;
  const result = tally(part);
  const title = new RegExp(grep === null ? "" : titlePattern(grep), "i");
  const failures: string[] = [];
  const late: string[] = [];
  for (const { project, file, ms, isBroken, tests } of results) {
    if (!projectsOf(part).includes(project)) continue;
    const name = relative(root, file);
    result.files.push({ name: `[${project}] ${name}`, ms });
    for (const test of tests) {
      // Vitest reports tests with other titles as skipped.
      if (!title.test(test.title)) continue;
      if (test.isLate) late.push(lateLine(`[${project}] ${name} › ${test.title}`));
      if (test.state === "passed") result.passed += 1;
      else if (test.state !== "failed") result.skipped += 1;
      else {
        result.failed += 1;
        failures.push(`failed: [${project}] ${name} › ${test.title}`);
      }
    }
    if (isBroken) {
      result.failed += 1;
      result.notes.push(`broken: [${project}] ${name}`);
    }
  }
  result.notes.push(...listed(failures), ...listed(late));
  const isFiltered = files !== null || grep !== null;
  if (!isFiltered && result.passed + result.failed + result.skipped === 0) {
    result.failed = 1;
    result.notes.push("no test found");
  }
  return result;
};

const VITEST = "node_modules/vitest/vitest.mjs";
const CONFIG = "--config=tests/vitest.config.ts";

const projectOptions = (parts: readonly VitestPart[]) =>
  parts.flatMap(projectsOf).map((project) => `--project=${project}`);

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
      [...files].filter((file) => matchesGlob(file, vitestFiles(part))),
    ]),
  );
};

/** Runs parts of the Vitest tests again at every change, until the person stops it. */
export const watchVitest = (
  parts: readonly VitestPart[],
  words: readonly string[],
  grep: string | null,
) =>
  runNode([VITEST, "watch", CONFIG, ...projectOptions(parts), ...titleOption(grep), ...words], {
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
  const file = join(folder.path, "results.json");
  const words = [
    VITEST,
    "run",
    CONFIG,
    ...projectOptions(parts),
    ...titleOption(grep),
    // As in the browsers: a test that passes at its second attempt is named in the count.
    "--retry=1",
    "--reporter=default",
    "--reporter=scripts/test/vitest-reporter.ts",
    ...files,
  ];
  try {
    const ending = await runNode(words, { env: { [RESULTS_FILE]: file } });
    if ("broken" in ending) return [tally("vitest", { failed: 1, notes: [ending.broken] })];
    const results = JSON.parse(readFileSync(file, "utf8")) as FileResults[];
    const tallies = [...selected].map(([part, selection]) => count(results, part, selection));
    if (ending.code !== 0 && tallies.every(({ failed }) => failed === 0)) {
      tallies.push(tally("vitest", { failed: 1, notes: ["an error outside any test, see above"] }));
    }
    return tallies;
  } catch (error) {
    return [tally("vitest", { failed: 1, notes: [`no report: ${String(error)}`] })];
  }
};
