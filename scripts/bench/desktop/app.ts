import { createHash, X509Certificate } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { startHost } from "../../../tests/adapters/host/start-host.ts";
import { layOutApp } from "../../../tests/desktop/lay-out-app.ts";
import { startRuntime } from "../../../tests/desktop/start-runtime.ts";
import { TLS } from "../../../tests/server/support/certificates.ts";
import { chromiumFlags } from "../../browser/chromium-flags.ts";
import { findChromium } from "../../browser/find-chromium.ts";
import { runtimeForThisMachine } from "../../desktop/runtimes.ts";
import { STUDENT } from "./filled-school.ts";
import { noteCalls } from "./page-notes.ts";

/** What the app runs on here: its own runtime without a window, or what stands in for it. */
export const runsOn = (): string =>
  runtimeForThisMachine() ? "the runtime" : "the stand-in for the runtime";

const publicKeyHash = (): string => {
  const { publicKey } = new X509Certificate(readFileSync(TLS.certFile));
  const bytes = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(bytes).digest("base64");
};

/**
 * A browser that trusts the school's certificate: with one that it only puts up with it caches
 * nothing.
 * @throws when there is no Chromium to be had
 */
export const openDesktopBrowser = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("There is no Chromium on this machine, and none to fetch.");
  const args = [...chromiumFlags, `--ignore-certificate-errors-spki-list=${publicKeyHash()}`];
  return chromium.launch({ executablePath, args });
};

/** The hybrid app, running. */
export interface RunningApp {
  page: Page;
  address: string;
  /** Its own folder of data. */
  dataFolder: string;
  /** The runtime's process; null where it is a stand-in in this one. */
  pid: number | null;
  /** Ends it as closing its window does. */
  close(): Promise<void>;
}

export interface AppOptions {
  school: string;
  /** The folder in which apps keep their data. */
  dataHome: string;
  browser: Browser;
  /** Absent: where the app begins. */
  place?: string;
}

/** Starts the app as it is built, in a browser, and waits until its page has its handlers. */
export const openApp = async (options: AppOptions): Promise<RunningApp> => {
  const { school, dataHome, browser, place = "/tls/" } = options;
  const { folder, web, config } = layOutApp("hybrid", school);
  const runtime = runtimeForThisMachine();
  const running = runtime
    ? await startRuntime(runtime, folder, dataHome)
    : await startHost({ documentRoot: web, dataHome, config });
  const context = await browser.newContext({
    viewport: { width: 1180, height: 800 },
    locale: "en-US",
  });
  await noteCalls(context);
  const page = await context.newPage();
  await page.goto(`${running.address}${place}`);
  await page.locator("html[data-ready]").waitFor();
  const dataFolder = path.join(dataHome, config.applicationId);
  return {
    page,
    address: running.address,
    dataFolder,
    pid: "pid" in running ? Number(running.pid) : null,
    async close() {
      await context.close();
      await running.kill();
      // A window that is closed gives its folder up; a browser's tab has no such end.
      rmSync(path.join(dataFolder, "state/instance.lock"), { force: true });
    },
  };
};

/** Goes through the wizard, up to the sign-in form. */
export const activate = async (page: Page, serialNumber: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Serial number" }).fill(serialNumber);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page
    .getByRole("textbox", { name: "Full name" })
    .or(page.getByText("This serial number is registered"))
    .first()
    .waitFor();
  const fullName = page.getByRole("textbox", { name: "Full name" });
  if (await fullName.isVisible()) {
    await fullName.fill("Noa Brand");
    await page.getByRole("textbox", { name: "Email" }).fill("noa@thimble.example");
    await page.getByRole("combobox", { name: "Country" }).selectOption("GR");
    await page.getByRole("textbox", { name: "Address" }).fill("1 Thread Lane");
    await page.getByRole("textbox", { name: "Telephone" }).fill("+30 210 0000000");
  }
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("textbox", { name: "Username" }).waitFor();
};

/** Signs in, which begins the sync. */
export const signInToApp = async (page: Page): Promise<void> => {
  await page.getByRole("textbox", { name: "Username" }).fill(STUDENT.username);
  await page.getByRole("textbox", { name: "Password" }).fill(STUDENT.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};
