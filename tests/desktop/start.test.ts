import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { DESKTOP_BUILDS } from "../../scripts/build/builds.ts";
import { test } from "./desktop.ts";

for (const build of DESKTOP_BUILDS) {
  test.describe(`the ${build} app`, () => {
    test("comes up, and says so to nobody's console", async ({ openDesktop }) => {
      const { page } = await openDesktop({ build });
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });

    test("comes up again when its page is loaded anew, wherever one was", async ({
      openDesktop,
    }) => {
      const { page, address } = await openDesktop({ build });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.goto(`${address}/tls/lessons/PM/PMB`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });

    test("comes up where a folder's name has an apostrophe in it", async ({
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
