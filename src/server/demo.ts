import { enableCompileCache } from "node:module";
import { giveBackMemory } from "./give-back-memory.ts";

giveBackMemory();
// Runs before the other modules load, so that they load from the compile cache.
enableCompileCache();
const { runDemo } = await import("./demo/run-demo.ts");
await runDemo(process.env);
