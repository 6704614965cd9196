import type { Configuration } from "@rspack/core";
import type { Environment } from "./builds.ts";
import { type DesktopBuildFolders, desktopBuild } from "./desktop.ts";

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
