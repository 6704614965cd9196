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
 * A Firefox as its makers release it, which Playwright drives without a build of its own: the one
 * that FIREFOX names, one on the machine, or on Debian as root the system's. Null when there is none.
 */
export const findFirefox = (): string | null => {
  const named = process.env.FIREFOX;
  if (named) {
    if (works(named)) return named;
    console.log(`· FIREFOX names ${named}, which does not start; looking for another.`);
  }
  const found = onThisMachine();
  if (found) return found;
  return (installPackages("Firefox", ["firefox-esr"]) && onThisMachine()) || null;
};
