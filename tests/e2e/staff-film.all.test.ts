import { mkdir, readFile, writeFile } from "node:fs/promises";
import { expect } from "playwright/test";
import { MAX_SOURCE_PART_BYTES } from "../../src/contract/staff-content.ts";
import { findings } from "./axe-findings.ts";
import { admin, inSmallSchool } from "./school.ts";
import { words } from "./speak.ts";
import { choose, heading, signIn } from "./steps.ts";

const test = inSmallSchool();

const TEXT = `/tls/desk/courses/text?path=${encodeURIComponent("PM/lessons/paper.md")}`;

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
