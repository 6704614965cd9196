import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { findIndexFile } from "../../scripts/desktop/find-index-file.ts";
import { holdBack } from "../e2e/answers.ts";
import type { Account } from "../e2e/school.ts";
import { heading, openMenu, signInForm, submitSignIn, WORKPLACE } from "../e2e/steps.ts";
import { mountDisk } from "../support/disk.ts";
import type { Desktop } from "./desktop.ts";
import { filesSheet, openCourse, openThisComputer, synced } from "./steps.ts";
import { test } from "./story.ts";

const FILES = /\/files\/(read|bundle)\?/;

const said = (page: Page) => filesSheet(page).getByRole("status");
const button = (page: Page, name: string) => filesSheet(page).getByRole("button", { name });

const enter = async (page: Page, student: Account): Promise<void> => {
  await submitSignIn(page, student);
  await expect(signInForm(page)).toHaveCount(0);
  await openThisComputer(page);
};

interface Entry {
  checksum: string;
  filename: string;
  present: boolean;
}

/** `filetree.json` by the file's name and then by language, as one list. */
const entriesOf = ({ dataFolder }: Desktop) => {
  const text = readFileSync(findIndexFile(dataFolder, "filetree.json") ?? "", "utf8");
  const names: Record<string, Record<string, Entry>> = JSON.parse(text).data;
  return Object.values(names)
    .flatMap((languages) => Object.entries(languages))
    .map(([language, entry]) => ({ ...entry, language }));
};

const fileOf = ({ dataFolder }: Desktop, name: string): string =>
  path.join(dataFolder, "files", name);

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The files that the tree marks as present but that are missing or have wrong bytes. */
const wrongFiles = (app: Desktop): string[] =>
  entriesOf(app).flatMap(({ present, filename, checksum }) => {
    const isRight = () => sha256(readFileSync(fileOf(app, filename))) === checksum;
    return !present || isRight() ? [] : [filename];
  });

