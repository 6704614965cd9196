import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { SIGNATURE_EXTENSION } from "../../src/server/activation/downloads/installers.ts";
import { exportPublicKey, licenceKey } from "../../src/server/activation/licences.ts";
import { holdBack } from "../e2e/answers.ts";
import { choose, submitSignIn } from "../e2e/steps.ts";
import { layOutApp } from "./lay-out-app.ts";
import { breakMain, packVersion, type VersionOptions } from "./pack-app.ts";
import { openThisComputer, quit, synced } from "./steps.ts";
import { test as base, runSchool } from "./story.ts";

interface Fixtures {
  publicKey: string;
  /** The folder of the school's downloads; empty before and after. */
  shelf: string;
  /**
   * Packs versions and signs them by one command. Each is then published by its number, with its
   * notes, and removed after the test.
   */
  sign: (...versions: VersionOptions[]) => Promise<(version: string) => void>;
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
  sign: async ({ running, line, publicKey, shelf }, use) => {
    await use(async (...versions) => {
      const app = layOutApp("hybrid", line.url, publicKey);
      const packed = new Map<string, string>();
      for (const each of versions) packed.set(each.version, await packVersion(app, each));
      await runSchool(running, "release", "sign", ...packed.values());
      return (version) => {
        const notes = path.join(shelf, `notes-${version}`);
        writeFileSync(`${notes}.md`, "Lessons open faster.\n\n- A new way to search\n");
        writeFileSync(`${notes}.de.md`, "Lektionen öffnen sich schneller.\n");
        const file = packed.get(version) ?? "";
        // The signature last: an app that looks meanwhile finds the whole version or none.
        for (const ending of ["", SIGNATURE_EXTENSION]) {
          copyFileSync(file + ending, path.join(shelf, path.basename(file) + ending));
        }
      };
    });
  },
});

const notice = (page: Page) => page.getByRole("complementary", { name: "The app’s version" });

/** The page of a version that was installed later, in a folder of a random name. */
const VERSION_PAGE = /\/[0-9a-f]{32}\/index\.html$/;

const versionsIn = (dataFolder: string): string[] => {
  const folder = path.join(dataFolder, "versions");
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
};

// On the real runtime, the app is started as it was packed.
test("a version that does not start is replaced by the previous one, and the next one is installed", async ({
  openDesktop,
  machine,
  student,
  sign,
  shelf,
  publicKey,
  quietConsole,
}) => {
  quietConsole.expect(/This version is broken/);
  const options = { ...(await machine("hybrid", "synced")), publicKey, packed: true };
  const publish = await sign({ version: "1.3.0", change: breakMain }, { version: "1.3.1" });
  publish("1.3.0");

  const third =
    await test.step("a version that does not start is replaced by the previous one, at once and for good", async () => {
      const first = await openDesktop(options);
      const { page } = first;
      await submitSignIn(page, student);
      await expect(notice(page).getByRole("status")).toHaveText(
        "Version 1.3.0 is ready to be installed.",
      );
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
      const errors: Error[] = [];
      const app = await openDesktop(options);
      app.page.on("pageerror", (error) => errors.push(error));
      await expect(notice(app.page).getByRole("status")).toContainText(putBack);
      expect(errors).toEqual([]);
      return app;
    });

  const { page } =
    await test.step("a new version is announced, described, installed and started, and the previous one is kept", async () => {
      const { page } = third;
      // It is installed though the one before it did not start.
      publish("1.3.1");
      writeFileSync(path.join(shelf, "learning-space-hybrid-1.3.1-linux.deb"), "a package");
      await openThisComputer(page);
      await page.getByRole("button", { name: "Check for changes" }).click();
      await choose(page, /^Hello/, "FAQ");
      await expect(notice(page).getByRole("status")).toHaveText(
        "Version 1.3.1 is ready to be installed.",
      );

      await notice(page).getByRole("button", { name: "What is new" }).click();
      const news = page.getByRole("dialog", { name: "What is new in version 1.3.1" });
      await expect(news).toContainText("Lessons open faster.");
      await expect(news.getByRole("listitem")).toHaveText(["A new way to search"]);
      await page.keyboard.press("Escape");

      await notice(page).getByRole("button", { name: "Install and restart" }).click();
      await choose(page, /^Hello/, "Downloads");
      await expect(page.getByRole("main")).toContainText("This computer runs version 1.3.1.");
      // The files of earlier versions are deleted after the start.
      await expect.poll(() => versionsIn(third.dataFolder)).toEqual(["1.3.1", "1.3.1.json"]);
      // The system's browser fetches it.
      await page.getByRole("link", { name: /^Linux/ }).click();
      await expect.poll(() => third.opened().at(-1)).toMatch(/-1\.3\.1-linux\.deb\?ticket=/);
      await openThisComputer(page);
      await synced(page);
      await expect(page.getByRole("main")).toContainText("Your school offers no newer version.");
      await expect(notice(page)).toHaveCount(0);
      await quit(third);

      const last = await openDesktop(options);
      await choose(last.page, /^Hello/, "About");
      await expect(last.page.getByRole("dialog", { name: "About" })).toContainText("1.3.1");
      await last.page.keyboard.press("Escape");
      // Pictures, texts and styles come from the new version too.
      await last.page.getByRole("button", { name: "Language" }).first().click();
      const flag = last.page.getByRole("menuitem").first().locator("img");
      await expect
        .poll(() => flag.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
      await last.page.keyboard.press("Escape");
      return last;
    });

  await test.step("a version that takes too long to be read leaves the start to the installed one, whose connection lasts", async () => {
    await page.clock.install();
    const release = await holdBack(page, VERSION_PAGE);
    const asked = page.waitForRequest(VERSION_PAGE);
    await page.reload();
    await asked;
    await page.clock.fastForward(4000);
    await openThisComputer(page);
    await release();
    await page.getByRole("button", { name: "Check for changes" }).click();
    await synced(page);
    await expect(page.getByRole("main")).toContainText("This computer runs version 1.1.2.");
  });
});
