// `npm run dev`: the demo school and the web app for developers.
import { setUp } from "./setup/packages.mjs";
import { runProgram } from "./setup/run-program.mjs";

const words = ["scripts/dev/run.ts", ...process.argv.slice(2)];
process.exit((await runProgram(setUp(), words, { what: "The dev server" })) ?? 1);