test("pauses a sync, which lets people study", async ({ openDesktop, machine, student }) => {
  const app = await openDesktop(await machine("hybrid", "activated"));
  const { page } = app;
  const asksFirst = page.getByRole("switch", {
    name: "Ask first when the connection may cost money",
  });
  let asked = 0;
  page.on("request", (request) => {
    if (FILES.test(request.url())) asked += 1;
  });
  const release = await holdBack(page, FILES);

  await test.step("on a metered connection the app asks first if the person has set so", async () => {
    await page.addInitScript(() => {
      const { connection } = navigator as Navigator & { connection?: object };
      Object.defineProperty(Object.getPrototypeOf(connection), "saveData", { get: () => true });
    });
    const releaseList = await holdBack(page, "**/menu/checksum");
    await page.reload();
    await enter(page, student);
    await asksFirst.click();
    await expect(asksFirst).toBeChecked();
    await releaseList();
    await expect(said(page)).toHaveText(/may charge by the megabyte/);
    expect(asked).toBe(0);
    await button(page, "Resume").click();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await asksFirst.click();
  });

  await test.step("a sync can be paused and resumed, and allows studying and a change of language meanwhile", async () => {
    await expect(said(page)).toHaveText("Fetching the files. You can study in the meantime.");
    await expect(filesSheet(page).getByRole("progressbar")).toBeVisible();
    await button(page, "Pause").click();
    await expect(said(page)).toHaveText("Fetching is paused.");
    await button(page, "Resume").click();
    await expect(said(page)).toHaveText(/^Fetching the files/);

    await openCourse(page);
    const notice = page.getByRole("complementary", { name: "Files for use without a network" });
    await expect(notice.getByRole("progressbar")).toBeVisible();
    await page.getByRole("link", { name: WORKPLACE.title }).click();
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await expect(page.getByRole("figure").getByRole("img").first()).toBeVisible();
    await page.getByRole("link", { name: "Back to lessons" }).click();

    const menu = await openMenu(page, "Language");
    await menu.getByText("Français", { exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await release();
    await openMenu(page, /Noa/);
    await page.getByRole("menuitem", { name: "Sur cet ordinateur" }).click();
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^Tout est là/);
    await expect(notice).toHaveCount(0);
    const entries = entriesOf(app);
    expect(new Set(entries.map(({ language }) => language))).toContain("fr");
    expect(entries.filter(({ present }) => !present)).toEqual([]);
    expect(wrongFiles(app)).toEqual([]);
  });
});

test("a folder without write permission and a full disk are reported, and the files are fetched afterwards", async ({
  openDesktop,
  machine,
  student,
  onRuntime,
}) => {
  const app = await openDesktop(await machine("hybrid", "activated"));
  const { page, host } = app;
  const release = await holdBack(page, FILES);
  await enter(page, student);
  await expect(said(page)).toHaveText(/^Fetching the files/);
  const disk = onRuntime ? mountDisk(path.join(app.dataFolder, "files"), 100) : null;
  test.skip(onRuntime && !disk, "only an administrator can lay out a disk");
  try {
    await test.step("a write-protected folder is reported, and lessons are read from the school", async () => {
      host?.disk.setWritable(false);
      disk?.setWritable(false);
      await release();
      await expect(said(page)).toHaveText(/^This computer does not let the app write its files/);
      await openCourse(page);
      await page.getByRole("link", { name: WORKPLACE.title }).click();
      await expect(heading(page)).toHaveText(WORKPLACE.title);
      await page.getByRole("link", { name: "Back to lessons" }).click();
      await openThisComputer(page);
    });

    await test.step("a full disk is reported, and the missing files are fetched once there is space", async () => {
      host?.disk.setCapacity(10_000);
      host?.disk.setWritable(true);
      disk?.setWritable(true);
      await button(page, "Try again").click();
      await expect(said(page)).toHaveText(/^The disk of this computer is full/);
      expect(wrongFiles(app)).toEqual([]);
      host?.disk.setCapacity(null);
      disk?.grow();
      await button(page, "Try again").click();
      await synced(page);
      expect(wrongFiles(app)).toEqual([]);
    });
  } finally {
    host?.disk.setWritable(true);
    disk?.remove();
  }
});

test("deletes and repairs files on request", async ({ openDesktop, machine, student }) => {
  const app = await openDesktop(await machine("hybrid", "activated"));
  const { page } = app;
  const files = () => readdirSync(path.join(app.dataFolder, "files")).length;
  await enter(page, student);
  await synced(page);

  await test.step("a course is deleted from this computer, and fetched again", async () => {
    const before = files();
    const remove = page.getByRole("button", { name: "Delete Sewing basics from this computer" });
    await remove.click();
    const asked = page.getByRole("dialog", { name: "Delete the files of “Sewing basics”?" });
    await asked.getByRole("button", { name: "Delete", exact: true }).click();
    const fetch = page.getByRole("button", { name: "Fetch Sewing basics to this computer" });
    await expect(fetch).toBeVisible();
    expect(files()).toBeLessThan(before);
    expect(wrongFiles(app)).toEqual([]);
    await fetch.click();
    await expect(remove).toBeVisible();
    await expect.poll(files).toBe(before);
    await synced(page);
    expect(wrongFiles(app)).toEqual([]);
  });

  await test.step("a file damaged by hand is found and fetched again", async () => {
    await page.getByRole("button", { name: "Verify and repair" }).click();
    await expect(page.getByText("Every file has been read and is intact.")).toBeVisible();
    const [entry] = entriesOf(app).filter(({ present }) => present);
    const file = fileOf(app, entry?.filename ?? "");
    writeFileSync(file, Buffer.alloc(readFileSync(file).length));
    expect(wrongFiles(app)).not.toEqual([]);
    await page.getByRole("button", { name: "Verify and repair" }).click();
    await expect(page.getByText("1 file was damaged. The app replaces it.")).toBeVisible();
    await synced(page);
    await expect.poll(() => wrongFiles(app)).toEqual([]);
  });

  await test.step("a much shorter file list deletes nothing until the person agrees", async () => {
    await page.route("**/files/treelist?*", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const few = Object.entries(answer.metas).slice(0, 8);
      await route.fulfill({ response, json: { ...answer, metas: Object.fromEntries(few) } });
    });
    const before = files();
    await button(page, "Check for changes").click();
    const warning = page.getByRole("alert").filter({ hasText: "far fewer files" });
    await expect(warning).toContainText("nothing is deleted until you agree");
    expect(files()).toBe(before);
    await warning.getByRole("button", { name: "Delete them here" }).click();
    await expect(warning).toHaveCount(0);
    await expect.poll(files).toBeLessThan(before / 2);
    expect(wrongFiles(app)).toEqual([]);
  });
});
