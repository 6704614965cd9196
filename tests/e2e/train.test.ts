import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { COURSE, choose, heading, signIn } from "./steps.ts";
import { askToKeep, schoolHasIt, studyOnTheTrain, untilKept } from "./train.ts";

test.use({ serviceWorkers: "allow" });

const chapterCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes("/chapter/")));

/** Lets the browser's storage be full from the third file of a chapter on. */
const fillStorage = async (page: Page, school: string) => {
  const browser = await page.context().newCDPSession(page);
  const allow = (quotaSize?: number) =>
    browser.send("Storage.overrideQuotaForOrigin", { origin: school, quotaSize });
  let files = 0;
  await page.route("**/api/files/read?**", async (route) => {
    files += 1;
    if (files === 3) await allow(1);
    await route.continue();
  });
  return async () => {
    await page.unroute("**/api/files/read?**");
    await allow();
    await browser.detach();
    return files;
  };
};

test("chapter 1 is kept, read and completed on the train; then the school has it, and the device is freed", async ({
  page,
  context,
  school,
  running,
  student,
}) => {
  await signIn(page, student, COURSE);

  await test.step("where the storage gets full in the middle, it says so and keeps nothing of it", async () => {
    const free = await fillStorage(page, school);
    await (await askToKeep(page)).click();
    await expect(page.getByRole("alert")).toContainText("not enough space on this device");
    expect(await chapterCaches(page)).toEqual([]);
    expect(await free()).toBeGreaterThan(2);
  });

  const keep = await askToKeep(page);
  expect(await findings(page)).toEqual([]);
  await keep.click();
  await untilKept(page);
  await context.setOffline(true);
  await studyOnTheTrain(page);
  await context.setOffline(false);
  await schoolHasIt(running.dataDir, student);

  await test.step("a page shows what is on this device, and frees it", async () => {
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await choose(page, /^Hello/, "On this device");
    await expect(heading(page)).toHaveText("On this device");
    await expect(page.getByText("Everything has reached the school.")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove “Tools and paper” from this device" }).click();
    await expect(page.getByText("“Tools and paper” is no longer on this device.")).toBeFocused();
    await expect(page.getByText("No chapter yet.")).toBeVisible();
    expect(await chapterCaches(page)).toEqual([]);
  });
});
