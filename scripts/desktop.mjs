// `npm run desktop` opens the desktop app from the sources. `npm run desktop:build` packs it for every
// system whose runtime is available.
import { setUp } from "./setup/packages.mjs";
import { runProgram } from "./setup/run-program.mjs";

const script = process.argv[2] === "build" ? "build" : "run";
const words = [`scripts/desktop/${script}.ts`];
process.exit((await runProgram(setUp(), words, { what: "The desktop app" })) ?? 1);
