import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as schoolTest } from "./school.ts";
import { startProfile } from "./start-profile.ts";

/**
 * Tests with frames of other sites, in a Chromium that gives them their storage. The projects of Firefox have it
 * among their preferences.
 */
export const test = schoolTest.extend<object, object>({
  browser: [
    async ({ playwright, browserName, launchOptions, channel, headless }, use) => {
      if (browserName !== "chromium") {
        const browser = await playwright[browserName].launch({
          ...launchOptions,
          channel,
          headless,
        });
        await use(browser);
        await browser.close();
        return;
      }
      const folder = mkdtempSync(path.join(tmpdir(), "profile-"));
      const of = { playwright, browserName, launchOptions, channel, headless };
      const profile = await startProfile(of, folder, "given");
      const browser = profile.browser();
      if (!browser) throw new Error("The browser has no further contexts");
      await use(browser);
      await profile.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});
