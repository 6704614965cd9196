import { enableCompileCache } from "node:module";

// Before the rest is loaded, which then starts in a fraction of the time.
enableCompileCache();
const { runCommand } = await import("./cli/run-command.ts");
const code = await runCommand(process.argv.slice(2), process.env);
// A server that serves goes on; everything else has ended.
if (code !== null) process.exitCode = code;
