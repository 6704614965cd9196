import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { testFlags } from "../../../scripts/browser/browser-settings.ts";
import { findChromium } from "../../../scripts/browser/find-browsers.ts";
import { bundlePage } from "./bundle-page.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The browser for the desktop's adapters, the page that has them, and a folder that is deleted
     * at the end; null without a browser.
     */
    shared: { endpoint: string; documentRoot: string; folder: string } | null;
  }
}

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
