import { enableCompileCache } from "node:module";
import { restartWithLessMemory } from "./school/settings/environment.ts";

restartWithLessMemory();
// Runs before the other modules load, so that they load from the compile cache.
enableCompileCache();
const { runDemo } = await import("./cli/demo/run-demo.ts");
await runDemo(process.env);
