import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { isAll, isLong } from "../../scripts/test/round.ts";
import { authorsFolder } from "../server/support/content-source.ts";
import { diskStore } from "../server/support/stored-path.ts";
import { DAY, openSchool, PMB } from "../server/support/test-school.ts";
import { startCommand } from "./support/command.ts";
import { databaseOf } from "./support/database-of.ts";
import { folderWithPhotos, PHOTO_STATE, PHOTOS } from "./support/photo-folder.ts";

const FILES = 200;
/** How many files are stored when the import is killed. */
const MOMENTS = isLong() ? [1, FILES / 2, FILES] : [FILES / 2];
const LESSON = "PM/lessons/paper.md";
const OLD = "Which paper";
const NEW = "Any paper";

test("an import that is killed leaves the old content whole, or the new one, and can be repeated", async () => {
  const school = await openSchool();
  const folder = await authorsFolder();
  const lesson = await readFile(path.join(folder, LESSON), "utf8");
  await writeFile(path.join(folder, LESSON), lesson.replaceAll(OLD, NEW));
  for (let at = 0; at < FILES; at += 1) {
    await appendFile(path.join(folder, LESSON), `\n[sheet](asset:more-${at}.pdf)\n`);
    const bytes = Buffer.alloc(20_000, `%PDF-1.7 ${at} `);
    await writeFile(path.join(folder, `PM/assets/more-${at}.pdf`), bytes);
  }
  const filesOf = () => readdir(path.join(school.dataDir, "files"));

  /** The lesson and its files, as a student gets them. */
  const titleAndFiles = async () => {
    await school.server.refresh();
    const { token } = await school.student({ course: PMB });
    const { json } = await school.call("/products/PM/lessons/paper", { token });
    const { title, html } = json.lesson.html.languages.en.pages[0];
    const more = [...html.matchAll(/data-asset="(more-\d+\.pdf)"/g)].map(([, name]) => name);
    for (const name of more) {
      const address = `/files/read?path=${encodeURIComponent(`assets/PM/${name}`)}&language=en`;
      const { status, bytes } = await school.call(address, { token });
      expect([name, status, bytes.length]).toEqual([name, 200, 20_000]);
    }
    return { title, files: more.length };
  };

  const before = await titleAndFiles();
  expect(before).toEqual({ title: OLD, files: 0 });
  const count = (await filesOf()).length;
  const start = () => startCommand(school, "content", "import", folder);
  for (const stored of MOMENTS) {
    await start().killAt(async () => (await filesOf()).length >= count + stored);
    expect([before, { title: NEW, files: FILES }]).toContainEqual(await titleAndFiles());
  }
  expect(await start().ended).toBe(0);
  expect(await titleAndFiles()).toEqual({ title: NEW, files: FILES });
  // An import that runs elsewhere may still be writing a file for a day.
  await diskStore(school.dataDir).sweep("files", Date.now() + 2 * DAY);
  expect((await filesOf()).filter((name) => name.endsWith(".part"))).toEqual([]);
});

if (isAll())
  test("an import that is killed while it converts photos has published, and its repetition converts the rest", async () => {
    const school = await openSchool();
    await school.stop();
    const folder = await folderWithPhotos();
    const { row } = databaseOf(school.dataDir);
    const start = () => startCommand(school, "content", "import", folder);
    await start().killAt(() => Number(row(PHOTO_STATE).converted) >= 1);
    const killed = row(PHOTO_STATE);
    expect(killed).toMatchObject({ versions: 1 });
    expect(Number(killed.converted) + Number(killed.waiting)).toBe(PHOTOS);
    expect(await start().ended).toBe(0);
    expect(row(PHOTO_STATE)).toMatchObject({ versions: 1, open: 0, waiting: 0, converted: PHOTOS });
  });
