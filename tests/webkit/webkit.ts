import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../../scripts/browser/find-browsers.ts";
import { runtimeForThisMachine } from "../../scripts/desktop/runtimes.ts";
import { freePort } from "../../scripts/school/start-school.ts";
import { ADMIN_LEVEL } from "../../src/domain/roles.ts";
import { startRuntime } from "../adapters/host/start-runtime.ts";
import type { DesktopOptions } from "../desktop/desktop.ts";
import { layOutApp } from "../desktop/lay-out-app.ts";
import { test as base } from "../desktop/story.ts";
import { addStudent } from "../e2e/add-student.ts";
import type { Account } from "../e2e/school.ts";
import { WebKitPage } from "./webkit-page.ts";

interface BrowserOptions {
  display: string;
  theme?: "light" | "dark";
  printFolder?: string;
}

const PRINTING_BROWSER = path.join(import.meta.dirname, "printing-browser.py");

/** Polls the driver until it answers. */
const untilReady = async (address: string, service: ChildProcess): Promise<void> => {
  while (service.exitCode === null) {
    const answer = await fetch(`${address}/status`).catch(() => null);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("WebKit's driver did not start.");
};

/**
 * Opens a WebKitGTK browser with an empty profile.
 * @returns its driver, and a function that ends both
 * @throws Error if there is no WebKitGTK, or it does not start
 */
const startBrowser = async ({
  display,
  theme = "light",
  printFolder,
}: BrowserOptions): Promise<{ driver: WebDriver; close: () => Promise<void> }> => {
  const webkit = findWebKit();
  if (!webkit) throw new Error("There is no WebKitGTK with its driver on this machine.");
  const port = await freePort();
  const service = spawn(webkit.driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      GTK_THEME: theme === "dark" ? "Adwaita:dark" : "Adwaita",
      // The printer is selected by its name, which is translated.
      LC_ALL: "C.UTF-8",
      // Root cannot use the sandbox; only the project's own pages are opened.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      NO_AT_BRIDGE: "1",
      ...(printFolder && { PRINT_FOLDER: printFolder }),
    },
    stdio: "ignore",
    // Together with the browser that it starts, so that both can be ended.
    detached: true,
  });
  const ended = once(service, "exit");
  const end = () => {
    try {
      process.kill(-(service.pid ?? 0), "SIGKILL");
    } catch {
      // They have ended already.
    }
  };
  process.once("exit", end);
  const close = async () => {
    end();
    await ended;
    process.off("exit", end);
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await untilReady(address, service);
    const capabilities = printFolder
      ? { browserName: "PrintingBrowser", binary: PRINTING_BROWSER, args: [] }
      : { browserName: "MiniBrowser", binary: webkit.browser, args: ["--automation"] };
    const { browserName, ...browserOptions } = capabilities;
    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities(
        new Capabilities({
          browserName,
          // That of the tests' own school.
          acceptInsecureCerts: true,
          "webkitgtk:browserOptions": browserOptions,
        }),
      )
      .build();
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1000, height: 900 });
    return {
      driver,
      async close() {
        // A browser that hangs does not answer; it is killed below.
        const timeout = new Promise((resolve) => setTimeout(resolve, 5000));
        await Promise.race([driver.quit().catch(() => undefined), timeout]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

interface WebKitFixtures {
  /**
   * Opens the desktop app on its runtime in a browser; again with the same `dataHome` for its next start.
   * Without a runtime in `neutralino/bin/` the test is skipped.
   * @returns closes it as a person closes its window, and waits until it has ended
   */
  openApp: (page: WebKitPage, options: Required<AppOptions>) => Promise<() => Promise<void>>;
  openBrowser: (options?: Omit<BrowserOptions, "display">) => Promise<WebKitPage>;
  /** A page in a light browser. */
  webkit: WebKitPage;
  /**
   * An account for which every lesson is open. It is the test's own, as a sign-in ends the one
   * before.
   */
  admin: Account;
}

type AppOptions = Pick<DesktopOptions, "build" | "school" | "dataHome">;

/** Tests in WebKitGTK, the engine of the Linux desktop app, related to Safari's. */
export const test = base.extend<WebKitFixtures, { display: string }>({
  /** A virtual screen with the first free number: its name, as in DISPLAY. */
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const options = ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
      const screen = spawn("Xvfb", options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
      const end = () => void screen.kill();
      process.once("exit", end);
      const ended = once(screen, "exit");
      const said = once(screen.stdio[3] as Readable, "data");
      const number = await Promise.race([said, ended.then(() => null)]);
      if (number === null) throw new Error("Xvfb, the screen for WebKit's tests, did not start.");
      await use(`:${String(number[0]).trim()}`);
      end();
      await ended;
      process.off("exit", end);
    },
    { scope: "worker" },
  ],
  openBrowser: async ({ display }, use, testInfo) => {
    const browsers: Awaited<ReturnType<typeof startBrowser>>[] = [];
    await use(async (options) => {
      const browser = await startBrowser({ ...options, display });
      browsers.push(browser);
      return new WebKitPage(browser.driver);
    });
    for (const { driver, close } of browsers) {
      if (testInfo.status !== testInfo.expectedStatus) {
        const picture = await driver.takeScreenshot().catch(() => null);
        if (picture) {
          await writeFile(testInfo.outputPath("screenshot.png"), Buffer.from(picture, "base64"));
        }
      }
      await close();
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  openApp: async ({}, use, { skip }) => {
    const runtime = runtimeForThisMachine();
    skip(runtime === null, "no runtime in neutralino/bin");
    const ends: (() => Promise<void>)[] = [];
    await use(async (page, { build, school, dataHome }) => {
      const { web, config } = layOutApp(build, school);
      const app = await startRuntime(runtime ?? "", { documentRoot: web, dataHome, config });
      ends.push(app.close);
      await page.open(`${app.address}/tls/`);
      return async () => {
        // Without a window nothing can be closed; the library sends this message on closing.
        await page.run(() => void dispatchEvent(new CustomEvent("windowClose")));
        const answers = () => fetch(app.address).then(Boolean, () => false);
        await page.until("the app's end", async () => !(await answers()));
        app.kill();
      };
    });
    for (const end of ends) await end();
  },
  admin: async ({ running }, use) =>
    use(await addStudent(running.dataDir, ["PMB", "SWB"], ADMIN_LEVEL)),
  webkit: async ({ openBrowser }, use) => use(await openBrowser()),
});
