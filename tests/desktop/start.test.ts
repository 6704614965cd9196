import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { DESKTOP_BUILDS } from "../../scripts/build/school-settings.ts";
import { test } from "./story.ts";

for (const build of DESKTOP_BUILDS) {
  test(`the ${build} app starts wherever its data lies, and again on a reload`, async ({
    openDesktop,
    dataHome,
  }) => {
    const stick = path.join(dataHome, 'Sarah\'s "stick"; שרה');
    mkdirSync(stick);
    const { page, address } = await openDesktop({ build, dataHome: stick });
    const title = page.getByRole("heading", { level: 1 });

    await expect(title).toBeVisible();
    // What the console says fails the test at its end.
    await expect(page.getByRole("banner")).toBeVisible();

    await page.goto(`${address}/tls/lessons/PM/PMB`);
    await expect(title).toBeVisible();
    await page.reload();
    await expect(title).toBeVisible();
  });
}
