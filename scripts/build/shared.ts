import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import { BUILDS, type BuildName } from "../../src/app/builds.ts";
import { appVersion, type SchoolSettings } from "./school-settings.ts";

export const root = path.join(import.meta.dirname, "..", "..");
export const from = (...parts: string[]) => path.join(root, ...parts);

export type Runtime = "preact" | "react";

const PREACT = {
  "react/jsx-runtime": "preact/jsx-runtime",
  "react-dom/client": "preact/compat/client",
  "react-dom/server": "preact/compat/server",
  "react-dom": "preact/compat",
  react: "preact/compat",
};

/** The oldest browsers that the app works in. */
const BROWSERS = ["safari >= 17.5", "chrome >= 123", "firefox >= 121"];

/**
 * Whether a chunk shares no file with others: the tutors' or the staff's desk's, with what shows and marks files, and
 * the patterns'. Their names begin like this.
 */
const isAlone = ({ name }: { name?: string | undefined }): boolean =>
  /^(?:desk|staff|marking|pdf|patterns)\b/.test(name ?? "");

/** Texts that are fetched as files, each with the name by which it is measured. */
const TEXT_FILES = [
  ...["desk", "staff", "staff-text", "tree", "school"],
  ...["patterns", "garments", "numbers", "sites"],
];

/** @param without areas of messages that the build does not show */
const textFiles = (without: readonly string[]) =>
  TEXT_FILES.map((name) => ({
    test: /\.json$/,
    resourceQuery: new RegExp(`^\\?${name}$`),
    dependency: "url",
    type: "asset/resource",
    include: from("locales"),
    loader: from("scripts/build/messages-loader.ts"),
    options: { isFile: true, without },
    generator: { filename: `${name}-[name].[contenthash:6].json` },
  }));

/**
 * What all builds have in common: how a module is compiled.
 * @param refresh whether components register themselves for hot reload
 * @param without areas of messages that the build does not show
 */
export const shared = (
  runtime: Runtime,
  { refresh = false, without = [] as readonly string[] } = {},
): Configuration => ({
  mode: "production",
  context: root,
  target: ["web", "es2022"],
  devtool: false,
  stats: "errors-warnings",
  performance: false,
  resolve: {
    extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    alias: {
      ...(runtime === "preact" && PREACT),
      // React 18 and later include it.
      "use-sync-external-store/shim/index.js$": runtime === "preact" ? "preact/compat" : "react",
      // The build parses the messages. Without the parser the sign-in is 6.3 kB smaller.
      "@formatjs/icu-messageformat-parser$": "@formatjs/icu-messageformat-parser/no-parser.js",
    },
  },
  module: {
    parser: { "css/auto": { namedExports: false } },
    generator: { "css/auto": { localIdentName: "[local]-[hash:base64:4]" } },
    rules: [
      {
        test: /\.tsx?$/,
        loader: "builtin:swc-loader",
        options: {
          jsc: {
            parser: { syntax: "typescript", tsx: true },
            transform: { react: { runtime: "automatic", ...(refresh && { refresh }) } },
            target: "es2022",
          },
        },
      },
      { test: /\.css$/, type: "css/auto" },
      { test: /react-intl[\\/]index\.js$/, loader: from("scripts/build/react-intl-loader.mjs") },
      {
        test: /\.json$/,
        type: "javascript/auto",
        include: from("locales"),
        dependency: { not: ["url"] },
        loader: from("scripts/build/messages-loader.ts"),
        options: { without },
      },
      ...textFiles(without),
      {
        // What shows PDFs of hand-ins: files and no chunks, as the texts of the desk are.
        test: /pdfjs-dist[\\/].*\.mjs$/,
        dependency: "url",
        type: "asset/resource",
        generator: { filename: "desk-[name].[contenthash:6].js" },
      },
      {
        // It reads React["useInsertion" + "Effect"]. As one constant name, the rest of preact/compat
        // can be left out: 1.8 kB of the sign-in, 6%.
        test: /wouter[\\/]src[\\/]react-deps\.js$/,
        loader: "builtin:swc-loader",
        options: { jsc: { target: "es2022", transform: { optimizer: { simplify: true } } } },
      },
    ],
  },
  optimization: {
    chunkIds: "named",
    mangleExports: "size",
    splitChunks: {
      cacheGroups: {
        // A file for the packages of one chunk would be one more request.
        defaultVendors: false,
        // Nor does a student need one more request because the tutors' desk shares something, or patterns
        // share the words of measures with the profile: its name alone would be 100 bytes of every sign-in.
        default: {
          chunks: (chunk) => !chunk.canBeInitial() && !isAlone(chunk),
          minChunks: 2,
          priority: -20,
          reuseExistingChunk: true,
        },
      },
    },
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({
        minimizerOptions: {
          compress: { passes: 3, ecma: 2022 },
          format: { comments: false },
        },
      }),
      new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
    ],
  },
});

/**
 * Where a build is written. Each file has the start of the SHA-256 of its content in its name, so that
 * browsers keep it for good, and the worker can check it.
 */
export const output = (folder: string): Configuration["output"] => ({
  path: folder,
  publicPath: "/tls/",
  filename: "[name].[contenthash:6].js",
  cssFilename: "[name].[contenthash:6].css",
  hashFunction: "sha256",
  // It stands in each file: the package's name would cost the sign-in form 30 bytes more.
  uniqueName: "app",
  // A chunk that has not come by then fails with a ChunkLoadError.
  chunkLoadTimeout: 120_000,
  clean: true,
});

/** Whether people of a build have a session before it opens: it begins with a sign-in or an activation. */
const needsSession = (build: BuildName): boolean =>
  BUILDS.some(
    ({ buildType, auth: { required } }) =>
      buildType === build && (required.login || required.activation),
  );

/** The constants of a build; sources declare them with `declare const`. */
export const define = (
  build: BuildName,
  school: SchoolSettings,
  mode: "production" | "development" = "production",
) =>
  new rspack.DefinePlugin({
    // Both, as otherwise valtio's development code is included.
    "import.meta.env": `({ MODE: "${mode}" })`,
    "import.meta.env.MODE": `"${mode}"`,
    // intl-messageformat then does not ask the browser which languages it knows: 70 ms on a slow phone.
    "typeof Intl.Locale": '"undefined"',
    FILE_SERVER: JSON.stringify(school.fileServer),
    ORGANISATION: JSON.stringify(school.organisation),
    // The installed page has the key too, so that updates are verified with the installed key.
    SCHOOL_PUBLIC_KEY: "(document.documentElement.dataset.schoolKey || null)",
    APP_VERSION: JSON.stringify(appVersion()),
    // It would make the desktop app three times as large.
    HAS_PDF: JSON.stringify(build === "online"),
    NEEDS_SESSION: JSON.stringify(needsSession(build)),
    HAS_WORKER: JSON.stringify(build === "online" && mode === "production"),
  });
