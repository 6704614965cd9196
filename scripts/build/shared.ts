import { readFileSync } from "node:fs";
import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import type { BuildName } from "../../src/app/builds.ts";
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

/** Chunks between the sign-in form and a lesson. They have one style sheet. */
const ON_THE_WAY = new Set(["inside", "brand", "lessons", "phone", "profile"]);

/** Screens where files are attached. They have much style in common, so they have one style sheet. */
const WITH_ATTACHMENTS = new Set(["assignments", "tutor-talk"]);

/** The modules that `src/app/small-modules.ts` keeps in one file with the app for signed-in people. */
const smallModules = (): string[] => {
  const list = from("src/app/small-modules.ts");
  const imports = readFileSync(list, "utf8").matchAll(/^import "(.+)";$/gm);
  return [list, ...Array.from(imports, ([, file = ""]) => path.join(path.dirname(list), file))];
};

const LOCAL_NAME = "[local]-[hash:base64:4]";

export const minimizer = [
  new rspack.SwcJsMinimizerRspackPlugin({
    minimizerOptions: {
      module: true,
      compress: { passes: 3, ecma: 2022 },
      format: { comments: false },
    },
  }),
  new rspack.LightningCssMinimizerRspackPlugin({
    minimizerOptions: { targets: ["safari >= 17.5", "chrome >= 123", "firefox >= 121"] },
  }),
];

/**
 * The configuration that all builds share.
 * @param refresh whether components register themselves for hot reload
 */
export const shared = (runtime: Runtime, { refresh = false } = {}): Configuration => ({
  mode: "production",
  context: root,
  devtool: false,
  resolve: {
    extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    alias: {
      ...(runtime === "preact" && PREACT),
      // React 18 and later include it.
      "use-sync-external-store/shim/index.js$": runtime === "preact" ? "preact/compat" : "react",
    },
  },
  module: {
    parser: { "css/auto": { namedExports: false } },
    generator: { "css/auto": { localIdentName: LOCAL_NAME } },
    rules: [
      { test: /\.css$/, type: "css/auto" },
      // An import that uses nothing of them counts too.
      { include: smallModules(), sideEffects: true },
      {
        // It reads React["useInsertion" + "Effect"]. As one constant name, unused parts of preact/compat
        // can be left out.
        test: /wouter[\\/]src[\\/]react-deps\.js$/,
        loader: "builtin:swc-loader",
        options: {
          jsc: { target: "es2022", transform: { optimizer: { simplify: true } } },
        },
      },
      {
        test: /react-intl[\\/]index\.js$/,
        loader: from("scripts/build/unused-components-loader.mjs"),
      },
      {
        test: /\.ts$/,
        include: from("src"),
        enforce: "post",
        loader: from("scripts/build/pure-schemas-loader.ts"),
      },
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
    ],
  },
});

/** Rules for scripts that need the class names of styles, but not the styles. */
export const styleNamesOnly = (common: Configuration): Configuration["module"] => ({
  ...common.module,
  generator: { "css/auto": { localIdentName: LOCAL_NAME, exportsOnly: true } },
});

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
    FILE_SERVER: JSON.stringify(school.fileServer),
    ORGANISATION: JSON.stringify(school.organisation),
    // The installed page has the key too, so that updates are verified with the installed key.
    SCHOOL_PUBLIC_KEY: "(document.documentElement.dataset.schoolKey || null)",
    APP_VERSION: JSON.stringify(appVersion()),
    HAS_WORKER: JSON.stringify(build === "online" && mode === "production"),
  });

/**
 * Builds the styles separately, so that scripts need no style loader: one file for the page, one for
 * the way to a lesson, one for screens with attachments, and one for each further chunk.
 */
export const stylesOf = (
  build: BuildName,
  common: Configuration,
  folder: string,
  school: SchoolSettings,
): Configuration => ({
  ...common,
  name: "styles",
  target: ["web", "es2022"],
  entry: { main: `./src/app/main.${build}.tsx` },
  output: { path: folder, cssFilename: "[name].css", clean: true },
  optimization: {
    minimizer,
    splitChunks: {
      cacheGroups: {
        default: false,
        defaultVendors: false,
        inside: {
          name: "inside-style",
          type: /^css/,
          chunks: ({ name }) => ON_THE_WAY.has(name ?? ""),
          enforce: true,
        },
        attachments: {
          name: "attachments",
          type: /^css/,
          chunks: ({ name }) => WITH_ATTACHMENTS.has(name ?? ""),
          enforce: true,
        },
      },
    },
  },
  performance: false,
  plugins: [define(build, school)],
});

/** Chunks are plain modules that import each other. Only a browser loads them. */
export const moduleOutput = (folder: string): Configuration["output"] => ({
  path: folder,
  publicPath: "/tls/",
  filename: "[name].[contenthash:8].js",
  chunkFilename: "[name].[contenthash:8].js",
  module: true,
  library: { type: "modern-module" },
  clean: true,
});
