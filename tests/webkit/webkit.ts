import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { runtimeForThisMachine } from "../../scripts/desktop/runtimes.ts";
import { ADMIN_LEVEL } from "../../src/domain/roles.ts";
import { startRuntime } from "../adapters/host/start-runtime.ts";
import type { DesktopOptions } from "../desktop/desktop.ts";
import { layOutApp } from "../desktop/lay-out-app.ts";
import { test as base } from "../desktop/story.ts";
import { addStudent } from "../e2e/add-student.ts";
import type { Account } from "../e2e/school.ts";
import { type BrowserOptions, startBrowser } from "./start-driver.ts";
import { WebKitPage } from "./webkit-page.ts";

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
        const isGone = () =>
          fetch(app.address).then(
            (answer) => !answer,
            () => true,
          );
        await page.until("the app's end", isGone);
        app.kill();
      };
    });
    for (const end of ends) await end();
  },
  admin: async ({ running }, use) =>
    use(await addStudent(running.dataDir, ["PMB", "SWB"], ADMIN_LEVEL)),
  webkit: async ({ openBrowser }, use) => use(await openBrowser()),
});
