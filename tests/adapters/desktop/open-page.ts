import { randomUUID } from "node:crypto";
import path from "node:path";
import { chromium, type Page } from "playwright";
import { inject } from "vitest";
import type { DesktopPage } from "./page.ts";

declare global {
  interface Window {
    desktopPage: DesktopPage;
  }
}

const connect = async () => {
  const shared = inject("shared");
  if (!shared) return null;
  const browser = await chromium.connect(shared.endpoint);
  // Each start of the app has its own port, and so its own storage.
  const context = await browser.newContext();
  return {
    documentRoot: shared.documentRoot,
    /** An empty folder for the data of apps. */
    newDataHome: (): string => path.join(shared.folder, `data ${randomUUID()}`),
    /**
     * Opens the app as another window would.
     * @param before runs in the page before its own scripts
     */
    async open(address: string, before?: () => void): Promise<Page> {
      const page = await context.newPage();
      if (before) await page.addInitScript(before);
      await page.goto(address);
      return page;
    },
  };
};

/** The shared browser, with the built page of the adapters; null if no browser is available. */
export const browser = await connect();

export type AdapterBrowser = NonNullable<typeof browser>;
