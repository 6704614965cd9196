import { appendFile, cp, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "playwright/test";
import { goTo, player, ready, video } from "./film.ts";
import { admin, inSmallSchool } from "./school.ts";
import { signIn } from "./steps.ts";

const FILM = path.join(
  import.meta.dirname,
  "../../resources/demo-school/PM/assets/dart-turning.webm",
);
const CHAPTERS =
  "WEBVTT\n\n00:00.000 --> 00:05.000\nMark the dart\n\n00:05.000 --> 00:14.000\nTurn it\n";

/** The first lesson has a film with a small form and chapters, which the author gives. */
const test = inSmallSchool(async (folder) => {
  const assets = path.join(folder, "PM/assets");
  await cp(FILM, path.join(assets, "turning.webm"));
  await cp(FILM, path.join(assets, "turning.small.webm"));
  await writeFile(path.join(assets, "turning.chapters.en.vtt"), CHAPTERS);
  const more = "\n![The dart turns](turning.webm)\n";
  await appendFile(path.join(folder, "PM/lessons/paper.md"), more);
});

const LESSON = "/tls/lessons/PM/PMB/paper";

test("a film begins in the form for the line, and another is chosen at the same place", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const line = { saveData: true, effectiveType: "4g" };
    Object.defineProperty(navigator, "connection", { value: line, configurable: true });
  });
  await signIn(page, admin, LESSON);
  const quality = page.getByRole("combobox", { name: "Quality" });
  await expect(quality).toHaveValue("small");
  await page.getByRole("button", { name: /^Play the video: The dart turns/ }).click();
  await ready(page);
  expect(await video(page).getAttribute("src")).toContain("&width=240");
  await video(page).evaluate((element: HTMLVideoElement) => element.pause());

  await goTo(page, 3);
  await expect.poll(async () => (await player(page)).time).toBe(3);
  await quality.selectOption("whole");
  await expect.poll(() => video(page).getAttribute("src")).not.toContain("&width=");
  await expect.poll(async () => (await player(page)).time).toBe(3);
  // It was paused, so it stays so.
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);

  const second = page.getByRole("button", { name: /Turn it/ });
  await second.focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await player(page)).time).toBe(5);
  await expect(second).toHaveAttribute("aria-current", "true");

  await page.reload();
  await expect(quality).toHaveValue("whole");

  await test.step("the chapters of a film are printed with the lesson", async () => {
    await page.evaluate(() => {
      window.print = () => document.documentElement.toggleAttribute("data-printed", true);
    });
    await page.getByRole("button", { name: "Print" }).first().click();
    await expect(page.locator("html[data-printed]")).toBeAttached();
    await page.emulateMedia({ media: "print" });
    const entry = page.locator("li").filter({ hasText: "0:05 Turn it", visible: true });
    await expect(entry).toHaveCount(1);
  });
});
