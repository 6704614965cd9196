// `npm test`: sets up and runs all tests. Arguments name the parts to run.
import { spawn } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { exitWithError, root } from "./setup/project.mjs";

// The last line is always a result, even if no test could start.
let closed = false;
process.on("exit", () => {
  if (!closed) console.log("\n0 passed, 1 failed");
});

const tests = spawn(setUp(), ["scripts/test/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
// Ctrl-C in a terminal reaches the runner directly; this process only waits until it has ended.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => tests.kill("SIGTERM"));
tests.on("error", (error) => exitWithError(`The tests did not start: ${error.message}`));
tests.on("exit", (code) => {
  closed = code !== null;
  process.exit(code ?? 1);
});
