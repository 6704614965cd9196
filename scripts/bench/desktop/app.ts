import { createHash, X509Certificate } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startHost } from "../../../tests/adapters/host/start-host.ts";
import { startRuntime } from "../../../tests/adapters/host/start-runtime.ts";
import { layOutApp } from "../../../tests/desktop/lay-out-app.ts";
import { TLS } from "../../../tests/server/support/certificates.ts";
import { chromiumFlags } from "../../browser/chromium-flags.ts";
import { findChromium } from "../../browser/find-chromium.ts";
import type { DesktopBuildName } from "../../build/builds.ts";
import { runtimeForThisMachine } from "../../desktop/runtimes.ts";
import { type PageNotes, takeNotes } from "./page-notes.ts";
import { openQuietPage, type QuietPage } from "./quiet-browser.ts";

const LOOK_EVERY_MS = 50;

/** What the app runs on here: its own runtime without a window, or what stands in for it. */
export const runsOn = (): string =>
  runtimeForThisMachine() ? "the runtime" : "the stand-in for the runtime";

let found: string | null | undefined;

/** @throws when there is no Chromium to be had */
export const chromiumHere = (): string => {
  found ??= findChromium();
  if (!found) throw new Error("There is no Chromium on this machine, and none could be fetched.");
  return found;
};

/**
 * Has a browser trust the school's certificate: with one that it only puts up with, it caches
 * nothing.
 */
export const trustingFlags = (): string[] => {
  const { publicKey } = new X509Certificate(readFileSync(TLS.certFile));
  const bytes = publicKey.export({ type: "spki", format: "der" });
  const hash = createHash("sha256").update(bytes).digest("base64");
  return [...chromiumFlags, `--ignore-certificate-errors-spki-list=${hash}`];
};

/** The app's process, without a page yet. */
export interface RunningHost {
  address: string;
  /** The app's own folder of data. */
  dataFolder: string;
  /** Ends it as closing its window does. */
  close(): Promise<void>;
}

/**
 * Starts what serves the app as it is built.
 * @param dataHome the folder in which apps keep their data
 */
export const startAppHost = async (
  school: string,
  dataHome: string,
  build: DesktopBuildName = "hybrid",
): Promise<RunningHost> => {
  const { web, config } = layOutApp(build, school);
  const options = { documentRoot: web, dataHome, config };
  const runtime = runtimeForThisMachine();
  const running = runtime ? await startRuntime(runtime, options) : await startHost(options);
  const { dataFolder } = running;
  return {
    address: running.address,
    dataFolder,
    async close() {
      await running.kill();
      // A window that is closed gives its folder up; a browser's tab has no such end.
      rmSync(path.join(dataFolder, "state/instance.lock"), { force: true });
    },
  };
};

/** The app, running. */
export interface RunningApp extends Pick<QuietPage, "pid" | "evaluate" | "send"> {
  dataFolder: string;
  notes(): Promise<PageNotes>;
  /** Waits until a function, without arguments or names of this side, is true in the page. */
  until(isSo: () => boolean, limitMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the app of somebody who is signed in, in a browser of its own. */
export const openApp = async (
  school: string,
  dataHome: string,
  place = "/tls/",
  build: DesktopBuildName = "hybrid",
): Promise<RunningApp> => {
  const host = await startAppHost(school, dataHome, build);
  const page = await openQuietPage(chromiumHere(), trustingFlags(), takeNotes);
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
