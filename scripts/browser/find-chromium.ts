import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { chromiumFlags } from "./chromium-flags.ts";
import { installPackages } from "./debian-packages.ts";
import { namedProgram, programHere, type Search } from "./find-program.ts";

/** The headless shell does the same work in half the time. */
const SHELL = "chromium-headless-shell";

const CHROMIUM: Search = {
  variable: "CHROMIUM",
  names: [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
  elsewhere: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
  // A downloaded one may lack libraries of the system.
  works: (file) =>
    existsSync(file) &&
    spawnSync(file, [...chromiumFlags, "--dump-dom", "about:blank"], {
      stdio: "ignore",
      timeout: 30_000,
    }).status === 0,
};

const downloaded = (): string | null => {
  const file = chromium.executablePath();
  return CHROMIUM.works(file) ? file : null;
};

const download = (): string | null => {
  console.log("· No browser found: downloading Playwright's …");
  const words = ["node_modules/playwright/cli.js", "install", "chromium", "--no-shell"];
  const { status } = spawnSync(process.execPath, words, {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 4 * 60_000,
  });
  return status === 0 ? downloaded() : null;
};

const fromDebian = (): string | null => {
  const installed =
    installPackages("Chromium", [SHELL]) || installPackages("Chromium", ["chromium"]);
  return installed ? programHere(CHROMIUM) : null;
};

/**
 * Finds a Chromium that starts: the one named by CHROMIUM, one on the machine, Playwright's, or on
 * Debian as root the system's.
 * @returns its path; null if none can be found
 */
export const findChromium = (): string | null =>
  namedProgram(CHROMIUM) ?? programHere(CHROMIUM) ?? downloaded() ?? download() ?? fromDebian();
