// `npm test`: sets up and runs every test. What follows the command names the parts to run.
import { spawn } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { giveUp, root } from "./setup/project.mjs";

const tests = spawn(setUp(), ["scripts/test/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
// The runner gets the terminal's own signals; this process only waits for its answer.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => tests.kill(signal));
tests.on("error", (error) => giveUp(`The tests did not start: ${error.message}`));
tests.on("exit", (code) => process.exit(code ?? 1));
