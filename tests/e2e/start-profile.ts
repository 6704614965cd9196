import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type {
  BrowserContext,
  BrowserContextOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from "playwright/test";
import {
  chromiumPreferences,
  type FrameStorage,
  firefoxPreferences,
} from "../../scripts/browser/browser-settings.ts";

/** What a fixture knows of the browser of its project. */
type ProjectBrowser = Pick<PlaywrightWorkerArgs, "playwright"> &
  Pick<PlaywrightWorkerOptions, "browserName" | "launchOptions" | "channel" | "headless">;

/**
 * Starts the browser of the project on a profile in a folder, which keeps what a person's browser keeps. It
 * treats the storage of other sites' frames as asked, whatever the default of its version is.
 */
export const startProfile = (
  { playwright, browserName, launchOptions, channel, headless }: ProjectBrowser,
  folder: string,
  storage: FrameStorage,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  if (browserName === "chromium") {
    const profile = path.join(folder, "Default");
    mkdirSync(profile, { recursive: true });
    try {
      const preferences = JSON.stringify(chromiumPreferences(storage));
      writeFileSync(path.join(profile, "Preferences"), preferences, { flag: "wx" });
    } catch {
      // A profile that has been used already has its preferences.
    }
  }
  return playwright[browserName].launchPersistentContext(folder, {
    ...launchOptions,
    channel,
    headless,
    ...options,
    firefoxUserPrefs: { ...launchOptions.firefoxUserPrefs, ...firefoxPreferences(storage) },
  });
};
