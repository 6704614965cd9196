// `npm run dev`: the demo school and the web app for whoever works on them.
import { spawn } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { giveUp, root } from "./setup/project.mjs";

const dev = spawn(setUp(), ["scripts/dev/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
// A terminal's Ctrl-C reaches the dev server by itself; this process only waits for its end.
process.on("SIGINT", () => undefined);
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => dev.kill("SIGTERM"));
dev.on("error", (error) => giveUp(`The dev server did not start: ${error.message}`));
dev.on("exit", (code) => process.exit(code ?? 1));
