import { enableCompileCache } from "node:module";
import { giveBackMemory } from "./give-back-memory.ts";

giveBackMemory();
// Before the rest is loaded, which then starts in a fraction of the time.
enableCompileCache();
const { runDemo } = await import("./demo/run-demo.ts");
await runDemo(process.env);
