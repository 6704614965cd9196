import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installPackages } from "./debian-packages.ts";

const works = (file: string): boolean =>
  existsSync(file) &&
  spawnSync(file, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;

const onThisMachine = (): string | undefined =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => ["firefox-esr", "firefox"].map((name) => join(folder, name)))
    .find(works);

/**
 * Finds a release of Firefox, which Playwright can drive: the one named by FIREFOX, one on the
 * machine, or on Debian as root the system's.
 * @returns its path; null if none can be found
 */
export const findFirefox = (): string | null => {
  const named = process.env.FIREFOX;
  if (named) {
    if (works(named)) return named;
    console.log(`· FIREFOX names ${named}, which does not start. Looking for another browser.`);
  }
  const found = onThisMachine();
  if (found) return found;
  return (installPackages("Firefox", ["firefox-esr"]) && onThisMachine()) || null;
};
