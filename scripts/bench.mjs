// `npm run bench`: sets up, builds, measures. What follows the command names the parts to measure.
import { spawnSync } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { giveUp, root } from "./setup/project.mjs";
import { buildDesktop, buildOnline } from "./setup/web-build.mjs";

const node = setUp();
for (const runtime of ["preact", "react"]) {
  if (!buildOnline(node, runtime))
    giveUp("The web app could not be built; the reason stands above.");
}
for (const build of ["hybrid", "offline"]) {
  if (!buildDesktop(node, build))
    giveUp("The desktop app could not be built; the reason stands above.");
}
const { status } = spawnSync(node, ["scripts/bench/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
