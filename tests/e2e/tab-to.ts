import { expect, type Locator, type Page } from "playwright/test";

/** Presses Tab until the element has the focus; no page has a hundred stops. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 100; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key never reached ${target}.`);
};
