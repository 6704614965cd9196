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
import { type PlaywrightPart, runPlaywright } from "./playwright.ts";
import { buildIfChanged, root, stopCommands } from "./run-command.ts";
import { EVERYTHING } from "./selection.ts";
import { printTotals, type Tally, tally, timed } from "./tally.ts";
import { runVitest, vitestParts } from "./vitest.ts";

// The school's programs are started hundreds of times, so Node's compile cache is kept between starts.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/node-compile");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => stopCommands().then(() => process.exit(1)));
}

const memory = memoryFolder();
if (memory !== null) process.env.TMPDIR = memory;

const asked = await readCommandLine(process.argv.slice(2));

const heading = (text: string) => console.log(`\n── ${text}`);

/** Builds what the selected tests need. */
const neededBuilds = (): (Runtime | DesktopBuildName)[] => {
  const both = asked.has("e2e") || asked.has("sizes");
  const desktop = asked.has("desktop") || asked.has("webkit") || asked.has("sizes");
  const preact = both || desktop || asked.has("firefox");
  return [
    ...(preact ? (["preact"] as const) : []),
    ...(both ? (["react"] as const) : []),
    ...(desktop ? DESKTOP_BUILDS : []),
  ];
};

const desktop = new Set<string>(DESKTOP_BUILDS);

const build = async (names: readonly (Runtime | DesktopBuildName)[]): Promise<Tally> => {
  heading("build");
  const result = tally("build");
  for (const name of names) {
    // The desktop app's tests know the address in the build, and replace it.
    const env = desktop.has(name) ? { FILE_SERVER: "" } : undefined;
    if (await buildIfChanged(name, env)) result.passed += 1;
    else {
      result.failed += 1;
      result.notes.push(`the build ${name} failed`);
    }
  }
  return result;
};

const runInBrowser = (part: PlaywrightPart): Promise<Tally> =>
  runPlaywright(part, asked.get(part) ?? EVERYTHING);

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

const results: Tally[] = [];
try {
  const names = neededBuilds();
  const built = names.length > 0 ? await timed(build(names)) : null;
  if (built) results.push(built);
  if (asked.has("check")) {
    heading("check");
    results.push(await timed(runChecks()));
  }
  const inVitest = new Map(
    vitestParts
      .filter((part) => asked.has(part))
      .map((part) => [part, asked.get(part) ?? EVERYTHING]),
  );
  if (inVitest.size > 0) {
    heading([...inVitest.keys()].join(", "));
    const start = performance.now();
    results.push(...(await runVitest(inVitest)));
    console.log(`Together ${Math.round((performance.now() - start) / 1000)} s`);
  }
  const inBrowsers = {
    e2e: () => runInBrowser("e2e"),
    firefox: () => runInBrowser("firefox"),
    desktop: runDesktop,
    webkit: () => runInBrowser("webkit"),
    sizes: runSizes,
  };
  for (const [part, run] of Object.entries(inBrowsers)) {
    if (!asked.has(part as keyof typeof inBrowsers) || built?.failed !== 0) continue;
    heading(part);
    results.push(await timed(run()));
  }
} catch (error) {
  console.error(error);
  results.push(tally("run", { failed: 1, notes: ["the run itself broke, see above"] }));
}
process.exitCode = printTotals(results) ? 0 : 1;
