import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { runtimeForThisMachine } from "../../../scripts/desktop/runtimes.ts";
import { appIdOf, OPEN_CONFIG } from "../host/host-config.ts";
import { type HostOptions, startHost } from "../host/start-host.ts";
import { startRuntime } from "../host/start-runtime.ts";
import { browser } from "./open-page.ts";

export type Start = (
  options: HostOptions,
) => Promise<{ address: string; kill: () => void; close: () => Promise<void> }>;

/** The real runtime; null if none lies in `neutralino/bin`. */
export const runtimeFile = runtimeForThisMachine();

export const runtimes: Record<string, Start> = {
  "the stand-in for the runtime": startHost,
  ...(runtimeFile && { "the real runtime": (options) => startRuntime(runtimeFile, options) }),
};

/** A person's machine: a data folder, and a runtime that can be started on it. */
export const machineWith = (start: Start) => {
  if (!browser) return expect.unreachable();
  const { documentRoot, newDataHome, open } = browser;
  const dataHome = newDataHome();
  mkdirSync(dataHome);
  return {
    dataFolder: path.join(dataHome, appIdOf(OPEN_CONFIG)),
    /** Opens the app: a runtime with a window of its own. */
    async open() {
      const runtime = await start({ documentRoot, dataHome });
      const page = await open(runtime.address);
      onTestFinished(() => Promise.all([page.close(), runtime.close()]).then(() => undefined));
      return { page, kill: runtime.kill, address: runtime.address };
    },
  };
};
