// `npm test`: sets up and runs all tests. Arguments name the parts to run.
import { setUp } from "./setup/packages.mjs";
import { runProgram } from "./setup/run-program.mjs";

// The last line is always a result, even if no test could start.
let closed = false;
process.on("exit", () => {
  if (!closed) console.log("\n0 passed, 1 failed");
});

const words = ["scripts/test/run.ts", ...process.argv.slice(2)];
const code = await runProgram(setUp(), words, { what: "The tests" });
closed = code !== null;
process.exit(code ?? 1);
