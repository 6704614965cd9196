import { onlineSettings } from "../build/school-settings.ts";
import { appConfig } from "./app-config.ts";
import { fetchRuntimes, runtimesMissing } from "./fetch-runtimes.ts";
import { filesForThisMachine, runtimeFolder, runtimeForThisMachine } from "./runtimes.ts";

/**
 * Checks whether the desktop app can run on this machine. Fetches the runtimes if there are none.
 * @returns a message that says what is missing; null if nothing is
 */
export const checkPrerequisites = (): string | null => {
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
