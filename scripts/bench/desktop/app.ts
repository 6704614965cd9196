import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startHost } from "../../../tests/adapters/host/start-host.ts";
import { startRuntime } from "../../../tests/adapters/host/start-runtime.ts";
import { layOutApp } from "../../../tests/desktop/lay-out-app.ts";
import { trustsSchool } from "../../../tests/server/support/certificates.ts";
import { chromiumFlags } from "../../browser/chromium-flags.ts";
import { runtimeForThisMachine } from "../../desktop/runtimes.ts";
import { requireChromium } from "../browser.ts";
import { type PageNotes, recordNotes } from "./page-notes.ts";
import { openQuietPage, type QuietPage } from "./quiet-browser.ts";

const LOOK_EVERY_MS = 50;

/** What the app runs on here: the runtime without a window, or a stand-in for it. */
export const describeRuntime = (): string =>
  runtimeForThisMachine() ? "the runtime" : "the stand-in for the runtime";

/** The app's process, which has no page yet. */
export interface RunningHost {
  address: string;
  /** The app's data folder. */
  dataFolder: string;
  /** Ends the process, as when the window is closed. */
  close(): Promise<void>;
}

/**
 * Starts the process that serves the built app.
 * @param dataHome the folder that contains the data folders of apps
 */
export const startAppHost = async (school: string, dataHome: string): Promise<RunningHost> => {
  const { web, config } = layOutApp("hybrid", school);
  const options = { documentRoot: web, dataHome, config };
  const runtime = runtimeForThisMachine();
  const running = runtime ? await startRuntime(runtime, options) : await startHost(options);
  const { dataFolder } = running;
  return {
    address: running.address,
    dataFolder,
    async close() {
      await running.kill();
      // Closing a window releases the folder; closing a browser tab does not.
      rmSync(path.join(dataFolder, "state/instance.lock"), { force: true });
    },
  };
};

/** The running app. */
export interface RunningApp extends Pick<QuietPage, "pid" | "evaluate" | "send"> {
  dataFolder: string;
  notes(): Promise<PageNotes>;
  /** Waits until a function returns true in the page. It must not use variables of this process. */
  until(isSo: () => boolean, limitMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the app of a signed-in person in its own browser. */
export const openApp = async (
  school: string,
  dataHome: string,
  place = "/tls/",
): Promise<RunningApp> => {
  const host = await startAppHost(school, dataHome);
  const page = await openQuietPage(
    requireChromium(),
    [...chromiumFlags, trustsSchool],
    recordNotes,
  );
  await page.goTo(`${host.address}${place}`);
  return {
    ...page,
    dataFolder: host.dataFolder,
    notes: () => page.evaluate(() => (window as unknown as { notes: PageNotes }).notes),
    async until(isSo, limitMs = 30_000) {
      const limit = Date.now() + limitMs;
      while (!(await page.evaluate(isSo))) {
        if (Date.now() > limit) throw new Error(`Not within ${limitMs} ms: ${isSo}`);
        await pause(LOOK_EVERY_MS);
      }
    },
    async close() {
      await page.close();
      await host.close();
    },
  };
};
