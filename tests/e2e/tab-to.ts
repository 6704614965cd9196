import { expect, type Locator, type Page } from "playwright/test";

/**
 * Presses Tab until the element has the focus; no page has a hundred stops.
 * @param key `Shift+Tab` for what comes before: after the last stop Firefox goes on to its own window, whose page has
 * no focus then
 */
export const tabTo = async (
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> => {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 100; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key never reached ${target}.`);
};
