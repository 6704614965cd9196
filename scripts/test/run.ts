import { join } from "node:path";
import { printReport } from "../bench/report.ts";
import { measure as measureSizes } from "../bench/sizes.ts";
import { findChromium } from "../browser/find-chromium.ts";
import { DESKTOP_BUILDS, type DesktopBuildName } from "../build/school-settings.ts";
import type { Runtime } from "../build/shared.ts";
import { runtimeForThisMachine } from "../desktop/runtimes.ts";
import { runChecks } from "./check.ts";
import { readCommandLine } from "./command-line.ts";
import { memoryFolder } from "./memory-folder.ts";
import type { Part } from "./options.ts";
import { type PlaywrightPart, runPlaywright } from "./playwright.ts";
import { isAll } from "./round.ts";
import { buildIfChanged, heading, root, runNode, stopCommands } from "./run-command.ts";
import { EVERYTHING } from "./selection.ts";
import { isQuiet, noteShares } from "./shares.ts";
import { printTotals, type Tally, tally, timed } from "./tally.ts";
import { runVitest, vitestParts } from "./vitest.ts";

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
const runDesktop = async (): Promise<Tally> => {
  const result = await runInBrowser("desktop");
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
  const { kept, broken } = printReport({ sizes: await measureSizes() });
  const notes = broken > 0 ? ["a size budget is broken, see above"] : [];
  return tally("sizes", { passed: kept, failed: broken, notes });
};

const runInBrowser = (part: PlaywrightPart): Promise<Tally> =>
  runPlaywright(part, asked.get(part) ?? EVERYTHING);

/** What loads a build in a browser. */
const inBrowsers = {
  e2e: () => runInBrowser("e2e"),
  firefox: () => runInBrowser("firefox"),
  desktop: runDesktop,
  webkit: () => runInBrowser("webkit"),
  sizes: runSizes,
} satisfies Partial<Record<Part, () => Promise<Tally>>>;

const results: Tally[] = [];
const add = async (part: Promise<Tally>): Promise<Tally> => {
  const result = await timed(part);
  results.push(result);
  return result;
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
  // Both use one core most of the time, and the packages of the system are installed one after the other.
  const built = builds.length > 0 ? add(build(builds)) : null;
  if (isInChromium) await installBrowsers("chromium");
  const inVitest = runInVitest();
  const installed = installBrowsers(...names);
  const isBuilt = (await built)?.failed === 0;
  if (asked.has("check")) await add(runChecks(asked.size > 1 ? 1 : 2));
  await Promise.all([inVitest, installed]);
  for (const [part, run] of Object.entries(inBrowsers)) {
    if (!asked.has(part as keyof typeof inBrowsers) || !isBuilt) continue;
    heading(part);
    await add(run());
  }
} catch (error) {
  console.error(error);
  results.push(tally("run", { failed: 1, notes: ["the run itself broke, see above"] }));
}
if (wasQuiet && isWhole) noteShares(results);
process.exitCode = printTotals(results) ? 0 : 1;
