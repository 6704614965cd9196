import { enableCompileCache } from "node:module";

// Before the rest is loaded, which then starts in a fraction of the time.
enableCompileCache();
const { runDemo } = await import("./demo-school.ts");
await runDemo(process.env);
