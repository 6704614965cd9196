import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { desktopWeb } from "../build/school-settings.ts";
import { runNode } from "../test/run-command.ts";
import { checkPrerequisites } from "./check-prerequisites.ts";
import { developmentConfig, developmentSchool, openRuntime } from "./open-runtime.ts";
import { writeApp } from "./write-app.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** Opens the app from the sources. @throws an Error with a message for the developer */
const run = async (): Promise<number> => {
  const missing = checkPrerequisites();
  if (missing) throw new Error(missing);
  const result = await runNode(["scripts/build-if-changed.mjs", "hybrid"]);
  if (!("code" in result) || result.code !== 0) {
    throw new Error("The app could not be built; see the output above.");
  }
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-app-"));
  try {
    const school = developmentSchool(process.env);
    writeApp(folder, path.join(root, desktopWeb("hybrid")), developmentConfig(school));
    console.log(`· The app talks to ${school.fileServer}. Close its window to end it.`);
    const runtime = openRuntime(folder);
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, runtime.stop);
    return await runtime.exit;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

try {
  process.exitCode = await run();
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exitCode = 1;
}
