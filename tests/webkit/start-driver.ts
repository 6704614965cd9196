import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../../scripts/browser/find-browsers.ts";
import { freePort } from "../adapters/host/free-port.ts";

export interface BrowserOptions {
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
export const startBrowser = async ({
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
