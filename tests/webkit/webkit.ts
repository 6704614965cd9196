import { writeFile } from "node:fs/promises";
import { test as base } from "../desktop/story.ts";
import { type BrowserOptions, startBrowser } from "./start-driver.ts";
import { type Screen, startScreen } from "./start-screen.ts";
import { WebKitPage } from "./webkit-page.ts";

interface WebKitFixtures {
  /** Opens a browser of its own, with nothing kept from before. */
  openBrowser: (options?: Omit<BrowserOptions, "display">) => Promise<WebKitPage>;
  /** A page in a light browser. */
  webkit: WebKitPage;
}

/** Tests in WebKitGTK, the engine of the Linux desktop app and a relative of Safari's. */
export const test = base.extend<WebKitFixtures, { display: Screen }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const screen = await startScreen();
      await use(screen);
      await screen.close();
    },
    { scope: "worker" },
  ],
  openBrowser: async ({ display }, use, testInfo) => {
    const browsers: Awaited<ReturnType<typeof startBrowser>>[] = [];
    await use(async (options) => {
      const browser = await startBrowser({ ...options, display: display.display });
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
  webkit: async ({ openBrowser }, use) => use(await openBrowser()),
});
