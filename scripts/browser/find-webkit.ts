import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { installPackages } from "./debian-packages.ts";

/** What the tests in WebKit start. */
export interface WebKit {
  /** The driver, a program on the path. */
  driver: string;
  /** WebKitGTK's own small browser. */
  browser: string;
}

const LIBRARIES = "/usr/lib";
const DRIVER = "WebKitWebDriver";

/** WebKitGTK, its driver, a screen that nobody sees, and what writes and reads printed pages. */
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

/** It lies beside the library, in a folder named after the kind of processor. */
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
 * WebKitGTK with its driver and all that the tests in it need: what is on the machine, or on Debian
 * as root the system's packages. Null when something of it is missing and cannot be had.
 */
export const findWebKit = (): WebKit | null => {
  const found = onThisMachine();
  if (found) return found;
  return installPackages("WebKitGTK and its driver", PACKAGES) ? onThisMachine() : null;
};
