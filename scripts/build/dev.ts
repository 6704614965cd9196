import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Compiler, type Configuration, rspack } from "@rspack/core";
import { PreactRefreshRspackPlugin } from "@rspack/plugin-preact-refresh";
import { ReactRefreshRspackPlugin } from "@rspack/plugin-react-refresh";
import { languagesIn, messagesByFile } from "./messages.ts";
import { type Environment, onlineSettings } from "./school-settings.ts";
import { define, from, type Runtime, root, shared } from "./shared.ts";
import { escapeHtml, fillTemplate } from "./text-assets.ts";

/** Replaces the hash in names of message files, which are read on every request. */
export const DEV_HASH = "dev";

/**
 * The page's policy: that of the build, with additions for the dev server: replaced styles, its
 * socket, and the frame that shows a compile error.
 */
const policy = (storeOrigin: string | null): string => {
  const files = storeOrigin === null ? "" : ` ${storeOrigin}`;
  return [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline' blob:",
    `img-src 'self' data: blob:${files}`,
    `media-src 'self' blob:${files}`,
    "connect-src 'self' ws: wss:",
    "frame-src 'self' about: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
};

/**
 * Components that are created inside a function, as in `lazyComponent`, register themselves at the call.
 * Preact's refresh only defines these two functions while a module is loaded.
 */
const REFRESH_FALLBACK =
  "self.$RefreshReg$ ??= () => undefined; self.$RefreshSig$ ??= () => (type) => type;";

/** The values that `resources/boot.js` reads: all message files, no prerendered form, no prefetching. */
const pageFiles = (languages: readonly string[]) => {
  const messages = languages.flatMap((language) =>
    Object.keys(messagesByFile(root, language)).map((file) => [`${file}-${language}`, DEV_HASH]),
  );
  return {
    // The dev server loads all styles with the scripts, but the page waits for this style.
    files: { ...Object.fromEntries(messages), inside: DEV_HASH },
    words: Object.fromEntries(languages.map((language) => [language, []])),
    inside: [],
  };
};

/** Creates `index.html` without the prerendered form, which only the build has. */
class DevPagePlugin {
  private readonly title: string;
  private readonly policy: string;

  constructor(title: string, storeOrigin: string | null) {
    this.title = title;
    this.policy = policy(storeOrigin);
  }

  apply(compiler: Compiler): void {
    const template = from("resources/page.html");
    const boot = from("resources/boot.js");
    compiler.hooks.thisCompilation.tap("DevPagePlugin", (compilation) => {
      compilation.fileDependencies.addAll([template, boot]);
      compilation.hooks.processAssets.tapPromise("DevPagePlugin", async () => {
        const page = fillTemplate(await readFile(template, "utf8"), {
          CSP: this.policy,
          TITLE: escapeHtml(this.title),
          IMPORTS: JSON.stringify({ imports: { early: "/tls/early.js" } }),
          MAIN: "/tls/main.js",
          STYLE: "",
          FILES: JSON.stringify(pageFiles(languagesIn(root))),
          FORM: "",
          BOOT: (await readFile(boot, "utf8")).replaceAll("FRAMED", "(self !== top)"),
        }).replace("</head>", '<link rel="stylesheet" href="/tls/main.css">\n</head>');
        compilation.emitAsset("index.html", new rspack.sources.RawSource(page));
        compilation.emitAsset(`inside.${DEV_HASH}.css`, new rspack.sources.RawSource(""));
        // Begins no calls: the app on this machine is there at once.
        compilation.emitAsset("early.js", new rspack.sources.RawSource(""));
      });
    });
  }
}

/**
 * The web app for the dev server: in memory, with source maps, and with hot reload of components and
 * styles. The compiler's cache is kept for the next start.
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
    entry: { main: "./src/app/main.online.tsx", embed: "./src/embed/embed.ts" },
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
        ...["dev.ts", "shared.ts", "school-settings.ts"].map((file) =>
          path.join(import.meta.dirname, file),
        ),
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
      new DevPagePlugin(school.organisation.name, school.storeOrigin),
      runtime === "preact"
        ? new PreactRefreshRspackPlugin({ include: /\.tsx$/, exclude: /node_modules/ })
        : new ReactRefreshRspackPlugin({ include: /\.tsx$/, exclude: /node_modules/ }),
    ],
  };
};
