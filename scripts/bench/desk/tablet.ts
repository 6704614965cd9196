import type { Page } from "playwright";
import { trustsSchool } from "../../../tests/server/support/certificates.ts";
import { launchChromium } from "../../browser/launch-chromium.ts";
import { type MeasuredPage, openPage } from "../browser.ts";
import { openSignedIn } from "../student.ts";

const TABLET = { width: 1024, height: 768 };

/** Opens the app on a tablet as the tutor, and closes the browser after the work. */
export const onTablet = async <Value>(
  school: string,
  work: (measured: MeasuredPage) => Promise<Value>,
): Promise<Value> => {
  const browser = await launchChromium([trustsSchool]);
  try {
    const context = await browser.newContext({
      ...{ viewport: TABLET, hasTouch: true, locale: "en-US", serviceWorkers: "block" },
    });
    const measured = await openPage(context);
    await openSignedIn(measured.page, school, "tutor");
    await toDesk(measured.page).waitFor();
    await measured.page.waitForLoadState("networkidle");
    return await work(measured);
  } finally {
    await browser.close();
  }
};

/** The link to the desk in the header. */
export const toDesk = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Desk/ });

/** The area to draw on. */
export const stage = (page: Page) => page.getByRole("application").first();
