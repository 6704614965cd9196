import { readdir } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sweepUnusedFiles } from "../../../src/server/store/unused-files.ts";
import { importChanged } from "../support/changed-school.ts";
import { diskStore } from "../support/stored-path.ts";
import { DAY, fixtureSchool, openSchool } from "../support/test-school.ts";

const WEEK = 7 * DAY;

const school = openSchool.shared();
let film: string;
let all: string[];
beforeAll(async () => {
  const { files } = await fixtureSchool();
  film = files.find(({ title }) => title === "flare.webm")?.checksum ?? "";
  all = [...new Set(files.map(({ checksum }) => checksum))].toSorted();
});

const stored = async () => (await readdir(path.join(school.dataDir, "files"))).toSorted();
const withoutFilm = () => all.filter((checksum) => checksum !== film);
/** Starts the school again, which cleans up. */
const restart = async () => {
  await school.restart();
  await school.server.idle();
};
const dropFilm = () =>
  importChanged(school, (content) => {
    content.files = content.files.filter(({ checksum }) => checksum !== film);
  });
const restoreFilm = () => importChanged(school, () => {});

test("a content file that nothing names any more is removed after a week, and no other file is", async () => {
  await restart();
  await dropFilm();
  await restart();
  expect(await stored()).toEqual(all);
  school.now += WEEK - DAY;
  await restart();
  expect(await stored()).toEqual(all);
  school.now += DAY;
  await restart();
  expect(await stored()).toEqual(withoutFilm());
  await restoreFilm();
  expect(await stored()).toEqual(all);
});

test("a content file that nothing names any more stays when an import names it again, and is then kept for another week", async () => {
  await dropFilm();
  await restart();
  school.now += WEEK - DAY;
  await restoreFilm();
  await dropFilm();
  school.now += 2 * DAY;
  await restart();
  expect(await stored()).toEqual(all);
  await restoreFilm();
});

test("a content file that nothing names any more is not removed from under an import that is about to name it", async () => {
  await dropFilm();
  await restart();
  school.now += WEEK;
  const { database, dataDir } = school;
  // Both at once: whichever comes first, the film is there in the end.
  await Promise.all([
    sweepUnusedFiles(database, diskStore(dataDir), school.now, WEEK),
    restoreFilm(),
  ]);
  await sweepUnusedFiles(database, diskStore(dataDir), school.now, WEEK);
  expect(await stored()).toEqual(all);
});
