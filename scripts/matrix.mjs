// `npm run matrix`: sets up, builds, and takes a picture of each screen in each language, direction,
// theme and width, with what axe and the automatic checks find. `npm run matrix -- --help`.
import { setUp } from "./setup/packages.mjs";
import { runProgram } from "./setup/run-program.mjs";

const words = ["scripts/matrix/run.ts", ...process.argv.slice(2)];
process.exit((await runProgram(setUp(), words, { what: "The matrix" })) ?? 1);
