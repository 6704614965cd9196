import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import path, { join } from "node:path";
import { inParallel } from "../../src/lib/in-parallel.ts";
import { printReport } from "../bench/report.ts";
import { measure as measureSizes } from "../bench/sizes.ts";
import { findChromium } from "../browser/find-browsers.ts";
import { DESKTOP_BUILDS, type DesktopBuildName } from "../build/school-settings.ts";
import type { Runtime } from "../build/shared.ts";
import { runtimeForThisMachine } from "../desktop/runtimes.ts";
import { verifyArguments } from "../messages/verify-arguments.ts";
import { OptionsError, type Part, parts, readOptions } from "./options.ts";
import { type PlaywrightPart, runPlaywright } from "./playwright.ts";
import { addSecondRound, EVERYTHING, isAll, type Selection, takeLongForm } from "./round.ts";
import { buildIfChanged, heading, root, runNode, stopCommands } from "./run-command.ts";
import { select } from "./select.ts";
import { printTotals, type Tally, tally, timed, workOf } from "./tally.ts";
import { runVitest, vitestParts, watchVitest } from "./vitest.ts";

/**
 * Finds the tests for the arguments after `npm test --`. Exits after help, after watching, or if
 * nothing is selected; with code 2 for invalid arguments.
 */
const readCommandLine = async (words: readonly string[]): Promise<Map<Part, Selection>> => {
  try {
    const options = readOptions(words);
    if (options === null) process.exit(0);
    if (options.long) takeLongForm();
    // Whoever names tests wants them, in whichever round they run.
    const isNamed = options.words.length > 0 || options.grep !== null;
    if (options.all || isNamed || options.changedSince !== null) addSecondRound();
    if (options.watch) {
      const named = vitestParts.filter((part) => options.parts.includes(part));
      const parts = named.length > 0 ? named : (["unit"] as const);
      const ending = await watchVitest(parts, options.words, options.grep);
      process.exit("code" in ending ? ending.code : 1);
    }
    const selected = await select(options);
    if (selected.size > 0) return selected;
    if (options.changedSince === null) throw new OptionsError("No test has a matching title.");
    console.log("No test is affected by the changes.");
    process.exit(0);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
};

/** Linux's folder in memory. */
const SHARED_MEMORY = "/dev/shm";

/** Several times what all tests use. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/** Whether programs in the folder can be started; some machines forbid it. */
const allowsPrograms = (): boolean =>
  readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .some(([, folder, , options]) => folder === SHARED_MEMORY && !options?.includes("noexec"));

/**
 * Makes a folder in memory for the tests' temporary files, and deletes it when the process ends. The
 * school waits for the disk at each write: on a disk that takes a third of the time of its tests.
 * @returns null where there is no such folder, or too little memory
 */
const memoryFolder = (): string | null => {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < MIN_FREE_BYTES || !allowsPrograms()) return null;
    const folder = mkdtempSync(path.join(SHARED_MEMORY, "learning-space-"));
    // PostgreSQL runs under an account of its own.
    chmodSync(folder, 0o755);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return null;
  }
};

const tsc = "node_modules/typescript/bin/tsc";

/** Each check counts as one test. Those that fail most, and the quickest, come first. */
const checks: [name: string, args: string[]][] = [
  ["messages", ["scripts/check-messages.ts"]],
  ["the table of promises", ["scripts/check-table.ts"]],
  ["links of the documentation", ["scripts/check-links.ts"]],
  ["translations against English", verifyArguments("locales")],
  [
    "format, lint and imports",
    ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  ],
  ["types", [tsc, "-p", "tsconfig.json"]],
  ["types of the server, without a DOM", [tsc, "-p", "src/server/tsconfig.json"]],
  ["types of domain and drafting, without a DOM", [tsc, "-p", "src/domain/tsconfig.json"]],
  ["types of the web app's worker", [tsc, "-p", "src/worker/tsconfig.json"]],
];

/**
 * Runs the checks: messages, promises, links, format, lint with import rules, types.
 * @param atOnce how many run side by side; each uses a core, more or less
 */
