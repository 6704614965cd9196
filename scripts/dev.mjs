// `npm run dev`: the demo school and the web app for developers.
import { spawn } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { exitWithError, root } from "./setup/project.mjs";

const dev = spawn(setUp(), ["scripts/dev/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
// Ctrl-C in a terminal reaches the dev server directly; this process only waits until it has ended.
process.on("SIGINT", () => undefined);
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => dev.kill("SIGTERM"));
dev.on("error", (error) => exitWithError(`The dev server did not start: ${error.message}`));
dev.on("exit", (code) => process.exit(code ?? 1));
