import { chromium } from "playwright";
import { chromiumFlags } from "./browser-settings.ts";
import { findChromium } from "./find-browsers.ts";

let found: string | null | undefined;

/** @throws an Error if no Chromium can be found */
export const requireChromium = (): string => {
  found ??= findChromium();
  if (!found) throw new Error("No Chromium was found, and none could be downloaded.");
  return found;
};

/**
 * Starts a Chromium with an empty profile.
 * @param flags in addition to the usual ones
 * @throws an Error if none can be found
 */
export const launchChromium = (flags: readonly string[] = []) =>
  chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags, ...flags] });
