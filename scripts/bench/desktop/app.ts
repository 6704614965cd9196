import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startHost } from "../../../tests/adapters/host/start-host.ts";
import { startRuntime } from "../../../tests/adapters/host/start-runtime.ts";
import { layOutApp } from "../../../tests/desktop/lay-out-app.ts";
import { trustsSchool } from "../../../tests/server/support/certificates.ts";
import { chromiumFlags } from "../../browser/chromium-flags.ts";
import { requireChromium } from "../../browser/launch-chromium.ts";
import { runtimeForThisMachine } from "../../desktop/runtimes.ts";
import { type PageNotes, recordNotes } from "./page-notes.ts";
import { openQuietPage, type QuietPage } from "./quiet-browser.ts";

const LOOK_EVERY_MS = 50;

/** What the app runs on here: the runtime without a window, or a stand-in for it. */
export const describeRuntime = (): string =>
  runtimeForThisMachine() ? "the runtime" : "the stand-in for the runtime";

/** The app's process, which has no page yet. It ends as when the window is closed. */
export interface RunningHost extends AsyncDisposable {
  address: string;
  /** The app's data folder. */
  dataFolder: string;
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
  const { address, dataFolder } = running;
  return {
    address,
    dataFolder,
    async [Symbol.asyncDispose]() {
      await running.kill();
      // Closing a window releases the folder; closing a browser tab does not.
      rmSync(path.join(dataFolder, "state/instance.lock"), { force: true });
    },
  };
};

/** The running app. */
export interface RunningApp extends Omit<QuietPage, "goTo"> {
  dataFolder: string;
  notes(): Promise<PageNotes>;
  /** Waits until a function returns true in the page. It must not use variables of this process. */
  until(isSo: () => boolean, limitMs?: number): Promise<void>;
}

/** Opens the app of a signed-in person in its own browser. */
export const openApp = async (
  school: string,
  dataHome: string,
  place = "/tls/",
): Promise<RunningApp> => {
  const host = await startAppHost(school, dataHome);
  const flags = [...chromiumFlags, trustsSchool];
  const page = await openQuietPage(requireChromium(), flags, recordNotes);
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
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
};
