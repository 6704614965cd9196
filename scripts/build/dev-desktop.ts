import type { Configuration } from "@rspack/core";
import { type DesktopBuildFolders, desktopBuild } from "./desktop.ts";
import type { Environment } from "./school-settings.ts";

/** The hybrid app for development: not minified, with source maps. */
export const devDesktopBuild = (
  environment: Environment,
  folders: DesktopBuildFolders,
): Configuration[] =>
  desktopBuild("hybrid", environment, folders).map((config) => ({
    ...config,
    devtool: "cheap-module-source-map",
    optimization: { ...config.optimization, minimize: false },
    stats: "errors-warnings",
    infrastructureLogging: { level: "warn" },
  }));
