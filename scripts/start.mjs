// `npm start`: takes a fresh clone to a running demo school.
import { spawn } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { exitWithError, root } from "./setup/project.mjs";
import { buildOnline } from "./setup/web-build.mjs";

const node = setUp();
if (!buildOnline(node, "preact"))
  exitWithError("The web app could not be built; see the output above.");

// In its own process group. The terminal, npm and this script each pass Ctrl-C on, and a second
// signal would make the school exit without a clean shutdown.
const school = spawn(node, ["src/server/demo.ts"], {
  cwd: root,
  stdio: "inherit",
  detached: process.platform !== "win32",
});

let passedOn = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    const now = Date.now();
    if (now - passedOn < 500) return;
    passedOn = now;
    school.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
  });
}
school.on("error", (error) => exitWithError(`The demo school did not start: ${error.message}`));
school.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
