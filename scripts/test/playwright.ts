import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium, findFirefox, findWebKit } from "../browser/find-browsers.ts";
import { EVERYTHING, isAll, type Selection } from "./round.ts";
import { outputOfNode, runNode } from "./run-command.ts";
import { type FileTime, lateLine, listed, type Tally, tally } from "./tally.ts";
import { titlePattern } from "./title-pattern.ts";

interface Report {
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
}
interface Suite {
  /** Relative to the part's folder. */
  file?: string;
  specs: Spec[];
  suites?: Suite[];
}
interface Spec {
  title: string;
  file: string;
  tests: { projectName: string; status: string; results: { duration: number }[] }[];
}

const testsIn = (suites: readonly Suite[]): number =>
  suites.reduce(
    (total, { specs, suites: inner }) =>
      total + specs.reduce((sum, { tests }) => sum + tests.length, 0) + testsIn(inner ?? []),
    0,
  );

/** The tests that ended with a status: their projects, files and titles. */
const titlesOf = (suites: readonly Suite[], wanted: "unexpected" | "flaky"): string[] =>
  suites.flatMap(({ specs, suites: inner }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName }) => `[${projectName}] ${file} › ${title}`),
    ),
    ...titlesOf(inner ?? [], wanted),
  ]);

/** How long the attempts of each file took together, by project. */
const timesOf = (part: PlaywrightPart, suites: readonly Suite[]): FileTime[] => {
  const times = new Map<string, number>();
  const add = ({ specs, suites: inner = [] }: Suite): void => {
    for (const { file, tests } of specs) {
      for (const { projectName, results } of tests) {
        const name = `[${projectName}] tests/${PARTS[part].folder}/${file}`;
        const ms = results.reduce((total, { duration }) => total + duration, 0);
        times.set(name, (times.get(name) ?? 0) + ms);
      }
    }
    inner.forEach(add);
  };
  suites.forEach(add);
  return [...times].map(([name, ms]) => ({ name, ms }));
};

/** Marks a test that runs with `--all` only. */
const SECOND_ROUND = "@all";

interface Part {
  folder: string;
  projects: readonly string[];
  /** The projects that repeat it with `--all`. */
  repeats?: readonly string[];
  /** Environment variables that point to the browser; null if there is no browser. */
  browser: () => Record<string, string> | null;
  /** The reason for skipping the part without it. */
  missing: string;
}

/** The variable that names a browser to the tests. */
const inVariable = (variable: string, browser: string | null) =>
  browser === null ? null : { [variable]: browser };

const chromium = () => inVariable("CHROMIUM", findChromium());

const PARTS = {
  /** The web app in Chromium, on Preact and on React. */
  e2e: {
    folder: "e2e",
    projects: ["preact"],
    repeats: ["react"],
    browser: chromium,
    missing: "Chromium",
  },
  desktop: { folder: "desktop", projects: [], browser: chromium, missing: "Chromium" },
  /** The web app in Firefox. */
  firefox: {
    folder: "e2e",
    projects: ["firefox", "firefox-private"],
    browser: () => inVariable("FIREFOX", findFirefox()),
    missing: "Firefox",
  },
  /** The web app and the desktop app in WebKitGTK. */
  webkit: {
    folder: "webkit",
    projects: [],
    browser: () => (findWebKit() ? {} : null),
    missing: "WebKitGTK with its driver",
  },
} satisfies Record<string, Part>;

export type PlaywrightPart = keyof typeof PARTS;
export const playwrightParts = Object.keys(PARTS) as PlaywrightPart[];

/** The folder of a part's files in `tests/`. */
export const playwrightFolder = (part: PlaywrightPart): string => PARTS[part].folder;

const commandOf = (part: PlaywrightPart, { files, grep }: Selection): string[] => {
  const { folder, projects, repeats = [] }: Part = PARTS[part];
  return [
    "node_modules/playwright/cli.js",
    "test",
    `--config=tests/${folder}/playwright.config.ts`,
    ...[...projects, ...(isAll() ? repeats : [])].map((project) => `--project=${project}`),
    ...(isAll() ? [] : [`--grep-invert=${SECOND_ROUND}`]),
    ...(grep === null ? [] : [`--grep=(?:${titlePattern(grep)})`]),
    // Playwright expects regular expressions.
    ...(files ?? []).map((file) => `${file.replaceAll(".", "\\.")}$`),
  ];
};

const list = async (part: PlaywrightPart, selection: Selection, more: string[] = []) => {
  const output = await outputOfNode([
    ...commandOf(part, selection),
    "--list",
    "--reporter=json",
    "--pass-with-no-tests",
    ...more,
  ]);
  return output === "" ? [] : (JSON.parse(output) as Report).suites;
};

/** The number of tests in a selection. */
export const countPlaywrightTests = async (
  part: PlaywrightPart,
  selection: Selection,
): Promise<number> => testsIn(await list(part, selection));

/** Test files of a part that import a file changed since a commit. */
export const changedPlaywrightFiles = async (
  part: PlaywrightPart,
  since: string,
): Promise<string[]> => {
  const suites = await list(part, EVERYTHING, [`--only-changed=${since}`]);
  const files = suites.map(({ file }) => `tests/${PARTS[part].folder}/${file}`);
  return [...new Set(files)];
};

/**
 * Runs the selected tests of one part in its browser. A crash of the runner counts as a failure.
 * @param isBeside whether another part runs at the same time: then one test runs at a time
 */
export const runPlaywright = async (
  part: PlaywrightPart,
  selection: Selection,
  isBeside: boolean,
): Promise<Tally> => {
  const { browser, missing }: Part = PARTS[part];
  const run = (file: string, args: string[], env: Record<string, string>) =>
    runNode([...commandOf(part, selection), ...(isBeside ? ["--workers=1"] : []), ...args], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      ...(isBeside && { beside: part }),
    });
  using folder = mkdtempDisposableSync(join(tmpdir(), "learning-space-playwright-"));
  const file = join(folder.path, "report.json");
  const report = () => JSON.parse(readFileSync(file, "utf8")) as Report;
  try {
    const env = browser();
    if (env === null) {
      await run(file, ["--list", "--reporter=json"], {});
      return tally(part, {
        skipped: testsIn(report().suites),
        notes: [`skipped: there is no ${missing} on this machine, and none could be fetched`],
      });
    }
    const ending = await run(file, ["--reporter=list,json"], env);
    if ("broken" in ending) return tally(part, { failed: 1, notes: [ending.broken] });
    const { errors, stats, suites } = report();
    const failed = titlesOf(suites, "unexpected").map((test) => `failed: ${test}`);
    const late = titlesOf(suites, "flaky").map(lateLine);
    const result = tally(part, {
      files: timesOf(part, suites),
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
      notes: [
        ...errors.map(({ message }) => message?.split("\n")[0] ?? "an error outside any test"),
        ...listed(failed),
        ...listed(late),
      ],
    });
    if (ending.code !== 0 && result.failed === 0) {
      result.failed = 1;
      result.notes.push("an error outside any test, see above");
    }
    return result;
  } catch (error) {
    return tally(part, { failed: 1, notes: [`no report: ${String(error)}`] });
  }
};
