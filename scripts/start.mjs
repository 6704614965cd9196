// `npm start`: from a fresh clone to a running demo school.
import { spawn } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { giveUp, root } from "./setup/project.mjs";
import { buildOnline } from "./setup/web-build.mjs";

const node = setUp();
if (!buildOnline(node, "preact"))
  giveUp("The web app could not be built; the reason stands above.");

// In a process group of its own, so that Ctrl-C, which the terminal, npm and this script each
// pass on, reaches the school once: a second signal would end it at once.
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
school.on("error", (error) => giveUp(`The demo school did not start: ${error.message}`));
school.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
