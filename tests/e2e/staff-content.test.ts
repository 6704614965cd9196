import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { expect, type Page } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { isJunkFile } from "../../src/lib/is-junk-file.ts";
import { findings } from "./axe-findings.ts";
import { copySchool } from "./prepared-school.ts";
import { admin, runCommand, runtimeOf, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { signIn } from "./steps.ts";

const DEMO = path.join(import.meta.dirname, "../../resources/demo-school");
const LESSON = "PM/lessons/workplace.md";

const zipOf = async (folder: string): Promise<Buffer> => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    if (!entry.isFile() || isJunkFile(name)) continue;
    await zip.add(name, new Uint8ArrayReader(new Uint8Array(await readFile(file))));
  }
  return Buffer.from(await zip.close());
};

/** Drops a file on the part of the screen that takes content. */
const drop = async (page: Page, bytes: Buffer): Promise<void> => {
  const data = await page.evaluateHandle((text) => {
    const binary = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([binary], "school.zip", { type: "application/zip" }));
    return transfer;
  }, bytes.toString("base64"));
  const zone = page.getByText(words.en["staff-content.drop"]);
  await zone.dispatchEvent("drop", { dataTransfer: data });
};

test("a zip is dropped, its mistake mended, and what is published is what a student reads, until it is rolled back", async ({
  page,
  elsewhere,
}, { project, outputDir }) => {
  const school = await startSchool({ runtime: runtimeOf(project.name), dataDir: copySchool() });
  try {
    const folder = path.join(outputDir, "demo-school");
    await cp(DEMO, folder, { recursive: true });
    const lesson = path.join(folder, LESSON);
    const text = await readFile(lesson, "utf8");
    await writeFile(lesson, text.replace("id: 100", "id: hundred"));

    await signIn(page, admin, `${school.url}/tls/desk/courses`);
    await expect(page.getByRole("row", { name: "Pattern making basics" })).toBeVisible();
    await drop(page, await zipOf(folder));
    const mistakes = page.getByRole("table", { name: /mistake/ });
    const row = mistakes.getByRole("row").filter({ hasText: LESSON }).first();
    await expect(row).toContainText("2");
    const publish = page.getByRole("button", { name: words.en["staff-content.publish"] });
    await expect(publish).toHaveAttribute("aria-disabled", "true");

    const changed = text.replace("So set up the place first", "So begin with the place");
    await writeFile(lesson, `${changed}\n![A place](cut.jpg)\n`);
    await writeFile(path.join(folder, "PM/assets/cut.jpg"), Buffer.from([0xff, 0xd8, 0xff, 0]));
    const chooser = page.getByLabel(words.en["staff-content.choose-folder"]);
    await chooser.setInputFiles(folder);
    // The lesson in the draft is another one.
    await page.getByRole("button", { name: words.en["staff-content.replace"] }).press("Enter");
    const changes = page.getByRole("table", { name: words.en["staff-content.changes"] });
    await expect(changes.getByRole("row").filter({ hasText: "workplace" })).toContainText(
      "Changed",
    );
    await publish.press("Enter");
    await expect(page.getByText(words.en["staff-content.done"])).toBeVisible();
    await page.getByText("1 picture stays as it is").click();
    await expect(page.getByText("PM/assets/cut.jpg")).toBeVisible();

    await signIn(elsewhere, admin, `${school.url}/tls/lessons/PM/PMB/workplace`);
    await expect(elsewhere.getByText("So begin with the place")).toBeVisible();

    await page
      .getByRole("button", { name: /^Go back to the version of/ })
      .first()
      .press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: words.en["staff-content.go-back"] }).press("Enter");
    await expect(page.getByText(words.en["staff-content.done"])).toBeVisible();
    await expect(async () => {
      await elsewhere.reload();
      const before = elsewhere.getByText("So set up the place first");
      await expect(before).toBeVisible({ timeout: 2000 });
    }).toPass();
  } finally {
    await school.stop({ keepData: false });
  }
});

test("a manager studies a draft, discards it and saves a version, and axe finds nothing", async ({
  page,
}, { project, outputDir }) => {
  const school = await startSchool({ runtime: runtimeOf(project.name), dataDir: copySchool() });
  try {
    const add = ["user", "add", "manager", "--email", "m@thimble.example", "--level", "20"];
    await runCommand(school.dataDir, [...add, "--password-stdin"], "a good password\n");
    const folder = path.join(outputDir, "demo-school");
    await cp(DEMO, folder, { recursive: true });
    const lesson = path.join(folder, LESSON);
    const text = await readFile(lesson, "utf8");
    const manager = { username: "manager", password: "a good password", firstName: "" };
    await signIn(page, manager, `${school.url}/tls/desk/courses`);
    const chooser = page.getByLabel(words.en["staff-content.choose-folder"]);
    const draft = page.getByRole("heading", { name: words.en["staff-content.draft"], exact: true });

    for (const [language, changed] of [
      ["en", text.replace("id: 100", "id: hundred")],
      ["he", text.replace("# Your place", "# My place")],
    ] as const) {
      await writeFile(lesson, changed);
      if (language === "en") await chooser.setInputFiles(folder);
      else {
        await page.locator("input[webkitdirectory]").setInputFiles(folder);
        await page.getByRole("button", { name: words.he["staff-content.replace"] }).press("Enter");
      }
      await expect(page.getByText(words[language]["staff-content.checked"])).toBeVisible();
      expect(await findings(page), language).toEqual([]);
      if (language === "en") await speak(page, "he");
    }
    await speak(page, "en");

    const save = page.getByRole("link", { name: words.en["staff-content.save"] });
    // The screen takes the focus after the language has changed: a key that comes then is lost.
    await expect(async () => {
      await page.getByRole("button", { name: /^Make a zip of the version of/ }).press("Enter");
      await expect(save).toBeVisible({ timeout: 10_000 });
    }).toPass();
    const saving = page.waitForEvent("download");
    await save.press("Enter");
    expect((await saving).suggestedFilename()).toMatch(/^content-\d+-.*\.zip$/);

    const discard = page.getByRole("button", { name: words.en["staff-content.discard"] });
    await discard.press("Enter");
    await page.getByRole("dialog").getByRole("button").nth(1).press("Enter");
    await expect(draft).toHaveCount(0);
  } finally {
    await school.stop({ keepData: false });
  }
});
