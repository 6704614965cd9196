// `npm run bench`: sets up, builds and measures. Arguments name the parts to measure.
import { setUp } from "./setup/packages.mjs";
import { exitWithError } from "./setup/project.mjs";
import { runProgram } from "./setup/run-program.mjs";
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
const words = ["scripts/bench/run.ts", ...process.argv.slice(2)];
process.exit((await runProgram(node, words, { what: "The measurements" })) ?? 1);
