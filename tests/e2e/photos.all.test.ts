import { appendFile, cp, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page } from "playwright/test";
import { photo } from "../server/support/photos.ts";
import { holdBack } from "./answers.ts";
import { admin, inSmallSchool } from "./school.ts";
import { signIn } from "./steps.ts";

const FILM = path.join(
  import.meta.dirname,
  "../../resources/demo-school/PM/assets/dart-turning.webm",
);

/** The first lesson has a wide photo, a film and a link to the second lesson. */
const test = inSmallSchool(async (folder) => {
  const lessons = path.join(folder, "PM/lessons");
  // Low ones: the import takes seconds for each million pixels.
  await writeFile(path.join(folder, "PM/assets/hand.jpg"), await photo(2000, 250));
  await writeFile(path.join(folder, "PM/assets/next.jpg"), await photo(500, 50));
  await cp(FILM, path.join(folder, "PM/assets/flare.webm"));
  const more = '\n![A hand](hand.jpg "The hand")\n\nBelow the hand.\n\n![The film](flare.webm)\n';
  await appendFile(path.join(lessons, "paper.md"), more);
  await appendFile(path.join(lessons, "pencil.md"), "\n![Next](next.jpg)\n");
});

const LESSON = "/tls/lessons/PM/PMB/paper";
const hand = (page: Page) => page.getByRole("img", { name: "A hand" });

/** The width of the file that a picture shows. */
const fileWidth = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0));

/** Notes the requests for files of the lessons, as `TITLE WIDTH`. */
const noteFiles = (page: Page): string[] => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!url.pathname.endsWith("/assets/fetchData") || url.searchParams.has("ticket")) return;
    asked.push(`${url.searchParams.get("title")} ${url.searchParams.get("width")}`);
  });
  return asked;
};

/** What the Network Information API says from the next load on. */
const useLine = (page: Page, line: { saveData?: boolean; effectiveType?: string }) =>
  page.addInitScript((given) => {
    Object.defineProperty(navigator, "connection", { value: given, configurable: true });
  }, line);

test("a photo is fetched in the form that the screen and the line need", async ({ page }) => {
  const screen = await page.context().newCDPSession(page);
  await useLine(page, { effectiveType: "4g" });
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object(globalThis).shifts += Object(entry).value;
    }).observe({ type: "layout-shift", buffered: true });
  });

  // In a wide window, on a phone with a fine screen, and on a plain phone.
  for (const [width, density, expected] of [
    [1280, 2, 1600],
    [360, 3, 960],
    [360, 1, 480],
  ] as const) {
    await test.step(`a photo is fetched in ${expected} pixels, and nothing moves when it arrives`, async () => {
      const metrics = { width, height: 740, deviceScaleFactor: density, mobile: false };
      await screen.send("Emulation.setDeviceMetricsOverride", metrics);
      const release = await holdBack(page, /title=hand/);
      if (page.url() === "about:blank") await signIn(page, admin, LESSON);
      else await page.reload();
      await expect(hand(page)).toHaveAttribute("data-loading");
      const before = await hand(page).boundingBox();
      const below = await page.getByText("Below the hand.").boundingBox();
      await page.evaluate(() => Object.assign(globalThis, { shifts: 0 }));
      await release();
      await expect.poll(() => fileWidth(hand(page))).toBe(expected);
      expect(await hand(page).boundingBox()).toEqual(before);
      expect((await page.getByText("Below the hand.").boundingBox())?.y).toBe(below?.y);
      expect(await page.evaluate(() => Object(globalThis).shifts)).toBe(0);
    });
  }

  await screen.send("Emulation.clearDeviceMetricsOverride");
  await page.setViewportSize({ width: 1280, height: 800 });

  await test.step("a photo whose smaller form the browser cannot show is shown as it is", async () => {
    await page.route(/title=hand.*width=/, (route) =>
      route.fulfill({ contentType: "image/avif", body: "no picture" }),
    );
    await page.reload();
    await expect.poll(() => fileWidth(hand(page))).toBe(2000);
    await page.unroute(/title=hand.*width=/);
  });

  await test.step("on a good line the next lesson and its pictures are fetched while one reads", async () => {
    // The page before may ask until it is gone, and its next lesson goes with it.
    await page.goto("about:blank");
    const asked = noteFiles(page);
    await page.goto(LESSON);
    await expect.poll(() => asked.some((each) => each.startsWith("next.jpg "))).toBe(true);
    await page.waitForLoadState("networkidle");
    const next = page.getByRole("link", { name: "Next lesson" });
    await page.context().setOffline(true);
    await next.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pencil");
    await page.context().setOffline(false);
  });

  for (const [name, line] of [
    ["asks to save data", { saveData: true, effectiveType: "4g" }],
    ["is slow", { effectiveType: "3g" }],
  ] as const) {
    await test.step(`a line that ${name} gets small photos, nothing in advance, and a video on request`, async () => {
      await useLine(page, line);
      const asked = noteFiles(page);
      const videos: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("ticket=")) videos.push(request.url());
      });
      await page.goto(LESSON);
      await expect.poll(() => fileWidth(hand(page))).toBe(480);
      const play = page.getByRole("button", { name: /^Play the video: The film \(.*MB\)$/ });
      await expect(play).toBeVisible();
      expect(videos).toEqual([]);
      await play.click();
      await expect
        .poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
        .toBeGreaterThan(0);
      expect(asked.filter((each) => each.startsWith("next.jpg"))).toEqual([]);
    });
  }

  await test.step("on a slow line a lesson is read before the app is there, and nothing is asked for twice", async () => {
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/") && request.method() === "GET") calls.push(pathname + search);
    });
    const release = await holdBack(page, /\/tls\/inside\.\w+\.js$/);
    const releaseEarly = await holdBack(page, /\/tls\/early\.\w+\.js$/);
    await page.goto(LESSON, { waitUntil: "commit" });
    // The page itself asks for the text, before any file of the app is there.
    await expect.poll(() => calls).toEqual(["/api/products/PM/lessons/paper?language=en"]);
    await releaseEarly();
    // The app's own page is the only one for assistive technology.
    const early = page.locator("body > [inert]");
    await expect(early.getByText("Below the hand.")).toBeVisible();
    await expect.poll(() => fileWidth(early.locator("img").first())).toBeGreaterThan(0);
    await expect(page.getByRole("heading")).toHaveCount(0);
    const place = await early.getByText("Below the hand.").boundingBox();
    await release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paper");
    await expect(early).toHaveCount(0);
    await expect.poll(() => fileWidth(hand(page))).toBe(480);
    expect(await page.getByText("Below the hand.").boundingBox()).toEqual(place);
    await page.waitForLoadState("networkidle");
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
  });
});