const runChecks = async (atOnce: number): Promise<Tally> => {
  const result = tally("check");
  await inParallel(checks, atOnce, async ([name, args]) => {
    const ending = await runNode(args, { beside: `check: ${name}` });
    if ("code" in ending && ending.code === 0) {
      result.passed += 1;
      console.log(`✓ ${name}`);
    } else {
      result.failed += 1;
      result.notes.push(`not clean: ${name}`);
      console.log(`✗ ${name}${"broken" in ending ? ` (${ending.broken})` : ""}`);
    }
  });
  return result;
};

/**
 * How long the workers may spend in a part's files, in seconds, in the first round and with `--all`. Together
 * they fill ten and twenty minutes on two quiet cores: of three workers, then of four in browsers, and of one beside
 * them. A second that a worker waits for a core counts, too.
 */
const SHARES: Partial<Record<Part, readonly [first: number, all: number]>> = {
  unit: [110, 160],
  adapters: [40, 40],
  server: [330, 330],
  postgres: [0, 200],
  faults: [120, 180],
  hostile: [90, 110],
  components: [100, 200],
  e2e: [800, 1600],
  desktop: [0, 330],
  firefox: [0, 350],
  webkit: [0, 300],
};

/** Whether the machine has nothing else to do, before the tests begin: other work makes each part longer. */
const isQuiet = (): boolean => (loadavg()[0] ?? 0) < availableParallelism() / 4;

/** Notes the parts of a whole run on a quiet machine that took longer than their share. It fails nothing. */
const noteShares = (tallies: readonly Tally[]): void => {
  for (const result of tallies) {
    const share = SHARES[result.part as Part]?.[isAll() ? 1 : 0];
    if (share !== undefined && workOf(result) > share) {
      result.notes.push(`warning: ${workOf(result)} s of work, more than its share of ${share} s`);
    }
  }
};

// The school's programs are started hundreds of times, so Node's compile cache is kept between starts.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/node-compile");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => stopCommands().then(() => process.exit(1)));
}

const memory = memoryFolder();
if (memory !== null) process.env.TMPDIR = memory;

const wasQuiet = isQuiet();
const asked = await readCommandLine(process.argv.slice(2));
/** Whether no part was named and no test selected. */
const isWhole =
  asked.size > 1 && [...asked.values()].every(({ files, grep }) => files === null && grep === null);

/** Builds what the selected tests need. */
const neededBuilds = (): (Runtime | DesktopBuildName)[] => {
  const desktop = asked.has("desktop") || asked.has("webkit") || asked.has("sizes");
  const react = asked.has("sizes") || (asked.has("e2e") && isAll());
  const preact = asked.has("e2e") || desktop || asked.has("firefox");
  return [
    ...(preact ? (["preact"] as const) : []),
    ...(react ? (["react"] as const) : []),
    ...(desktop ? DESKTOP_BUILDS : []),
  ];
};

const desktop = new Set<string>(DESKTOP_BUILDS);

const build = async (names: readonly (Runtime | DesktopBuildName)[]): Promise<Tally> => {
  const result = tally("build");
  for (const name of names) {
    // The desktop app's tests know the address in the build, and replace it.
    const env = desktop.has(name) ? { FILE_SERVER: "" } : undefined;
    if (await buildIfChanged(name, { env, beside: `build: ${name}` })) result.passed += 1;
    else {
      result.failed += 1;
      result.notes.push(`the build ${name} failed`);
    }
  }
  return result;
};

/**
 * Installs browsers that are missing, in a process of its own: the tests go on meanwhile. What cannot be
 * installed is counted as skipped where it is needed.
 */
const installBrowsers = async (...names: readonly string[]): Promise<void> => {
  if (names.length === 0) return;
  await runNode(["scripts/browser/install-browsers.ts", ...names], {
    beside: `browsers: ${names.join(", ")}`,
  });
};

