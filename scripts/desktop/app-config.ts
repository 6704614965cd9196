import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { DesktopBuildName, SchoolSettings } from "../build/builds.ts";
import { desktopPolicy } from "../build/desktop-policy.ts";

const file = path.join(import.meta.dirname, "../../neutralino/neutralino.config.json");

/** What stands in `neutralino.config.json`, as far as it is looked at here. */
interface BaseConfig {
  applicationId: string;
  version: string;
  nativeAllowList: string[];
  serverHeaders: Record<string, string>;
  modes: { window: { width: number; height: number; [more: string]: unknown } };
  cli: Record<string, string>;
  [more: string]: unknown;
}

/** What the runtime reads at its start. */
export interface AppConfig extends BaseConfig {
  /** Told to the page by the runtime, each as `NL_` and its name. */
  globalVariables: { SHELL: string; WIDTH: number; HEIGHT: number };
}

/** What a build's files, its package and its menu entry are named. */
export const appName = (build: DesktopBuildName): string => `learning-space-${build}`;

/** What the runtime takes of a name that is to become a folder's. */
const hostOf = ({ fileServer }: SchoolSettings): string =>
  new URL(fileServer).hostname.replace(/[^\w.]/g, "");

/**
 * What the installed page and the resources that it starts agree on, beside the configuration (see
 * `src/app/desktop/boot/`). To be raised when resources cannot be started by an older page any more.
 */
const BOOT_PROTOCOL = 1;

/**
 * Fingerprint of what an update of the resources leaves as it was installed: the runtime's version,
 * what the page may call, its headers, its window. Resources run on that very program alone; where
 * anything of it has changed, the whole package is to be installed.
 */
const shellOf = ({ version: _, ...config }: BaseConfig): string =>
  createHash("sha256")
    .update(JSON.stringify([BOOT_PROTOCOL, config]))
    .digest("hex")
    .slice(0, 16);

/**
 * The runtime's configuration for a build: `neutralino.config.json` with the school's name and
 * address in it. Builds and schools keep their data apart, so that all can be on one machine.
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
      // Whatever lies among a course's files is never run as a script.
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
    modes: { ...base.modes, window: { ...base.modes.window, title: name } },
    cli: { ...base.cli, binaryName: appName(build) },
  };
  const { width, height } = base.modes.window;
  return { ...config, globalVariables: { SHELL: shellOf(config), WIDTH: width, HEIGHT: height } };
};
