import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "playwright/test";
import { type RunningSchool, startSchool } from "../../scripts/school/start-school.ts";
import { copySchool } from "./prepared-school.ts";
import { test as schoolTest } from "./school.ts";

interface Site {
  /** The school in the frame, which this test alone uses. */
  framedSchool: RunningSchool;
  /** Opens the page of the site that shows the school in a frame. */
  open: (page: Page) => Promise<FrameLocator>;
}

interface SiteOptions {
  /** The address of the site. */
  site: string;
  /** Further settings of the school. */
  settings: Record<string, string>;
}

/**
 * A site of the school's own, which shows the school in a frame. `localhost` and `127.0.0.1` are
 * different sites for a browser, so the school is a third party there.
 */
export const test = schoolTest.extend<Site & SiteOptions>({
  settings: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  site: async ({}, use) => {
    const site = createServer((request, response) => {
      const school = new URL(request.url ?? "", "http://localhost").searchParams.get("school");
      response.setHeader("Content-Type", "text/html");
      response.end(
        `<!doctype html><title>Tailors</title><iframe title="School" src="${school}/tls/" width="1000" height="700"></iframe>`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    await use(`http://localhost:${(site.address() as AddressInfo).port}`);
    site.close();
  },
  framedSchool: async ({ settings, site }, use) => {
    const dataDir = copySchool();
    const school = await startSchool({ dataDir, settings: { ...settings, ALLOWED_ORIGINS: site } });
    await use(school);
    await school.stop({ keepData: false });
  },
  open: async ({ framedSchool, site }, use) =>
    use(async (page) => {
      await page.goto(`${site}/?school=${framedSchool.url}`);
      return page.frameLocator("iframe");
    }),
});
