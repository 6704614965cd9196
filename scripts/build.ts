import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { BUILDS } from "../src/app/builds.ts";
import { desktopSettings } from "./build/school-settings.ts";

const { values } = parseArgs({
  options: {
    build: { type: "string", default: "online" },
    runtime: { type: "string", default: "preact" },
  },
});
const root = path.join(import.meta.dirname, "..");

/** Explains in one sentence why the build is not possible; null if it is. */
const problem = (): string | null => {
  if (!Object.hasOwn(BUILDS, values.build)) {
    return `There is no build named ${values.build}. The builds are: ${Object.keys(BUILDS).join(", ")}.`;
  }
  try {
    if (values.build !== "online") desktopSettings(process.env);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

/** Builds the online app, `node scripts/build.ts [--runtime=react]`, or the page of the desktop app. */
const build = (): number => {
  const sentence = problem();
  if (sentence) {
    console.error(`\n${sentence}`);
    return 1;
  }
  const choice = ["--env", `build=${values.build}`, "--env", `runtime=${values.runtime}`];
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, "node_modules/@rspack/cli/bin/rspack.js"), "build", ...choice],
    { cwd: root, stdio: "inherit" },
  );
  return status ?? 1;
};

process.exitCode = build();
