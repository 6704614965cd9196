import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { runtime: { type: "string", default: "preact" } } });
const root = path.join(import.meta.dirname, "..");

/** Builds the online app: `node scripts/build.ts [--runtime=react]`. */
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, "node_modules/@rspack/cli/bin/rspack.js"),
    "build",
    "--env",
    `runtime=${values.runtime}`,
  ],
  { cwd: root, stdio: "inherit" },
);
process.exitCode = status ?? 1;
