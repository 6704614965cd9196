import { onlineSettings } from "../build/builds.ts";
import { appConfig } from "./app-config.ts";
import { fetchRuntimes, runtimesMissing } from "./fetch-runtimes.ts";
import { filesForThisMachine, runtimeFolder, runtimeForThisMachine } from "./runtimes.ts";

/**
 * Finds what keeps the desktop app from opening on this machine; fetches the runtimes if there are none.
 * @returns a sentence; null when nothing is missing
 */
export const whatIsMissing = (): string | null => {
  const files = filesForThisMachine();
  if (files.length === 0) {
    return `Neutralino has no runtime for this machine (${process.platform}-${process.arch}).`;
  }
  if (runtimeForThisMachine() === null) fetchRuntimes(runtimeFolder);
  if (runtimeForThisMachine() === null) {
    const { cli } = appConfig("hybrid", onlineSettings(process.env));
    return runtimesMissing(files, cli.binaryVersion ?? "");
  }
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY
    ? "There is no screen to open the app on: set DISPLAY or WAYLAND_DISPLAY."
    : null;
};
