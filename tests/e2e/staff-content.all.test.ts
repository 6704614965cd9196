import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { expect, type Page } from "playwright/test";
import { MAX_SOURCE_PART_BYTES } from "../../src/contract/staff-content.ts";
import { isJunkFile } from "../../src/lib/is-junk-file.ts";
import { FIXTURE } from "../server/support/fixture-folder.ts";
import { findings } from "./axe-findings.ts";
import { admin, inSmallSchool } from "./school.ts";
import { words } from "./speak.ts";
import { choose, heading, signIn } from "./steps.ts";

const test = inSmallSchool();

const LESSON = "PM/lessons/paper.md";

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

test("a zip is dropped, its mistake mended in the folder, and the folder published", async ({
  page,
}, { outputDir }) => {
  const folder = path.join(outputDir, "school");
  await cp(FIXTURE, folder, { recursive: true });
  const lesson = path.join(folder, LESSON);
  const text = await readFile(lesson, "utf8");
  await writeFile(lesson, text.replace("id: 101", "id: hundred"));

  await signIn(page, admin, "/tls/desk/courses");
  await expect(page.getByRole("row", { name: "Pattern making basics" }).first()).toBeVisible();

  await drop(page, await zipOf(folder));
  const mistakes = page.getByRole("list", { name: /mistake/ });
  await expect(mistakes.getByRole("listitem").first()).toBeVisible();
  const publish = page.getByRole("button", { name: words.en["staff-content.publish"] });
  await expect(publish).toHaveAttribute("aria-disabled", "true");

  expect(await findings(page), "the mistakes").toEqual([]);

  const changed = text.replace("Take a [dart]", "Use a [dart]");
  await writeFile(lesson, `${changed}\n![A place](cut.jpg)\n`);
  await writeFile(path.join(folder, "PM/assets/cut.jpg"), Buffer.from([0xff, 0xd8, 0xff, 0]));
  const chooser = page.getByLabel(words.en["staff-content.choose-folder"]);
  await chooser.setInputFiles(folder);
  // The lesson in the draft is another one.
  await page.getByRole("button", { name: words.en["staff-content.replace"] }).press("Enter");
  const changes = page.getByRole("table", { name: words.en["staff-content.changes"] });
  await expect(changes.getByRole("row").filter({ hasText: "paper" })).toContainText("Changed");
  expect(await findings(page), "the changes").toEqual([]);
  await publish.press("Enter");
  await expect(page.getByText(words.en["staff-content.done"])).toBeVisible();
  await page.getByText("1 picture or film stays as it is").click();
  await expect(page.getByText("PM/assets/cut.jpg", { exact: true })).toBeVisible();
});

const TEXT = `/tls/desk/courses/text?path=${encodeURIComponent(LESSON)}`;

/** A film that needs two parts: what follows it is skipped by players. */
const longFilm = async (): Promise<Buffer> => {
  const film = await readFile("resources/demo-school/PM/assets/dart-turning.webm");
  const nothing = Buffer.alloc(MAX_SOURCE_PART_BYTES);
  const head = Buffer.alloc(9);
  head.writeUInt8(0xec, 0);
  head.writeBigUInt64BE(BigInt(nothing.length) | (1n << 56n), 1);
  return Buffer.concat([film, head, nothing]);
};

test("a film is sent over a cut line and a reload", async ({ page }, { outputDir }) => {
  const film = `${outputDir}/Dart turning.webm`;
  await mkdir(outputDir, { recursive: true });
  await writeFile(film, await longFilm());
  const dialog = page.getByRole("dialog");
  const open = async () => {
    await expect(heading(page)).toBeVisible();
    await choose(page, words.en["staff-text.insert"], words.en["staff-media.insert-film"]);
    await expect(dialog).toBeVisible();
  };
  await signIn(page, admin, TEXT);
  await open();

  await test.step("the line is cut in the middle, and the page is closed", async () => {
    const second = /uploads\/\w+\?at=[1-9]/;
    await page.route(second, () => {});
    const held = page.waitForRequest(second);
    await dialog.getByLabel(words.en["staff-media.choose-film"]).setInputFiles(film);
    await held;
    await page.reload();
    await page.unroute(second);
    await open();
    await expect(dialog).toContainText("was sent up to 8.0 of 8.2 MB");
  });

  await test.step("the same film goes on from there", async () => {
    const parts: string[] = [];
    page.on("request", (request) => {
      const [, at] = /uploads\/\w+\?at=(\d+)/.exec(request.url()) ?? [];
      if (at !== undefined) parts.push(at);
    });
    await dialog.getByLabel(words.en["staff-media.choose-film"]).setInputFiles(film);
    await expect(dialog).toContainText("Dart-turning.webm");
    expect(new Set(parts)).toEqual(new Set([String(MAX_SOURCE_PART_BYTES)]));
    await expect(dialog.locator("video")).toBeVisible();
  });

  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel(words.en["staff-media.film-words"]).fill("A dart is turned");
  await dialog.getByRole("button", { name: words.en["staff-text.insert"] }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved in the draft.")).toBeVisible();
});