/** Runs the desktop app's tests, and reports the runtime that they used. */
const runDesktop = async (isBeside: boolean): Promise<Tally> => {
  const result = await runInBrowser("desktop")(isBeside);
  const onRuntime = runtimeForThisMachine() !== null;
  result.notes.push(
    onRuntime
      ? "ran on the runtime in neutralino/bin, and again on the stand-in for it"
      : "skipped: the tests on the runtime itself, for there is no runtime in neutralino/bin; they ran on the stand-in for it",
  );
  return result;
};

const runSizes = async (): Promise<Tally> => {
  if (findChromium() === null) {
    return tally("sizes", { skipped: 1, notes: ["skipped: sizes are measured in a Chromium"] });
  }
  const sizes = await measureSizes();
  heading("sizes");
  const { kept, broken } = printReport({ sizes });
  const notes = broken > 0 ? ["a size budget is broken, see above"] : [];
  return tally("sizes", { passed: kept, failed: broken, notes });
};

const runInBrowser =
  (part: PlaywrightPart) =>
  (isBeside: boolean): Promise<Tally> => {
    if (!isBeside) heading(part);
    return runPlaywright(part, asked.get(part) ?? EVERYTHING, isBeside);
  };

/** What loads a build in a browser. */
const inBrowsers = {
  e2e: runInBrowser("e2e"),
  firefox: runInBrowser("firefox"),
  desktop: runDesktop,
  webkit: runInBrowser("webkit"),
  sizes: runSizes,
} satisfies Partial<Record<Part, (isBeside: boolean) => Promise<Tally>>>;

type BrowserPart = keyof typeof inBrowsers;

const results: Tally[] = [];
const placeOf = ({ part }: Tally): number => parts.indexOf(part as Part);
const add = async (part: Promise<Tally>): Promise<Tally> => {
  const result = await timed(part);
  results.push(result);
  return result;
};

/** Runs what nobody has begun yet. @param waiting loses what is begun */
const takeOn = async (waiting: BrowserPart[], isBeside: boolean): Promise<void> => {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    await add(inBrowsers[part](isBeside));
  }
};

const runInVitest = async (): Promise<void> => {
  const parts = vitestParts.filter((part) => asked.has(part));
  if (parts.length === 0) return;
  heading(parts.join(", "));
  const start = performance.now();
  results.push(
    ...(await runVitest(new Map(parts.map((part) => [part, asked.get(part) ?? EVERYTHING])))),
  );
  console.log(`Together ${Math.round((performance.now() - start) / 1000)} s`);
};

try {
  const builds = neededBuilds();
  const names = (["firefox", "webkit"] as const).filter((part) => asked.has(part));
  const isInChromium = (["adapters", "e2e", "desktop", "sizes"] as const).some((part) =>
    asked.has(part),
  );
  // The packages of the system are installed one after the other.
  const built = builds.length > 0 ? add(build(builds)) : null;
  if (isInChromium) await installBrowsers("chromium");
  const installed = installBrowsers(...names);
  const isBuilt = built?.then(({ failed }) => failed === 0) ?? false;
  const waiting = (["firefox", "desktop", "webkit", "sizes"] as const).filter((part) =>
    asked.has(part),
  );
  // A browser test waits most of its time. What runs beside the others, one test at a time, has the rest of the cores.
  const beside = async (): Promise<void> => {
    await built;
    if (asked.has("check")) await add(runChecks(asked.size > 1 ? 1 : 2));
    await installed;
    if ((await isBuilt) && asked.size > 1) await takeOn(waiting, true);
  };
  const inTurn = async (): Promise<void> => {
    await runInVitest();
    if (!(await isBuilt)) return;
    if (asked.has("e2e")) await takeOn(["e2e"], false);
    await installed;
    await takeOn(waiting, false);
  };
  await Promise.all([inTurn(), beside()]);
} catch (error) {
  console.error(error);
  results.push(tally("run", { failed: 1, notes: ["the run itself broke, see above"] }));
}
if (wasQuiet && isWhole) noteShares(results);
// They ended in another order.
results.sort((one, other) => placeOf(one) - placeOf(other));
process.exitCode = printTotals(results) ? 0 : 1;
