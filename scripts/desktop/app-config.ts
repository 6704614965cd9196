import { readFileSync } from "node:fs";
import path from "node:path";
import type { DesktopBuildName, SchoolSettings } from "../build/builds.ts";
import { desktopPolicy } from "../build/desktop-policy.ts";

const file = path.join(import.meta.dirname, "../../neutralino/neutralino.config.json");

/** What the runtime reads at its start, as far as it is looked at here. */
export interface AppConfig {
  applicationId: string;
  version: string;
  nativeAllowList: string[];
  serverHeaders: Record<string, string>;
  modes: { window: Record<string, unknown> };
  cli: Record<string, string>;
  [more: string]: unknown;
}

/** What a build's files, its package and its menu entry are named. */
export const appName = (build: DesktopBuildName): string => `learning-space-${build}`;

/**
 * The runtime's configuration for a build: `neutralino.config.json` with the school's name and
 * address in it. The builds keep their data apart, so that both can be on one machine.
 */
export const appConfig = (build: DesktopBuildName, school: SchoolSettings): AppConfig => {
  const base: AppConfig = JSON.parse(readFileSync(file, "utf8"));
  const { name } = school.organisation;
  return {
    ...base,
    applicationId: `${base.applicationId}.${build}`,
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
};
