import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { desktopWeb } from "../build/school-settings.ts";
import { buildIfChanged } from "../test/run-command.ts";
import { checkPrerequisites } from "./check-prerequisites.ts";
import { developmentConfig, developmentSchool, openRuntime } from "./open-runtime.ts";
import { writeApp } from "./write-app.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** Opens the app from the sources. @throws an Error with a message for the developer */
const run = async (): Promise<number> => {
  const missing = checkPrerequisites();
  if (missing) throw new Error(missing);
  if (!(await buildIfChanged("hybrid"))) {
    throw new Error("The app could not be built; see the output above.");
  }
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-app-"));
  const school = developmentSchool(process.env);
  writeApp(folder.path, path.join(root, desktopWeb("hybrid")), developmentConfig(school));
  console.log(`· The app talks to ${school.fileServer}. Close its window to end it.`);
  const runtime = openRuntime(folder.path);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, runtime.stop);
  return await runtime.exit;
};

try {
  process.exitCode = await run();
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exitCode = 1;
}
