import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { desktopWeb, onlineSettings } from "../build/builds.ts";
import { runNode } from "../test/run-command.ts";
import { appConfig } from "./app-config.ts";
import { layOut } from "./lay-out.ts";
import { runtimeForThisMachine } from "./runtimes.ts";
import { whatIsMissing } from "./what-is-missing.ts";

const root = path.join(import.meta.dirname, "..", "..");

const school = onlineSettings({
  ...process.env,
  FILE_SERVER: process.env.FILE_SERVER || "http://127.0.0.1:8080/api",
});

/** The inspector is for whoever works on the app; nobody else gets to see it. */
const configForWork = () => {
  const config = appConfig("hybrid", school);
  const window = {
    ...config.modes.window,
    enableInspector: true,
    openInspectorOnStartup: false,
  };
  return { ...config, modes: { ...config.modes, window } };
};

/** Opens the app from the sources. @throws Error with a sentence for whoever runs it */
const run = async (): Promise<number> => {
  const sentence = whatIsMissing();
  if (sentence) throw new Error(sentence);
  const ending = await runNode(["scripts/build-if-changed.mjs", "hybrid"]);
  if (!("code" in ending) || ending.code !== 0) {
    throw new Error("The app could not be built; the reason stands above.");
  }
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-app-"));
  try {
    layOut(folder, path.join(root, desktopWeb("hybrid")), configForWork());
    console.log(`· The app talks to ${school.fileServer}. Close its window to end it.`);
    const { status, error } = spawnSync(
      runtimeForThisMachine() ?? "",
      [`--path=${folder}`, "--load-dir-res"],
      { stdio: "inherit" },
    );
    if (error) throw new Error(`The runtime did not start: ${error.message}`);
    // What the system's loader says when a library is missing.
    if (status === 127) {
      throw new Error("The runtime needs libgtk-3-0 and libwebkit2gtk-4.1-0: install them.");
    }
    return status ?? 0;
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
