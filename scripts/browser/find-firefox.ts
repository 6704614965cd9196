import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installPackages } from "./debian-packages.ts";
import { namedProgram, programHere, type Search } from "./find-program.ts";

const FIREFOX: Search = {
  variable: "FIREFOX",
  names: ["firefox-esr", "firefox"],
  works: (file) =>
    existsSync(file) &&
    spawnSync(file, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0,
};

/**
 * Finds a release of Firefox, which Playwright can drive: the one named by FIREFOX, one on the
 * machine, or on Debian as root the system's.
 * @returns its path; null if none can be found
 */
export const findFirefox = (): string | null =>
  namedProgram(FIREFOX) ??
  programHere(FIREFOX) ??
  (installPackages("Firefox", ["firefox-esr"]) ? programHere(FIREFOX) : null);
