import { hash } from "node:crypto";
import { once } from "node:events";
import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { getStaffContent } from "../../../src/contract/staff-content.ts";
import { PHOTOS_JOB } from "../../../src/server/jobs/job-rows.ts";
import type { JobHandler } from "../../../src/server/jobs/job-runner.ts";
import { convertPhotos } from "../../../src/server/pictures/convert-photos.ts";
import { DiskStore } from "../../../src/server/store/disk-store.ts";
import { contentJobHere, JOBS_HERE } from "../support/content-jobs-here.ts";
import { authorsFolder, importFolder } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { photo } from "../support/photos.ts";
import { storedPath } from "../support/stored-path.ts";
import { DAY, openSchool, PMB, type TestSchool } from "../support/test-school.ts";

const BROWSER = "image/avif,image/webp,image/apng,*/*;q=0.8";
const LESSON = "PM/lessons/paper.md";

/** A school whose servers convert no photo until they are let. */
const openHeld = async () => {
  const { promise: isLet, resolve: letThem } = Promise.withResolvers<void>();
  const held: JobHandler = async (work) => {
    const stopped = once(work.signal, "abort").then(() => Promise.reject(work.signal.reason));
    await Promise.race([isLet, stopped]);
    await contentJobHere(work);
  };
  const school = await openSchool({ jobHandlers: { ...JOBS_HERE, [PHOTOS_JOB]: held } });
  return { school, letThem };
};

/** An author's folder with photos in a lesson, which are low, as AVIF takes seconds for a high one. */
const folderWith = async (photos: Readonly<Record<string, Buffer>>): Promise<string> => {
  const folder = await authorsFolder();
  for (const [name, bytes] of Object.entries(photos)) {
    await writeFile(path.join(folder, "PM/assets", name), bytes);
    await appendFile(path.join(folder, LESSON), `\n![Picture](${name})\n`);
  }
  return folder;
};

const asStudent = async (school: TestSchool) => {
  const { token } = await school.student({ course: PMB });
  return {
    get: (title: string) =>
      school.call(`/assets/fetchData?product=PM&title=${title}&width=480`, {
        token,
        headers: { accept: BROWSER },
      }),
    lesson: async () => (await school.call("/products/PM/lessons/paper", { token })).text,
    kept: async (title: string): Promise<string> =>
      (await school.call("/files/treelist?metas=1&language=en", { token })).json.metas[
        `assets/PM/${title}`
      ].checksum,
  };
};

/** The photos that have smaller forms. */
const converted = async ({ database }: TestSchool): Promise<ReadonlySet<string>> => {
  const forms = database.read.selectFrom("picture_variant").select("source");
  const rows = await forms.where("type", "=", "image/webp").execute();
  return new Set(rows.map(({ source }) => source));
};

const sha256 = (bytes: Buffer) => hash("sha256", bytes);

/** Converts the photos with a store that differs from the school's. */
const convertWith = ({ database, dataDir }: TestSchool, Store: typeof DiskStore) =>
  convertPhotos({ database, store: new Store({ dataDir }), progress: () => {} });

test("photos are published at once as they are, and get their smaller forms afterwards, while the content stays the same", async () => {
  const { school, letThem } = await openHeld();
  const original = await photo(1000, 50);
  const folder = await folderWith({ "hand.jpg": original });
  const { photos } = await importFolder(school, folder);
  expect(photos).not.toBeNull();
  const student = await asStudent(school);
  const before = await student.get("hand.jpg");
  expect(before.bytes).toEqual(original);
  // A browser asks again soon.
  expect(before.headers["cache-control"]).toBe("private, max-age=60");
  expect(before.headers.vary).toMatch(/\bAccept(,|$)/);
  expect(await student.kept("hand.jpg")).toBe(sha256(original));
  const lesson = await student.lesson();
  expect(lesson).toContain(String.raw`width=\"1000\" height=\"50\" data-widths=\"480 960 1000\"`);

  letThem();
  await school.server.runJobs();
  await school.server.refresh();
  const after = await student.get("hand.jpg");
  expect(after.headers["content-type"]).toBe("image/avif");
  expect(after.headers["cache-control"]).toContain("max-age=3600");
  expect(await student.kept("hand.jpg")).not.toBe(sha256(original));
  expect(await student.lesson()).toBe(lesson);
  expect(await importFolder(school, folder)).toMatchObject({ changed: false, photos: null });
  expect((await student.get("hand.jpg")).headers.etag).toBe(after.headers.etag);
});

