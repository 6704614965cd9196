import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import { CompressPlugin } from "./scripts/build/compress-plugin.ts";
import { compileMessages } from "./scripts/build/messages.ts";
import { PagePlugin } from "./scripts/build/page-plugin.ts";
import { SideBySidePlugin } from "./scripts/build/side-by-side-plugin.ts";

const root = import.meta.dirname;
const from = (...parts: string[]) => path.join(root, ...parts);

interface Environment {
  /** `preact` (what ships online) or `react`. */
  runtime?: "preact" | "react";
}

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

const minimizer = [
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

const shared = (runtime: "preact" | "react"): Configuration => ({
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
        test: /\.tsx?$/,
        loader: "builtin:swc-loader",
        options: {
          jsc: {
            parser: { syntax: "typescript", tsx: true },
            transform: { react: { runtime: "automatic" } },
            target: "es2022",
          },
        },
      },
    ],
  },
});

const define = (extra: Record<string, string> = {}) =>
  new rspack.DefinePlugin({
    // Both, else valtio ships its development branch.
    "import.meta.env": '({ MODE: "production" })',
    "import.meta.env.MODE": '"production"',
    FILE_SERVER: JSON.stringify((process.env.FILE_SERVER ?? "/api").replace(/\/+$/, "")),
    ORGANISATION: JSON.stringify({
      id: Number(process.env.ORGANISATION_ID ?? 1),
      name: process.env.ORGANISATION_NAME ?? "Learning space",
    }),
    ...extra,
  });

/** The online build: `rspack build`, or `--env runtime=react` for the same on React. */
export default (environment: Environment = {}): Configuration[] => {
  const runtime = environment.runtime ?? "preact";
  const languages = compileMessages(root);
  const staticBundle = from("dist/prerender", runtime);
  const common = shared(runtime);
  const exportsOnly: Configuration["module"] = {
    ...common.module,
    generator: { "css/auto": { localIdentName: LOCAL_NAME, exportsOnly: true } },
  };
  const prerender: Configuration = {
    ...common,
    name: "prerender",
    target: "node22",
    entry: { prerender: "./src/app/prerender.tsx" },
    output: {
      path: staticBundle,
      filename: "[name].mjs",
      module: true,
      library: { type: "module" },
      clean: true,
    },
    optimization: { minimize: false },
    module: exportsOnly,
    plugins: [define(), new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
  // The styles come from a run of their own, so that the scripts carry no style loader: one file
  // for the page itself, one for the way to a lesson, and one for each part after that.
  const styles: Configuration = {
    ...common,
    name: "styles",
    target: ["web", "es2022"],
    entry: { main: "./src/app/main.online.tsx" },
    output: { path: from("dist/styles", runtime), cssFilename: "[name].css", clean: true },
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
    plugins: [define()],
  };
  const online: Configuration = {
    ...common,
    name: "online",
    dependencies: ["prerender", "styles"],
    target: ["web", "es2022"],
    entry: { main: "./src/app/main.online.tsx" },
    output: {
      path: from("dist", runtime === "preact" ? "online" : `online-${runtime}`),
      publicPath: "/tls/",
      filename: "[name].[contenthash:8].js",
      chunkFilename: "[name].[contenthash:8].js",
      module: true,
      // Chunks as plain modules that import each other: nothing but the browser loads them.
      library: { type: "modern-module" },
      clean: true,
    },
    module: exportsOnly,
    optimization: { minimizer },
    performance: false,
    plugins: [
      define(),
      new rspack.CopyRspackPlugin({ patterns: [{ from: "resources/flags", to: "flags" }] }),
      new PagePlugin({
        template: from("resources/page.html"),
        boot: from("resources/boot.js"),
        staticBundle: path.join(staticBundle, "prerender.mjs"),
        styles: from("dist/styles", runtime),
        messages: from("dist/messages"),
        languages,
        title: process.env.ORGANISATION_NAME ?? "Learning space",
        fileServer: process.env.FILE_SERVER ?? "",
      }),
      new SideBySidePlugin(),
      new CompressPlugin(),
    ],
  };
  return [prerender, styles, online];
};
