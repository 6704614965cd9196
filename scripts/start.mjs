// `npm start`: takes a fresh clone to a running demo school.
import { setUp } from "./setup/packages.mjs";
import { exitWithError } from "./setup/project.mjs";
import { runProgram } from "./setup/run-program.mjs";
import { buildOnline } from "./setup/web-build.mjs";

const node = setUp();
if (!buildOnline(node, "preact"))
  exitWithError("The web app could not be built; see the output above.");
// In its own group: a terminal that is closed would end it before it has finished requests.
const options = { what: "The demo school", ownGroup: true };
process.exit((await runProgram(node, ["src/server/demo.ts"], options)) ?? 1);
