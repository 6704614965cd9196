import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { chromiumFlags } from "../../../scripts/browser/chromium-flags.ts";
import { findChromium } from "../../../scripts/browser/find-chromium.ts";
import { bundlePage } from "./bundle-page.ts";
import type { DesktopPage } from "./page.ts";

declare global {
  interface Window {
    desktopPage: DesktopPage;
  }
}

/** A browser with the built page of the adapters; null if no browser is available. */
export const openBrowser = async () => {
  const executablePath = findChromium();
  if (!executablePath) return null;
  const folder = await mkdtemp(path.join(tmpdir(), "adapters-"));
  const documentRoot = path.join(folder, "page");
  let datas = 0;
  const [browser]: [Browser, unknown] = await Promise.all([
    chromium.launch({ executablePath, args: [...chromiumFlags] }),
    bundlePage(documentRoot),
  ]);
  return {
    documentRoot,
    /** An empty folder for the data of apps. */
    newDataHome(): string {
      datas += 1;
      return path.join(folder, `data ${datas}`);
    },
    /**
     * Opens the app as another window would.
     * @param before runs in the page before its own scripts
     */
    async open(address: string, before?: () => void): Promise<Page> {
      const page = await browser.newPage();
      if (before) await page.addInitScript(before);
      await page.goto(address);
      return page;
    },
    async close(): Promise<void> {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type AdapterBrowser = NonNullable<Awaited<ReturnType<typeof openBrowser>>>;
