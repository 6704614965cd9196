import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { findIndexFile } from "../../scripts/desktop/find-index-file.ts";
import { goTo, player, ready, video } from "../e2e/film.ts";

const FILM = "dart-turning.webm";

/** Adds the demo's film to a lesson that is stored on the disk. */
export const addFilm = (dataFolder: string, lesson: { key: string }): void => {
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
export const playsFromDisk = async (page: Page): Promise<void> => {
  await ready(page);
  await expect(page.getByRole("button", { name: /^Play the video/ })).toHaveCount(0);
  const address = await video(page).evaluate((element: HTMLVideoElement) => element.currentSrc);
  expect(new URL(address).pathname).toMatch(/^\/[\da-f]{32}\/[\da-f]{40}\.cache$/);
  const part = await page.request.get(address, { headers: { range: "bytes=100-199" } });
  expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  await goTo(page, 9);
  await expect
    .poll(() =>
      video(page).evaluate(({ readyState, seeking }: HTMLVideoElement) => [
        readyState > 1,
        seeking,
      ]),
    )
    .toEqual([true, false]);
  expect((await player(page)).time).toBeCloseTo(9, 0);
  await expect
    .poll(async () => (await player(page)).captions)
    .toMatchObject([
      { mode: "showing", language: "en", text: expect.stringContaining("The front.") },
    ]);
};
