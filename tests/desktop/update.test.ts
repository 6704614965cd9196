import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { exportPublicKey, licenceKey } from "../../src/server/db/licence-key.ts";
import { choose, signInForm, submitSignIn } from "../e2e/steps.ts";
import { layOutApp } from "./lay-out-app.ts";
import { breakMain, packVersion, type VersionOptions } from "./packed-version.ts";
import { openCourse, openThisComputer, quit, synced } from "./steps.ts";
import { test as base } from "./story.ts";

interface Fixtures {
  /** The school's key. */
  publicKey: string;
  /** The folder of the school's downloads; empty before and after. */
  shelf: string;
  /** Publishes a signed version with its notes; it is removed after the test. */
  release: (options: VersionOptions) => Promise<void>;
}

/** A school that offers its app, and an app with the school's key. */
const test = base.extend<Fixtures>({
  publicKey: async ({ tables }, use) => use(exportPublicKey(await licenceKey(tables))),
  shelf: async ({ running }, use) => {
    const shelf = path.join(running.dataDir, "downloads");
    mkdirSync(shelf, { recursive: true });
    await use(shelf);
    rmSync(shelf, { recursive: true, force: true });
  },
  release: async ({ running, line, publicKey, shelf }, use) => {
    await use(async (options) => {
      const app = layOutApp("hybrid", line.url, publicKey);
      const file = await packVersion(app, options);
      const target = path.join(shelf, path.basename(file));
      copyFileSync(file, target);
      const notes = path.join(shelf, `notes-${options.version}`);
      writeFileSync(`${notes}.md`, "Lessons open faster.\n\n- A new way to search\n");
      writeFileSync(`${notes}.de.md`, "Lektionen öffnen sich schneller.\n");
      const words = ["src/server/cli.ts", "release", "sign", target];
      const child = spawn(process.execPath, words, {
        env: { ...process.env, DATA_DIR: running.dataDir },
        stdio: ["ignore", "ignore", "inherit"],
      });
      expect((await once(child, "exit"))[0], "how the signing ended").toBe(0);
    });
  },
});

// The tests share the school's downloads. On the real runtime, the app is started as it was packed.
test.describe.configure({ mode: "serial" });

const notice = (page: Page) => page.getByRole("complementary", { name: "The app’s version" });

const versionsIn = (dataFolder: string): string[] => {
  const folder = path.join(dataFolder, "versions");
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
};

test("a new version is announced, described, installed and started, and the previous one is kept", async ({
  openDesktop,
  machine,
  student,
  release,
  shelf,
  publicKey,
}) => {
  test.setTimeout(180_000);
  const options = { ...(await machine("hybrid", "synced")), publicKey, packed: true };
  await release({ version: "1.2.0" });
  writeFileSync(path.join(shelf, "learning-space-hybrid-1.2.0-linux.deb"), "a package");
  const first = await openDesktop(options);
  const { page } = first;
  await submitSignIn(page, student);
  await expect(signInForm(page)).toHaveCount(0);
  await expect(notice(page).getByRole("status")).toHaveText(
    "Version 1.2.0 is ready to be installed.",
  );

  await notice(page).getByRole("button", { name: "What is new" }).click();
  const news = page.getByRole("dialog", { name: "What is new in version 1.2.0" });
  await expect(news).toContainText("Lessons open faster.");
  await expect(news.getByRole("listitem")).toHaveText(["A new way to search"]);
  await page.keyboard.press("Escape");

  // No notice interrupts a lesson.
  await openCourse(page);
  await page.getByRole("list", { name: "Lessons" }).getByRole("link").first().click();
  await expect(page.getByRole("link", { name: "Back to lessons" })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Back to lessons" }).click();

  await notice(page).getByRole("button", { name: "Install and restart" }).click();
  await choose(page, /^Hello/, "Downloads");
  await expect(page.getByRole("main")).toContainText("This computer runs version 1.2.0.");
  expect(versionsIn(first.dataFolder)).toEqual(["1.2.0", "1.2.0.json"]);
  await page.getByRole("link", { name: /^Linux/ }).click();
  // The system's browser fetches it; only the stand-in can tell what was opened.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Downloads");
  if (first.host) {
    await expect.poll(() => first.host?.opened.at(-1)).toMatch(/-1\.2\.0-linux\.deb\?ticket=/);
  }
  await openThisComputer(page);
  await synced(page);
  await expect(page.getByRole("main")).toContainText("Your school offers no newer version.");
  await expect(notice(page)).toHaveCount(0);
  await quit(first);

  const second = await openDesktop(options);
  await choose(second.page, /^Hello/, "About");
  await expect(second.page.getByRole("dialog", { name: "About" })).toContainText("1.2.0");
  await second.page.keyboard.press("Escape");
  // Pictures, texts and styles come from the new version too.
  await second.page.getByRole("button", { name: "Language" }).first().click();
  const flag = second.page.getByRole("menuitem").first().locator("img");
  await expect
    .poll(() => flag.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
});

test("a version that does not start is replaced by the previous one, at once and for good", async ({
  openDesktop,
  machine,
  student,
  release,
  publicKey,
  quietConsole,
}) => {
  test.setTimeout(180_000);
  quietConsole.expect(/This version is broken/);
  const options = { ...(await machine("hybrid", "synced")), publicKey, packed: true };
  await release({ version: "1.3.0", change: breakMain });
  const first = await openDesktop(options);
  let { page } = first;
  await submitSignIn(page, student);
  await notice(page).getByRole("button", { name: "Install and restart" }).click();
  const putBack = "Version 1.3.0 did not start on this computer.";
  await expect(notice(page).getByRole("status")).toContainText(putBack);
  await openThisComputer(page);
  await expect(page.getByRole("main")).toContainText("This computer runs version 1.1.2.");
  await quit(first);

  const second = await openDesktop(options);
  await expect(notice(second.page).getByRole("status")).toContainText(putBack);
  await quit(second);
  expect(versionsIn(second.dataFolder)).toContain("1.3.0.starts");
  // From now on it is not tried again.
  let asked = 0;
  const third = await openDesktop(options);
  ({ page } = third);
  page.on("pageerror", () => {
    asked += 1;
  });
  await expect(notice(page).getByRole("status")).toContainText(putBack);
  expect(asked).toBe(0);

  // A later version is installed again.
  await release({ version: "1.3.1" });
  await openThisComputer(page);
  await page.getByRole("button", { name: "Check for changes" }).click();
  await page.getByRole("main").getByRole("button", { name: "Install and restart" }).click();
  await expect(page.getByRole("main")).toContainText("This computer runs version 1.3.1.");
});
