// `npm run bench`: sets up, builds and measures. Arguments name the parts to measure.
import { setUp } from "./setup/packages.mjs";
import { runProgram } from "./setup/run-program.mjs";

const words = ["scripts/bench/run.ts", ...process.argv.slice(2)];
process.exit((await runProgram(setUp(), words, { what: "The measurements" })) ?? 1);
