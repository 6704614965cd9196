// `npm test`: sets up and runs every test. What follows the command names the parts to run.
import { spawn } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { giveUp, root } from "./setup/project.mjs";

// Whoever reads the last line gets one, even when it never came to a test.
let closed = false;
process.on("exit", () => {
  if (!closed) console.log("\n0 passed, 1 failed");
});

const tests = spawn(setUp(), ["scripts/test/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
// A terminal's Ctrl-C reaches the runner by itself; this process only waits for its end.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => tests.kill("SIGTERM"));
tests.on("error", (error) => giveUp(`The tests did not start: ${error.message}`));
tests.on("exit", (code) => {
  closed = code !== null;
  process.exit(code ?? 1);
});
