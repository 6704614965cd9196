import { expect, type Locator, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import {
  COURSE,
  choose,
  heading,
  lessonAddress,
  PAPER,
  signIn,
  signInForm,
  WORKPLACE,
} from "./steps.ts";
import { askToKeep, hasItsPictures, schoolHasIt, studyOnTheTrain, untilKept } from "./train.ts";

test.use({ serviceWorkers: "allow" });

/** Waits until the worker provides the app, and what was answered so far is kept. */
const untilReady = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const lists = names.find((name) => name.endsWith("/base"));
        const registration = await navigator.serviceWorker.getRegistration("/tls/");
        const kept = lists ? (await (await caches.open(lists)).keys()).map(({ url }) => url) : [];
        return (
          registration?.active?.state === "activated" &&
          kept.some((url) => url.includes("menu%2Finstructions"))
        );
      }),
    )
    .toBe(true);

/** Cuts the stored page and all files that it has loaded short, as a crash of the browser can. */
const cutShort = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const files = await caches.open("app.v1");
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    let cut = 0;
    for (const url of [`${location.origin}/tls/`, ...loaded]) {
      const file = await files.match(url, { ignoreSearch: true });
      if (!file) continue;
      const part = (await file.blob()).slice(0, -1);
      const [request = url] = await files.keys(url, { ignoreSearch: true });
      await files.put(request, new Response(part, { headers: file.headers }));
      cut += 1;
    }
    return cut;
  });

const hasTexts = (page: Page, name: string): Promise<boolean> =>
  page.evaluate(async (start) => {
    const kept = await (await caches.open("app.v1")).keys();
    return kept.some(({ url }) => url.includes(`/tls/${start}.`));
  }, name);

test("opens a lesson that was read offline", async ({ page, context, school, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await hasItsPictures(page);
  await untilReady(page);
  await test.step("files of the app that were cut short are fetched again", async () => {
    expect(await cutShort(page)).toBeGreaterThan(5);
    await page.reload();
    await hasItsPictures(page);
  });
  await context.setOffline(true);
  await page.reload();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await hasItsPictures(page);
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByText("will be sent to the school")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
  const sent = page.waitForResponse("**/complete");
  await context.setOffline(false);
  expect((await sent).status()).toBe(200);
  await test.step("after the browser has evicted everything, the school answers", async () => {
    const browser = await context.newCDPSession(page);
    const storageTypes = "cache_storage,service_workers";
    await browser.send("Storage.clearDataForOrigin", { origin: school, storageTypes });
    await page.getByRole("link", { name: "Next lesson" }).click();
    await expect(heading(page)).toHaveText(PAPER.title);
    await page.reload();
    await expect(heading(page)).toHaveText(PAPER.title);
    await hasItsPictures(page);
  });
});

test("changes the language offline from kept texts", async ({ page, context, student }) => {
  await signIn(page, student, "/tls/profile");
  await untilReady(page);
  await choose(page, "Language", "עברית");
  await expect(heading(page)).toHaveText("פרופיל");
  await expect.poll(() => hasTexts(page, "further-he-json")).toBe(true);
  await choose(page, "שפה", "English");
  await context.setOffline(true);
  await page.reload();
  await expect(heading(page)).toHaveText("Profile");
  await choose(page, "Language", "עברית");
  await expect(heading(page)).toHaveText("פרופיל");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.goto("/tls/glossary");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.locator("dt").first()).toBeVisible();
});

test("deletes the account's data at signing out", async ({ page, context, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await untilReady(page);
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await choose(page, /^Hello/, "Logout");
  await expect(signInForm(page)).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name !== "app.v1")),
    )
    .toEqual([]);
  await context.setOffline(true);
  await page.goto(lessonAddress(WORKPLACE));
  await expect(signInForm(page)).toBeVisible();
});

test("moves no lesson when the button to keep a chapter comes", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  const keep = page.getByRole("button", { name: "Save chapter for offline use" });
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  // Below the heading, as announcements come above it.
  const place = async () =>
    (await top(page.getByRole("list", { name: "Lessons" }))) - (await top(heading(page)));
  await expect.poll(place).toBeGreaterThan(0);
  // The code of the button comes some seconds after the first screen.
  const before = await place();
  await expect(keep).toBeVisible();
  expect(await place()).toBe(before);
});

interface TraceEvent {
  name: string;
  args: { data?: { url?: string; consumedCacheSize?: number } };
}

test("a kept script is there compiled", async ({ page, context, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await untilReady(page);
  const cdp = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as never[])));
  const isComplete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.start", { categories: "v8,disabled-by-default-v8.compile" });
  await page.reload();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await cdp.send("Tracing.end");
  await isComplete;
  const names = events
    .filter(({ name, args }) => name === "v8.compile" && args.data?.consumedCacheSize)
    .map(({ args }) => args.data?.url ?? "");
  for (const name of ["main", "inside"]) {
    expect(names.some((url) => url.includes(`/tls/${name}.`))).toBe(true);
  }
});

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
