import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { chromiumFlags } from "./chromium-flags.ts";
import { installPackages } from "./debian-packages.ts";

/** The headless shell does the same work in half the time. */
const SHELL = "chromium-headless-shell";

const names = [
  SHELL,
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Whether a browser starts. A downloaded one may lack libraries of the system. */
const works = (file: string): boolean =>
  existsSync(file) &&
  spawnSync(file, [...chromiumFlags, "--dump-dom", "about:blank"], {
    stdio: "ignore",
    timeout: 30_000,
  }).status === 0;

const onThisMachine = (): string | undefined => {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...elsewhere].find(works);
};

const run = (command: string, args: string[], minutes: number): boolean =>
  spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], timeout: minutes * 60_000 })
    .status === 0;

const downloaded = (): string | undefined => {
  const file = chromium.executablePath();
  return works(file) ? file : undefined;
};

const download = (): string | undefined => {
  console.log("· No browser found: downloading Playwright's …");
  const done = run(
    process.execPath,
    ["node_modules/playwright/cli.js", "install", "chromium", "--no-shell"],
    4,
  );
  return done ? downloaded() : undefined;
};

const fromDebian = (): string | undefined => {
  const installed =
    installPackages("Chromium", [SHELL]) || installPackages("Chromium", ["chromium"]);
  return installed ? onThisMachine() : undefined;
};

/**
 * Finds a Chromium that starts: the one named by CHROMIUM, one on the machine, Playwright's, or on
 * Debian as root the system's.
 * @returns its path; null if none can be found
 */
export const findChromium = (): string | null => {
  const named = process.env.CHROMIUM;
  if (named) {
    if (works(named)) return named;
    console.log(`· CHROMIUM names ${named}, which does not start. Looking for another browser.`);
  }
  return onThisMachine() ?? downloaded() ?? download() ?? fromDebian() ?? null;
};
