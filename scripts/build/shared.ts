import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import { appVersion, BUILDS, type BuildName, type SchoolSettings } from "./builds.ts";

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

/** What is fetched on the way from the sign-in form to a lesson. */
const ON_THE_WAY = new Set(["inside", "brand", "lessons", "menu-list", "profile"]);

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
 * What every build has in common.
 * @param refresh whether components register themselves, so that the dev server can replace them
 */
export const shared = (runtime: Runtime, { refresh = false } = {}): Configuration => ({
  mode: "production",
  context: root,
  devtool: false,
  resolve: {
    extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    alias: {
      ...(runtime === "preact" && PREACT),
      // Messages are parsed while building; a parser in the browser would be dead weight.
      "@formatjs/icu-messageformat-parser$": from(
        "node_modules/@formatjs/icu-messageformat-parser/no-parser.js",
      ),
      // React 18 and later have it themselves.
      "use-sync-external-store/shim/index.js$": runtime === "preact" ? "preact/compat" : "react",
    },
  },
  module: {
    parser: { "css/auto": { namedExports: false } },
    generator: { "css/auto": { localIdentName: LOCAL_NAME } },
    rules: [
      { test: /\.css$/, type: "css/auto" },
      {
        // It asks React for "useInsertion" + "Effect"; folded into one name, what is not used of
        // React's stand-in can be left out.
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

/** Scripts with the names of styles, and no styles. */
export const namesOfStyles = (common: Configuration): Configuration["module"] => ({
  ...common.module,
  generator: { "css/auto": { localIdentName: LOCAL_NAME, exportsOnly: true } },
});

/** The names that a build fills in; `declare const` makes them known where they are used. */
export const define = (
  build: BuildName,
  school: SchoolSettings,
  mode: "production" | "development" = "production",
) =>
  new rspack.DefinePlugin({
    // Both, else valtio ships its development branch.
    "import.meta.env": `({ MODE: "${mode}" })`,
    "import.meta.env.MODE": `"${mode}"`,
    FILE_SERVER: JSON.stringify(school.fileServer),
    ORGANISATION: JSON.stringify(school.organisation),
    // The installed page has it, so that an update is verified with the key of what is installed.
    SCHOOL_PUBLIC_KEY: "(document.documentElement.dataset.schoolKey || null)",
    APP_VERSION: JSON.stringify(appVersion()),
    BUILD: JSON.stringify(BUILDS[build]),
  });

/**
 * The styles come from a run of their own, so that the scripts carry no style loader: one file for
 * the page itself, one for the way to a lesson, and one for each part after that.
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
      },
    },
  },
  performance: false,
  plugins: [define(build, school)],
});

/** Chunks as plain modules that import each other, loaded by a browser and nothing else. */
export const moduleOutput = (folder: string): Configuration["output"] => ({
  path: folder,
  publicPath: "/tls/",
  filename: "[name].[contenthash:8].js",
  chunkFilename: "[name].[contenthash:8].js",
  module: true,
  library: { type: "modern-module" },
  clean: true,
});
