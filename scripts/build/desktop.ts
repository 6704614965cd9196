import { type Configuration, rspack } from "@rspack/core";
import { type DesktopBuildName, desktopSettings, desktopWeb, type Environment } from "./builds.ts";
import { DesktopPagePlugin } from "./desktop-page-plugin.ts";
import { compileMessages } from "./messages.ts";
import {
  define,
  from,
  minimizer,
  moduleOutput,
  namesOfStyles,
  root,
  shared,
  stylesOf,
} from "./shared.ts";

/**
 * The page of the desktop app, on React, in `dist/desktop-web/BUILD`: `index.html` and, since every
 * address of the app begins so, the rest in `tls/`.
 * @throws Error with a sentence for whoever builds, when FILE_SERVER is no absolute address
 */
export const desktopBuild = (
  build: DesktopBuildName,
  environment: Environment,
): Configuration[] => {
  const school = desktopSettings(environment);
  const languages = compileMessages(root);
  const styles = from("dist/styles", build);
  const common = shared("react");
  /** One script without chunks: it starts whichever version of the rest there is. */
  const boot: Configuration = {
    ...common,
    name: "boot",
    // The app's own run empties the folder first.
    dependencies: [build],
    target: ["web", "es2022"],
    entry: { boot: "./src/app/desktop/boot/boot.ts" },
    output: {
      path: from(desktopWeb(build)),
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
    output: moduleOutput(from(desktopWeb(build), "tls")),
    module: namesOfStyles(common),
    optimization: { minimizer },
    performance: false,
    plugins: [
      define(build, school),
      new rspack.CopyRspackPlugin({ patterns: [{ from: "resources/flags", to: "flags" }] }),
      new DesktopPagePlugin({
        template: from("resources/desktop-page.html"),
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
