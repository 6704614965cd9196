import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { DESKTOP_BUILDS } from "../../scripts/build/builds.ts";
import { test } from "./desktop.ts";

for (const build of DESKTOP_BUILDS) {
  test.describe(`the ${build} app`, () => {
    test("opens without a message on the console", async ({ openDesktop }) => {
      const { page } = await openDesktop({ build });
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });

    test("opens again at the same place when its page is reloaded", async ({ openDesktop }) => {
      const { page, address } = await openDesktop({ build });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.goto(`${address}/tls/lessons/PM/PMB`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });

    test("opens where a folder's name contains an apostrophe", async ({
      openDesktop,
      dataHome,
    }) => {
      const stick = path.join(dataHome, 'Sarah\'s "stick"; שרה');
      mkdirSync(stick);
      const { page } = await openDesktop({ build, dataHome: stick });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
  });
}
