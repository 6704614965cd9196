import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium, type Page } from "playwright";
import { expect, inject, onTestFinished } from "vitest";
import { appIdOf, OPEN_CONFIG } from "../host/host-config.ts";
import type { runtimes } from "../host/start-runtime.ts";
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
    newDataHome(): string {
      const folder = path.join(shared.folder, `data ${randomUUID()}`);
      mkdirSync(folder);
      return folder;
    },
    async open(address: string): Promise<Page> {
      const page = await context.newPage();
      await page.goto(address);
      return page;
    },
  };
};

/** The shared browser, with the built page of the adapters; null if no browser is available. */
export const browser = await connect();

/** A person's machine: a data folder, and a runtime that can be started on it. */
export const machineWith = (start: (typeof runtimes)[string]) => {
  if (!browser) return expect.unreachable();
  const { documentRoot, newDataHome, open } = browser;
  const dataHome = newDataHome();
  return {
    dataFolder: path.join(dataHome, appIdOf(OPEN_CONFIG)),
    async open() {
      const { address, kill, close } = await start({ documentRoot, dataHome });
      const page = await open(address);
      onTestFinished(() => Promise.all([page.close(), close()]).then(() => undefined));
      return { page, kill, address };
    },
  };
};
