// `npm run bench`: sets up, builds and measures. Arguments name the parts to measure.
import { spawnSync } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { exitWithError, root } from "./setup/project.mjs";
import { buildDesktop, buildOnline } from "./setup/web-build.mjs";

const node = setUp();
for (const runtime of ["preact", "react"]) {
  if (!buildOnline(node, runtime))
    exitWithError("The web app could not be built; see the output above.");
}
for (const build of ["hybrid", "offline"]) {
  if (!buildDesktop(node, build))
    exitWithError("The desktop app could not be built; see the output above.");
}
const { status } = spawnSync(node, ["scripts/bench/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
