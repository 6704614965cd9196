import { enableCompileCache } from "node:module";
import { restartWithLessMemory } from "./school/settings/environment.ts";

const words = process.argv.slice(2);
if (words[0] === "serve") restartWithLessMemory();
else {
  // A reader such as `head` may close the pipe early. The command still finishes its work.
  process.stdout.on("error", (reason: NodeJS.ErrnoException) => {
    if (reason.code !== "EPIPE") throw reason;
  });
}
// Runs before the other modules load, so that they load from the compile cache.
enableCompileCache();
const { runCommand } = await import("./cli/program.ts");
const code = await runCommand(words, process.env);
// `serve` returns null because the server keeps running; every other command has finished.
if (code !== null) process.exitCode = code;
