import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Compiler, type Configuration, rspack } from "@rspack/core";
import { PreactRefreshRspackPlugin } from "@rspack/plugin-preact-refresh";
import { ReactRefreshRspackPlugin } from "@rspack/plugin-react-refresh";
import { type Environment, onlineSettings } from "./builds.ts";
import { languagesIn, messagesByChunk } from "./messages.ts";
import { define, from, type Runtime, root, shared } from "./shared.ts";
import { escapeHtml, fillIn } from "./side-files.ts";

/** What stands in the names of messages in place of a hash; they are read anew each time. */
export const DEV_HASH = "dev";

/**
 * The page's policy, as tight as in the build but for what the dev server needs: styles that are
 * replaced, its socket, and the frame in which it shows a compile error.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline' blob:",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self' ws: wss:",
  "frame-src 'self' about: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * A component that is made within a function, such as those of `lazily`, registers itself when that
 * is called. Preact's refresh has these two only while a module is loaded.
 */
const REFRESH_FALLBACK =
  "self.$RefreshReg$ ??= () => undefined; self.$RefreshSig$ ??= () => (type) => type;";

/** What `resources/boot.js` reads: every message's file, no painted form, nothing to fetch ahead. */
const pageFiles = (languages: readonly string[]) => {
  const messages = languages.flatMap((language) =>
    Object.keys(messagesByChunk(root, language)).map((chunk) => [`${chunk}-${language}`, DEV_HASH]),
  );
  return {
    // The dev server brings all styles with the scripts; the page asks for this one's file.
    files: { ...Object.fromEntries(messages), inside: DEV_HASH },
    words: Object.fromEntries(languages.map((language) => [language, []])),
    inside: [],
  };
};

/** Makes `index.html` without the painted form, which only the build has. */
class DevPagePlugin {
  private readonly title: string;

  constructor(title: string) {
    this.title = title;
  }

  apply(compiler: Compiler): void {
    const template = from("resources/page.html");
    const boot = from("resources/boot.js");
    compiler.hooks.thisCompilation.tap("DevPagePlugin", (compilation) => {
      compilation.fileDependencies.addAll([template, boot]);
      compilation.hooks.processAssets.tapPromise("DevPagePlugin", async () => {
        const page = fillIn(await readFile(template, "utf8"), {
          CSP: POLICY,
          TITLE: escapeHtml(this.title),
          IMPORTS: "{}",
          MAIN: "/tls/main.js",
          STYLE: "",
          FILES: JSON.stringify(pageFiles(languagesIn(root))),
          FORM: "",
          BOOT: await readFile(boot, "utf8"),
        }).replace("</head>", '<link rel="stylesheet" href="/tls/main.css">\n</head>');
        compilation.emitAsset("index.html", new rspack.sources.RawSource(page));
        compilation.emitAsset(`inside.${DEV_HASH}.css`, new rspack.sources.RawSource(""));
      });
    });
  }
}

/**
 * The web app for the dev server: whole files with source maps, in memory, whose components and
 * styles are replaced in the open page. What has been compiled is kept for the next start.
 */
export const devBuild = (runtime: Runtime, environment: Environment): Configuration => {
  const common = shared(runtime, { refresh: true });
  const school = onlineSettings(environment);
  return {
    ...common,
    mode: "development",
    devtool: "cheap-module-source-map",
    name: `dev-${runtime}`,
    target: ["web", "es2022"],
    entry: { main: "./src/app/main.online.tsx" },
    output: {
      path: from("dist/dev"),
      publicPath: "/tls/",
      filename: "[name].js",
      chunkFilename: "[name].js",
      cssFilename: "[name].css",
      cssChunkFilename: "[name].css",
      uniqueName: "learning-space",
    },
    module: {
      ...common.module,
      generator: { "css/auto": { localIdentName: "[name]-[local]" } },
    },
    cache: {
      type: "persistent",
      storage: { type: "filesystem", directory: from("dist/.dev-cache", runtime) },
      buildDependencies: [
        ...["dev.ts", "shared.ts", "builds.ts"].map((file) => path.join(import.meta.dirname, file)),
        from("package-lock.json"),
      ],
    },
    optimization: { moduleIds: "named", chunkIds: "named" },
    performance: false,
    stats: "errors-warnings",
    infrastructureLogging: { level: "warn" },
    plugins: [
      define("online", school, "development"),
      new rspack.BannerPlugin({ banner: REFRESH_FALLBACK, raw: true, entryOnly: true }),
      new DevPagePlugin(school.organisation.name),
      runtime === "preact"
        ? new PreactRefreshRspackPlugin({ include: /\.tsx$/, exclude: /node_modules/ })
        : new ReactRefreshRspackPlugin({ include: /\.tsx$/, exclude: /node_modules/ }),
    ],
  };
};
