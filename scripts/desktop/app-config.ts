import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { desktopPolicy } from "../build/policies.ts";
import type { DesktopBuildName, SchoolSettings } from "../build/school-settings.ts";

const file = path.join(import.meta.dirname, "../../neutralino/neutralino.config.json");

/** The part of `neutralino.config.json` that is used here. */
interface BaseConfig {
  applicationId: string;
  version: string;
  nativeAllowList: string[];
  serverHeaders: Record<string, string>;
  modes: { window: { width: number; height: number; [more: string]: unknown } };
  cli: Record<string, string>;
  [more: string]: unknown;
}

/** The configuration that the runtime reads. */
export interface AppConfig extends BaseConfig {
  /** Variables for the page: the runtime defines each as `NL_` and its name. */
  globalVariables: { SHELL: string; WIDTH: number; HEIGHT: number };
}

/** The name of a build's files, package and menu entry. */
export const appName = (build: DesktopBuildName): string => `learning-space-${build}`;

/** The characters that the runtime allows in a folder's name. */
const hostOf = ({ fileServer }: SchoolSettings): string =>
  new URL(fileServer).hostname.replace(/[^\w.]/g, "");

/**
 * Version of the interface between the installed page and the resources that it starts (see
 * `src/app/desktop/boot/`). Increase it when an older page can no longer start the resources.
 */
const BOOT_PROTOCOL = 1;

/**
 * Fingerprint of the part that an update of the resources does not replace: the runtime's version, the
 * calls that the page may make, its headers, its window. Resources only run on the same program; after
 * a change of this part the whole package has to be installed.
 */
const shellOf = ({ version: _, ...config }: BaseConfig): string =>
  createHash("sha256")
    .update(JSON.stringify([BOOT_PROTOCOL, config]))
    .digest("hex")
    .slice(0, 16);

/**
 * The runtime's configuration for a build: `neutralino.config.json` with the school's name and
 * address. Each build and school has its own data folder, so all can be installed on one machine.
 */
export const appConfig = (build: DesktopBuildName, school: SchoolSettings): AppConfig => {
  const base: BaseConfig = JSON.parse(readFileSync(file, "utf8"));
  const { name } = school.organisation;
  const config = {
    ...base,
    applicationId: [base.applicationId, build, hostOf(school)].join("."),
    applicationName: name,
    author: name,
    serverHeaders: {
      "Content-Security-Policy": `${desktopPolicy(school.fileServer)}; frame-ancestors 'none'`,
      // No file of a course may run as a script.
      "X-Content-Type-Options": "nosniff",
      // The page of another site in a browser may neither show nor run what this port has.
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
    },
    modes: { ...base.modes, window: { ...base.modes.window, title: name } },
    cli: { ...base.cli, binaryName: appName(build) },
  };
  const { width, height } = base.modes.window;
  return { ...config, globalVariables: { SHELL: shellOf(config), WIDTH: width, HEIGHT: height } };
};

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for XML, and removes characters that XML does not allow. */
export const xmlText = (text: string): string =>
  text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, " ").replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

/** Converts a school's name to a file name that is valid on every system. */
export const fileName = (name: string): string =>
  name
    .replace(/[\p{Cc}<>:"/\\|?*\s]+/gu, " ")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, 60)
    .trim() || "Learning space";
