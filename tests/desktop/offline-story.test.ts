import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { findIndexFile } from "../../scripts/desktop/find-index-file.ts";
import { goTo, player, ready, video } from "../e2e/film.ts";
import { entry, field, waist } from "../e2e/measurements.ts";
import { printed, watchPrinting } from "../e2e/paper.ts";
import { choose, heading, openMenu, WORKPLACE } from "../e2e/steps.ts";
import { complete } from "../e2e/train.ts";
import { ACCENT, TITLE } from "./shared-school.ts";
import { openCourse, quit } from "./steps.ts";
import { test } from "./story.ts";

const FILM = "dart-turning.webm";

/** Adds the demo's film to a lesson that is stored on the disk. */
const addFilm = (dataFolder: string, lesson: { key: string }): void => {
  const file = findIndexFile(dataFolder, "content.json") ?? path.join(dataFolder, "content.json");
  const { data } = JSON.parse(readFileSync(file, "utf8"));
  const { products } = data.content ?? data;
  const { languages } = products.PM.lessons[lesson.key].html;
  for (const { pages } of Object.values(languages) as { pages: { html: string }[] }[]) {
    if (pages[0]) pages[0].html += `<figure><video data-asset="${FILM}"></video></figure>`;
  }
  const text = JSON.stringify(data);
  const checksum = createHash("sha256").update(text).digest("hex");
  writeFileSync(file, `{"version":1,"checksum":"${checksum}","data":${text}}`);
};

/** Checks that a stored film plays from the disk, with seeking and captions. */
const playsFromDisk = async (page: Page): Promise<void> => {
  await ready(page);
  await expect(page.getByRole("button", { name: /^Play the video/ })).toHaveCount(0);
  const address = await video(page).evaluate((element: HTMLVideoElement) => element.currentSrc);
  expect(new URL(address).pathname).toMatch(/^\/[\da-f]{32}\/[\da-f]{40}\.cache$/);
  const part = await page.request.get(address, { headers: { range: "bytes=100-199" } });
  expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  await goTo(page, 9);
  const isReady = () =>
    video(page).evaluate(({ readyState, seeking }: HTMLVideoElement) => readyState > 1 && !seeking);
  await expect.poll(isReady).toBe(true);
  expect((await player(page)).time).toBeCloseTo(9, 0);
  const shown = { mode: "showing", language: "en", text: expect.stringContaining("The front.") };
  await expect.poll(async () => (await player(page)).captions).toMatchObject([shown]);
};

const importLink = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Import content" });

const imported = (page: Page) => page.getByText("The content has been imported.");

/** Waits until links and buttons have the school's colour. */
const hasAccent = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue("--chalk")))
    .toContain(`light-dark(${ACCENT}, `);

const chooseZip = async (page: Page, zip: string): Promise<void> => {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose file" }).click();
  await (await choosing).setFiles(zip);
};

test("imports and studies content offline", async ({ openDesktop, machine, line, exported }) => {
  const folder = await exported("stick");
  const options = await machine("offline", "activated");
  await line.cut();
  const first = await openDesktop(options);
  let { page } = first;
  await expect(heading(page)).toHaveText("Import content");
  await expect(importLink(page)).toBeVisible();
  await expect(page.getByText("There is no content on this computer yet.")).toBeVisible();
  if (first.host) {
    first.host.answerDialog(folder);
    await page.getByRole("button", { name: "Choose folder" }).click();
  } else await chooseZip(page, await exported("stick.zip"));
  await expect(imported(page)).toBeVisible();
  await expect(page.getByRole("list", { name: "Courses" })).toContainText("Pattern making basics");
  await hasAccent(page);
  await expect(page).toHaveTitle(`Import content · ${TITLE}`);
  const { host } = first;
  if (host) await expect.poll(host.windowTitle).toBe(TITLE);
  await expect(page.getByRole("contentinfo")).toContainText("desk@selvedge.example");

  // Features that need a school are not offered.
  await expect(page.getByRole("button", { name: "Progress" })).toHaveCount(0);
  const own = await openMenu(page, /^Hello/);
  await expect(own.getByRole("menuitem")).toHaveText([
    "FAQ",
    "Glossary",
    "How to study",
    "Measurements",
    "Patterns",
    "Recent notices",
    "About",
  ]);
  await page.keyboard.press("Escape");

  await openCourse(page);
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  const figure = page.getByRole("figure").getByRole("img").first();
  await expect
    .poll(() => figure.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await watchPrinting(page);
  await page.locator("button", { hasText: /^Print$/ }).click();
  await expect.poll(async () => (await printed(page)).length).toBe(1);
  expect((await printed(page))[0]?.missing).toBe(0);
  await complete(page);
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await choose(page, /^Hello/, "Measurements");
  await page.getByRole("button", { name: "New table" }).click();
  await field(page, "Name of the table").fill("Spring");
  await waist(page).fill("68.5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(entry(page, "Spring")).toContainText("Default");
  await choose(page, /^Hello/, "Patterns");
  await expect(page.getByText("Nothing could be drafted.")).toBeVisible();
  await page.getByRole("link", { name: "Hip girth" }).click();
  await field(page, "Hip girth").fill("96");
  await field(page, "Waist to hips").fill("20");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await choose(page, /^Hello/, "Patterns");
  await expect(page.getByRole("status").filter({ hasText: /pieces/ })).toContainText("Waist: 70.5");
  await quit(first);

  addFilm(first.dataFolder, WORKPLACE);

  ({ page } = await openDesktop(options));
  await hasAccent(page);
  await choose(page, /^Hello/, "Measurements");
  await expect(entry(page, "Spring")).toContainText("68.5");
  await openCourse(page);
  await expect(page.getByRole("link", { name: WORKPLACE.title })).toHaveAccessibleDescription(
    "Completed",
  );
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await playsFromDisk(page);
});

test("keeps its content at a damaged import", async ({ openDesktop, machine, line, exported }) => {
  const zip = await exported("stick.zip");
  const { page, address: origin } = await openDesktop(await machine("offline", "activated"));
  await line.cut();

  await test.step("screens that need the school have no address in the offline build", async () => {
    await expect(heading(page)).toHaveText("Import content");
    for (const address of ["/profile", "/tutor-talk", "/assignments", "/progress", "/downloads"]) {
      await page.goto(`${origin}/tls${address}`);
      await expect(heading(page), address).toHaveText("Import content");
    }
  });

  await test.step("damaged content is refused, and the previous content stays", async () => {
    await chooseZip(page, zip);
    await expect(imported(page)).toBeVisible();
    const bytes = readFileSync(zip);
    const damaged = path.join(path.dirname(zip), "damaged.zip");
    writeFileSync(damaged, bytes.subarray(0, bytes.length - 2000));
    await chooseZip(page, damaged);
    await expect(page.getByRole("alert")).toContainText(
      "The content on this computer is unchanged.",
    );
    await expect(imported(page)).toHaveCount(0);
    await page.reload();
    await openCourse(page);
  });
});
