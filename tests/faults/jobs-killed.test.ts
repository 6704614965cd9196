import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { isAll, isLong } from "../../scripts/test/round.ts";
import { contentFile } from "../../src/server/store/store.ts";
import { send } from "../server/support/client.ts";
import { authorsFolder, importFolder } from "../server/support/content-source.ts";
import { formRequest } from "../server/support/form.ts";
import { photo } from "../server/support/photos.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { diskStore } from "../server/support/stored-path.ts";
import { DAY, openSchool, PMB } from "../server/support/test-school.ts";
import { startCommand } from "./support/command.ts";
import { databaseOf, until } from "./support/database-of.ts";

/** They are written in three parts. */
const PEOPLE = 450;

const openWithDatabase = async () => {
  const school = await openSchool();
  return { school, dataDir: school.dataDir, ...databaseOf(school.dataDir) };
};

test("an import of people that is killed leaves all as before or goes on after the restart, and is there once", async () => {
  const { school, dataDir, row, endLeases } = await openWithDatabase();
  const token = await school.token(await school.add({ level: 100 }));
  await school.stop();
  const count = (table: string) => Number(row(`select count(*) as count from ${table}`).count);
  const before = { people: count("account"), courses: count("subscription") };

  let server = await startSchoolProcess(dataDir);
  const call = (at: string, asking: Parameters<typeof send>[1] = {}) =>
    send(`${server.address}/api${at}`, { token, ...asking });
  const stateOf = async (id: number) => (await call(`/staff/jobs/${id}`)).json.job.state;
  const lines = Array.from({ length: PEOPLE }, (_, at) => `p${at},p${at}@thimble.example,PMB`);
  const body = Buffer.from(["username,email,courses", ...lines].join("\n"));
  const file = formRequest(token, [{ name: "file", fileName: "people.csv", body }]);
  const check = (await call("/staff/imports", file)).json.id;
  await until(async () => (await stateOf(check)) === "done");
  const json = { rows: "all", invite: false, language: "en" };
  const { id } = (await call(`/staff/imports/${check}/run`, { json })).json;

  // While it looks through the file, and between two parts.
  for (const written of [0, PEOPLE / 2]) {
    await until(async () => count("subscription") >= before.courses + written);
    await until(async () => ["running", "done"].includes(await stateOf(id)));
    await server.end("SIGKILL");
    const { state } = row(`select state from job where id = ${id}`);
    const added = count("account") - before.people;
    expect([state, added]).toEqual([added === PEOPLE ? state : "running", added]);
    expect(count("subscription") - before.courses).toBe(added);
    endLeases();
    server = await startSchoolProcess(dataDir);
  }
  await until(async () => (await stateOf(id)) === "done");
  const { result } = row(`select result from job where id = ${id}`);
  const counts = { add: PEOPLE, change: 0, same: 0, wrong: 0 };
  expect(JSON.parse(`${result}`).counts).toEqual(counts);
  expect(count("account")).toBe(before.people + PEOPLE);
  expect(count("subscription")).toBe(before.courses + PEOPLE);
  expect(await server.end("SIGTERM")).toBe(0);
  expect(count("audit where action = 'imported'")).toBe(1);
});

const PHOTOS = 4;

/** How many photos have their smaller forms, and how many wait for them. */
const PHOTO_STATE = `select
  (select count(*) from source_version where state = 'published') as versions,
  (select state from job where kind = 'content-photos' order by id desc limit 1) as job,
  (select count(*) from job where state in ('waiting', 'running')) as open,
  (select count(*) from picture where recipe = 0) as waiting,
  (select count(distinct source) from picture_variant where type = 'image/webp') as converted`;

/** Content whose photos take a moment each. */
const folderWithPhotos = async (): Promise<string> => {
  const folder = await authorsFolder();
  for (let at = 0; at < PHOTOS; at += 1) {
    await writeFile(path.join(folder, `PM/assets/photo-${at}.jpg`), await photo(400 + at, 100));
    await appendFile(path.join(folder, "PM/lessons/paper.md"), `\n![Photo](photo-${at}.jpg)\n`);
  }
  return folder;
};

const FILES = 200;
/** How many files are stored when the import is killed. */
const MOMENTS = isLong() ? [1, FILES / 2, FILES] : [FILES / 2];
const LESSON = "PM/lessons/paper.md";
const OLD = "Which paper";
const NEW = "Any paper";

if (isAll()) {
  test("a server that is killed while it converts photos goes on with the rest after the restart", async () => {
    const { school, dataDir, row, rows, endLeases } = await openWithDatabase();
    // A job that ended a week ago is swept.
    school.now = Date.now();
    await importFolder(school, await folderWithPhotos());
    await school.stop();
    const found = () => row(PHOTO_STATE);
    /** The smaller forms that are named and not whole. */
    const damaged = async () => {
      const found: string[] = [];
      for (const { checksum } of rows("select checksum from picture_variant")) {
        const name = `${checksum}`;
        if ((await diskStore(dataDir).checksumOf(contentFile(name))) !== name) found.push(name);
      }
      return found;
    };

    endLeases();
    let server = await startSchoolProcess(dataDir);
    await until(() => Number(found().converted) >= 1);
    await server.end("SIGKILL");
    const state = found();
    expect(Number(state.converted) + Number(state.waiting)).toBe(PHOTOS);
    expect(await damaged()).toEqual([]);
    endLeases();
    server = await startSchoolProcess(dataDir);
    await until(() => found().open === 0);
    expect(found()).toMatchObject({ versions: 1, job: "done", waiting: 0, converted: PHOTOS });
    expect(await damaged()).toEqual([]);
    expect(await server.end("SIGTERM")).toBe(0);
  });

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
}
