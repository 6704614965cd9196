import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rspack } from "@rspack/core";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { testFlags } from "../../../scripts/browser/browser-settings.ts";
import { findChromium } from "../../../scripts/browser/find-browsers.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The browser for the desktop's adapters, the page that has them, and a folder that is deleted
     * at the end; null without a browser.
     */
    shared: { endpoint: string; documentRoot: string; folder: string } | null;
  }
}

const HTML = `<!doctype html><meta charset="utf-8"><title>Adapters</title><body>
<script src="/__neutralino_globals.js"></script><script src="/page.js"></script>`;

/** Builds the page that has the adapters, as a build of the app would, into a folder. */
const bundlePage = async (folder: string): Promise<void> => {
  const compiler = rspack({
    mode: "production",
    devtool: false,
    context: import.meta.dirname,
    entry: { page: "./page.ts" },
    output: { path: folder, filename: "[name].js" },
    optimization: { minimize: false },
    performance: false,
    resolve: { extensions: [".ts", ".mjs", ".js"] },
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

/** Starts one browser and builds the page once, for all files that test the desktop's adapters. */
export default async ({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const executablePath = findChromium();
  if (!executablePath) {
    provide("shared", null);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "adapters-"));
  const documentRoot = path.join(folder, "page");
  const [server] = await Promise.all([
    chromium.launchServer({ executablePath, args: [...testFlags] }),
    bundlePage(documentRoot),
  ]);
  provide("shared", { endpoint: server.wsEndpoint(), documentRoot, folder });
  return async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
};
