import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import { DesktopPagePlugin } from "./desktop-page-plugin.ts";
import { compileMessages } from "./messages.ts";
import {
  type DesktopBuildName,
  desktopSettings,
  desktopWeb,
  type Environment,
} from "./school-settings.ts";
import {
  define,
  from,
  minimizer,
  moduleOutput,
  root,
  shared,
  styleNamesOnly,
  stylesOf,
} from "./shared.ts";

/** Where a desktop build reads and writes. */
export interface DesktopBuildFolders {
  /** The page's folder. */
  web: string;
  /** The folder of the styles, which are built before the page. */
  styles: string;
  /** The page's template. */
  template: string;
}

const productionFolders = (build: DesktopBuildName): DesktopBuildFolders => ({
  web: from(desktopWeb(build)),
  styles: from("dist/styles", build),
  template: from("resources/desktop-page.html"),
});

/**
 * Builds the page of the desktop app, on React, into `dist/desktop-web/BUILD`: `index.html`, and the
 * rest in `tls/`, as all addresses of the app begin with that.
 * @throws an Error with a message for the person who builds if FILE_SERVER is not an absolute address
 */
export const desktopBuild = (
  build: DesktopBuildName,
  environment: Environment,
  { web, styles, template } = productionFolders(build),
): Configuration[] => {
  const school = desktopSettings(environment);
  const languages = compileMessages(root);
  const common = shared("react");
  /** One script without chunks. It starts any version of the rest. */
  const boot: Configuration = {
    ...common,
    name: "boot",
    // The app's own configuration empties the folder first.
    dependencies: [build],
    target: ["web", "es2022"],
    entry: { boot: "./src/app/desktop/boot/boot.ts" },
    output: {
      path: web,
      filename: "boot.js",
      module: true,
      library: { type: "modern-module" },
    },
    optimization: { minimizer },
    performance: false,
  };
  const app: Configuration = {
    ...common,
    name: build,
    dependencies: ["styles"],
    target: ["web", "es2022"],
    entry: { main: `./src/app/main.${build}.tsx` },
    output: moduleOutput(path.join(web, "tls")),
    module: styleNamesOnly(common),
    optimization: { minimizer },
    performance: false,
    plugins: [
      define(build, school),
      new rspack.CopyRspackPlugin({ patterns: [{ from: "resources/flags", to: "flags" }] }),
      new DesktopPagePlugin({
        template,
        styles,
        messages: from("dist/messages"),
        languages,
        title: school.organisation.name,
        fileServer: school.fileServer,
        publicKey: school.publicKey,
      }),
    ],
  };
  return [stylesOf(build, common, styles, school), app, boot];
};
