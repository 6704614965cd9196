import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import { PreactRefreshRspackPlugin } from "@rspack/plugin-preact-refresh";
import { ReactRefreshRspackPlugin } from "@rspack/plugin-react-refresh";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { type DesktopBuildFolders, desktopBuild } from "./desktop.ts";
import { emit, escapeHtml, fillTemplate, type Texts } from "./emit.ts";
import { devPolicy } from "./policies.ts";
import { type Environment, onlineSettings, type SchoolSettings } from "./school-settings.ts";
import { define, from, type Runtime, shared } from "./shared.ts";

/** Settings of both builds for development that differ from those of the builds that ship. */
const development: Configuration = {
  devtool: "cheap-module-source-map",
  infrastructureLogging: { level: "warn" },
};

/**
 * Components that are created inside a function, as in `lazyComponent`, register themselves at the call.
 * Preact's refresh only defines these two functions while a module is loaded.
 */
const REFRESH_FALLBACK =
  "self.$RefreshReg$ ??= () => undefined; self.$RefreshSig$ ??= () => (type) => type;";

/** Creates `index.html` without the prerendered form, which only the build has. It prefetches texts. */
const createPage =
  ({ organisation, fileServer, storeOrigin }: SchoolSettings) =>
  async (): Promise<Texts> => {
    const words = Object.fromEntries(LANGUAGES.map((language) => [language, []]));
    const ends = Object.fromEntries(LANGUAGES.map((language) => [language, "js"]));
    const files = { entry: ends, inside: ends, signedIn: [], embedded: [], early: [] };
    const page = fillTemplate(await readFile(from("resources/page.html"), "utf8"), {
      CSP: devPolicy(storeOrigin),
      TITLE: escapeHtml(organisation.name),
      MAIN: "/tls/main.js",
      STYLE: '<link rel="stylesheet" href="/tls/main.css">',
      FILES: JSON.stringify({ files, words }),
      FORM: "",
      BOOT: (await readFile(from("resources/boot.js"), "utf8"))
        .replaceAll("FRAMED", "(self !== top)")
        .replaceAll("FILE_SERVER", JSON.stringify(fileServer)),
    });
    return { "index.html": page };
  };

/**
 * The web app for the dev server: in memory, with source maps, and with hot reload of components and
 * styles. The compiler's cache is kept for the next start.
 */
export const devBuild = (runtime: Runtime, environment: Environment): Configuration => {
  const { optimization: _, ...common } = shared(runtime, { refresh: true });
  const school = onlineSettings(environment);
  const Refresh = runtime === "preact" ? PreactRefreshRspackPlugin : ReactRefreshRspackPlugin;
  return {
    ...common,
    ...development,
    mode: "development",
    name: `dev-${runtime}`,
    entry: {
      main: "./src/app/main.online.tsx",
      embed: { import: "./src/embed/embed.ts", filename: "embed.js" },
    },
    output: {
      path: from("dist/dev"),
      publicPath: "/tls/",
      filename: "[name].js",
      cssFilename: "[name].css",
    },
    module: {
      ...common.module,
      generator: { "css/auto": { localIdentName: "[name]-[local]" } },
    },
    cache: {
      type: "persistent",
      storage: { type: "filesystem", directory: from("dist/.dev-cache", runtime) },
      buildDependencies: [
        ...["dev.ts", "shared.ts", "school-settings.ts", "messages-loader.ts"].map((file) =>
          path.join(import.meta.dirname, file),
        ),
        from("package-lock.json"),
      ],
    },
    plugins: [
      define("online", school, "development"),
      new rspack.BannerPlugin({ banner: REFRESH_FALLBACK, raw: true, entryOnly: true }),
      emit(createPage(school)),
      new Refresh({ include: /\.tsx$/, exclude: /node_modules/ }),
    ],
  };
};

/** The hybrid app for development: not minified, with source maps. */
export const devDesktopBuild = (
  environment: Environment,
  folders: DesktopBuildFolders,
): Configuration => {
  const build = desktopBuild("hybrid", environment, folders);
  return {
    ...build,
    ...development,
    optimization: { ...build.optimization, minimize: false },
  };
};
