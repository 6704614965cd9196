import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { chromiumFlags } from "./browser-settings.ts";

/** How to find a browser on this machine. */
interface Search {
  /** The environment variable that may name it. */
  variable: string;
  /** Names of its program, best first. */
  names: readonly string[];
  /** Where it may be besides the folders of PATH. */
  elsewhere?: readonly string[];
  /** Whether a program starts. */
  works: (file: string) => boolean;
}

/** Finds the browser that a person has named, or null, with a message if that does not start. */
const namedProgram = ({ variable, works }: Search): string | null => {
  const named = process.env[variable];
  if (!named) return null;
  if (works(named)) return named;
  console.log(`· ${variable} names ${named}, which does not start. Looking for another browser.`);
  return null;
};

/** Finds a browser on this machine. */
const programHere = ({ names, elsewhere = [], works }: Search): string | null => {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...elsewhere].find(works) ?? null;
};

const run = (args: string[], minutes: number): boolean =>
  spawnSync("apt-get", args, {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: minutes * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** Whether packages can be installed: on Debian and its relatives, as root. */
const canInstall = (): boolean => process.getuid?.() === 0 && existsSync("/etc/debian_version");

let lists: boolean | undefined;

/**
 * Installs packages of the system.
 * @param what a name for what they contain, for the output
 * @returns whether all of them are installed now
 */
export const installPackages = (what: string, names: readonly string[]): boolean => {
  if (!canInstall()) return false;
  console.log(`· Installing ${what} as system packages …`);
  // Updated only once per run.
  lists ??= run(["update", "-q"], 3);
  return lists && run(["install", "-y", "-q", "--no-install-recommends", ...names], 5);
};

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

/** The programs for tests in WebKit. */
interface WebKit {
  /** The driver's program, on the path. */
  driver: string;
  /** WebKitGTK's MiniBrowser. */
  browser: string;
}

const LIBRARIES = "/usr/lib";
const DRIVER = "WebKitWebDriver";

/** WebKitGTK, its driver, a virtual screen, and programs for writing and reading printed pages. */
const PACKAGES = [
  "webkit2gtk-driver",
  "xvfb",
  "python3-gi",
  "gir1.2-gtk-3.0",
  "gir1.2-webkit2-4.1",
  "poppler-utils",
];

const isThere = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore", timeout: 30_000 }).error === undefined;

const hasTypelib = (): boolean =>
  spawnSync("/usr/bin/python3", ["-c", "import gi; gi.require_version('WebKit2', '4.1')"], {
    stdio: "ignore",
    timeout: 30_000,
  }).status === 0;

/** It is beside the library, in a folder that is named after the architecture. */
const miniBrowser = (): string | undefined =>
  (existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [])
    .map((folder) => `${LIBRARIES}/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => existsSync(file));

const onThisMachine = (): WebKit | null => {
  const browser = miniBrowser();
  const complete =
    isThere(DRIVER, "--help") && isThere("Xvfb", "-help") && isThere("pdftoppm", "-v");
  return browser && complete && hasTypelib() ? { driver: DRIVER, browser } : null;
};

/**
 * Finds WebKitGTK with its driver and everything its tests need. Missing packages are installed on
 * Debian as root.
 * @returns null if something is missing
 */
export const findWebKit = (): WebKit | null => {
  const found = onThisMachine();
  if (found) return found;
  return installPackages("WebKitGTK and its driver", PACKAGES) ? onThisMachine() : null;
};