test("the desk shows how far the photos are, and those that stay as they are", async () => {
  const { school, letThem } = await openHeld();
  const cut = (await photo(1000, 60)).subarray(0, 10_000);
  const folder = await folderWith({ "hand.jpg": await photo(500, 40), "cut.jpg": cut });
  await importFolder(school, folder);
  const { token } = await school.signedIn({ level: 20 });
  const content = async () =>
    decode(getStaffContent, (await school.call("/staff/content", { token })).json);
  const { photos } = await content();
  const job = async () => (await school.call(`/staff/jobs/${photos}`, { token })).json.job;
  expect(["waiting", "running"]).toContain((await job()).state);
  letThem();
  await school.server.runJobs();
  expect(await job()).toMatchObject({ state: "done", done: 2, total: 2 });
  const message = expect.stringContaining("damaged");
  expect(await content()).toMatchObject({
    ...{ photos: null, kept_count: 1, kept_pictures: [{ file: "PM/assets/cut.jpg", message }] },
  });
});

test("a publish takes over the photos of the one before, and forgets those that it removes", async () => {
  const { school, letThem } = await openHeld();
  const [first, second] = [await photo(500, 40), await photo(510, 40)];
  const { photos: earlier } = await importFolder(
    school,
    await folderWith({ "first.jpg": first, "second.jpg": second }),
  );
  await importFolder(school, await folderWith({ "second.jpg": second }));
  expect((await school.row("job", { id: earlier?.id ?? 0 })).state).toBe("stopped");
  letThem();
  await school.server.runJobs();
  expect(await converted(school)).toEqual(new Set([sha256(second)]));
});

test("smaller forms that nothing named for a week are not removed from under a conversion that makes them again", async () => {
  const { school, letThem } = await openHeld();
  letThem();
  const hand = await photo(500, 40);
  const [folder, without] = [await folderWith({ "hand.jpg": hand }), await authorsFolder()];
  await importFolder(school, folder);
  await school.server.runJobs();
  const form = await school.row("picture_variant", { source: sha256(hand) });
  await importFolder(school, without);
  await school.server.cleanUp();
  school.now += 8 * DAY;
  class Store extends DiskStore {
    override async put(...files: Parameters<DiskStore["put"]>) {
      const stored = await super.put(...files);
      await school.server.cleanUp();
      return stored;
    }
  }
  const picture = { source: sha256(hand), recipe: 0, width: 500, height: 40, problem: null };
  const file = { kind: "asset", product: "PM", title: "hand.jpg", type: "image/jpeg" } as const;
  const stored = { size: hand.length, checksum: sha256(hand) };
  await school.database.write(async (db) => {
    await db.insertInto("picture").values(picture).execute();
    await db
      .insertInto("file")
      .values({ ...file, ...stored })
      .execute();
  });
  await convertWith(school, Store);
  expect((await stat(storedPath(school.dataDir, form.checksum))).size).toBe(Number(form.size));
});

test("photos that no work is about to convert, such as after a restore, are converted by the server", async () => {
  const { school, letThem } = await openHeld();
  const hand = await photo(500, 40);
  await importFolder(school, await folderWith({ "hand.jpg": hand }));
  await school.remove("job");
  await school.server.cleanUp();
  letThem();
  await school.server.runJobs();
  expect(await converted(school)).toEqual(new Set([sha256(hand)]));
});

test("a photo that the store has lost keeps no other from its smaller forms", async () => {
  const { school, letThem } = await openHeld();
  const [lost, whole] = [await photo(500, 40), await photo(510, 40)];
  await importFolder(school, await folderWith({ "lost.jpg": lost, "whole.jpg": whole }));
  class Store extends DiskStore {
    override async read(...key: Parameters<DiskStore["read"]>) {
      const [{ name }] = key;
      if (name === sha256(lost)) throw new Error("There is no such file");
      return super.read(...key);
    }
  }
  await expect(convertWith(school, Store)).rejects.toThrow("no such file");
  expect(await converted(school)).toEqual(new Set([sha256(whole)]));
  letThem();
  await school.server.runJobs();
  expect(await converted(school)).toEqual(new Set([sha256(lost), sha256(whole)]));
  expect(await readFile(storedPath(school.dataDir, sha256(lost)))).toEqual(lost);
});
