import { enableCompileCache } from "node:module";
import { giveBackMemory } from "./give-back-memory.ts";

const words = process.argv.slice(2);
if (words[0] === "serve") giveBackMemory();
// Before the rest is loaded, which then starts in a fraction of the time.
enableCompileCache();
const { runCommand } = await import("./cli/run-command.ts");
const code = await runCommand(words, process.env);
// A server that serves goes on; everything else has ended.
if (code !== null) process.exitCode = code;
