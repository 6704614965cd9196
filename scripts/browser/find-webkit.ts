import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { installPackages } from "./debian-packages.ts";

/** The programs for tests in WebKit. */
export interface WebKit {
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
