// `npm run matrix`: sets up, builds, and takes a picture of each screen in each language, direction,
// theme and width, with what axe and the automatic checks find. `npm run matrix -- --help`.
import { setUp } from "./setup/packages.mjs";
import { exitWithError } from "./setup/project.mjs";
import { runProgram } from "./setup/run-program.mjs";
import { buildOnline } from "./setup/web-build.mjs";

const node = setUp();
if (!buildOnline(node, "preact")) {
  exitWithError("The web app could not be built; see the output above.");
}
const words = ["scripts/matrix/run.ts", ...process.argv.slice(2)];
process.exit((await runProgram(node, words, { what: "The matrix" })) ?? 1);
