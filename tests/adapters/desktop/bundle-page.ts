import { writeFile } from "node:fs/promises";
import path from "node:path";
import { rspack } from "@rspack/core";

const here = import.meta.dirname;

const HTML = `<!doctype html><meta charset="utf-8"><title>Adapters</title><body>
<script src="/__neutralino_globals.js"></script><script src="/page.js"></script>`;

/** Builds the page that has the adapters, as a build of the app would, into a folder. */
export const bundlePage = async (folder: string): Promise<void> => {
  const compiler = rspack({
    mode: "production",
    devtool: false,
    context: here,
    entry: { page: "./page.ts" },
    output: { path: folder, filename: "[name].js" },
    optimization: { minimize: false },
    performance: false,
    resolve: {
      extensions: [".ts", ".mjs", ".js"],
      alias: { vitest: path.join(here, "page-vitest.ts") },
    },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: "builtin:swc-loader",
          options: { jsc: { parser: { syntax: "typescript" }, target: "es2022" } },
        },
      ],
    },
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else compiler.close(() => resolve());
    });
  });
  await writeFile(path.join(folder, "index.html"), HTML);
};
