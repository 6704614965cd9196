// `npm run matrix`: sets up, builds, and takes a picture of each screen in each language, direction,
// theme and width, with what axe and the automatic checks find. `npm run matrix -- --help`.
import { spawnSync } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { exitWithError, root } from "./setup/project.mjs";
import { buildOnline } from "./setup/web-build.mjs";

const node = setUp();
if (!buildOnline(node, "preact")) {
  exitWithError("The web app could not be built; see the output above.");
}
const { status } = spawnSync(node, ["scripts/matrix/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
