import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { DEFAULT_ENVIRONMENT } from "../../src/server/school/settings/environment.ts";
import { DiskStore } from "../../src/server/store/disk-store.ts";
import { openStoreParts, type StoreParts } from "../../src/server/store/open-store-parts.ts";
import { S3Bucket } from "../../src/server/store/s3-bucket.ts";
import { contentFile, type NewFile, type Store, sentFile } from "../../src/server/store/store.ts";
import { UploadStore } from "../../src/server/uploads/upload-store.ts";
import { S3Server } from "./support/s3-server.ts";
import { diskStore } from "./support/stored-path.ts";
import { sharedFolder, temporaryFolder } from "./support/temporary-folder.ts";

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const fileOf = (source: Buffer) => {
  const checksum = sha256(source);
  return { key: contentFile(checksum), size: source.length, checksum, source } satisfies NewFile;
};

const readAll = async (store: Store, ...asked: Parameters<Store["stream"]>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of await store.stream(...asked)) pieces.push(piece);
  return Buffer.concat(pieces);
};

const folder = sharedFolder();
const s3 = await S3Server.start();
const database = await openDatabase(folder, null);
afterAll(async () => {
  await database.close();
  await s3.stop();
});

/** @param name of the folder of this machine's disk */
const placesIn = (name: string, storeCacheMb = 1024): Promise<StoreParts> => {
  const dataDir = path.join(folder, name);
  const environment = { ...DEFAULT_ENVIRONMENT, dataDir, storeCacheMb };
  return openStoreParts(environment, s3.settings, database);
};

/** More than the client sends at once. */
const LARGE_BYTES = 9 * 1024 * 1024 + 5;

const KINDS: Record<string, () => Promise<Store>> = {
  "a disk": async () => new DiskStore({ dataDir: path.join(folder, "disk") }),
  "a bucket": async () => (await placesIn("places")).store,
  "a bucket, without a cache": async () => (await placesIn("bare", 0)).store,
};

describe.each(Object.entries(KINDS))("a store on %s", (_, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  test.each([
    ["an empty file", 0],
    ["a small file", 1000],
    ["a file that is sent in parts", LARGE_BYTES],
  ])("a store keeps %s, and gives all of it or a part", async (_name, size) => {
    const bytes = randomBytes(size);
    const file = fileOf(bytes);
    // There is only one empty file, and both buckets are one.
    await store.delete([file.key]);
    expect([await store.put([file]), await store.put([file])]).toEqual([1, 0]);
    await Promise.all([store.put([file]), store.put([file])]);
    expect(await store.sizeOf(file.key)).toBe(size);
    expect(await store.checksumOf(file.key)).toBe(file.checksum);
    expect((await store.read(file.key)).equals(bytes)).toBe(true);
    expect((await readAll(store, file.key)).equals(bytes)).toBe(true);
    if (size === 0) return;
    for (const [first, last] of [
      [size - 700, size - 200],
      [0, 1],
    ] as const) {
      const part = await readAll(store, file.key, { first, last });
      expect(part.equals(bytes.subarray(first, last + 1))).toBe(true);
    }
  });

  test("a store reads a file from the disk, and refuses one that has changed", async () => {
    const source = path.join(folder, randomUUID());
    const bytes = randomBytes(3000);
    await writeFile(source, bytes);
    await store.put([{ ...fileOf(bytes), source }]);
    expect((await store.read(fileOf(bytes).key)).equals(bytes)).toBe(true);
    const other = fileOf(randomBytes(3000));
    await expect(store.put([{ ...other, source }])).rejects.toThrow("has changed");
    expect(await store.sizeOf(other.key)).toBe(null);
  });

  test("a store takes over what somebody has sent, and deletes it", async () => {
    const bytes = randomBytes(2000);
    const source = path.join(folder, `${randomUUID()}.part`);
    await writeFile(source, bytes);
    const file = { key: sentFile(randomUUID()), size: 2000, checksum: sha256(bytes), source };
    if (store instanceof DiskStore) await store.makeFolder("uploads");
    await store.adopt([file]);
    expect((await readAll(store, file.key)).equals(bytes)).toBe(true);
    expect((await store.list("uploads")).map(({ name }) => name)).toContain(file.key.name);
    await expect(stat(file.source)).rejects.toThrow("ENOENT");
    await store.delete([file.key, sentFile(randomUUID())]);
    expect([await store.sizeOf(file.key), await store.checksumOf(file.key)]).toEqual([null, null]);
    await expect(readAll(store, file.key)).rejects.toThrow();
    expect((await store.list("uploads")).map(({ name }) => name)).not.toContain(file.key.name);
    await expect(store.read(file.key)).rejects.toThrow();
  });
});

describe("a bucket", () => {
  let places: StoreParts;
  const withoutCopies = () => placesIn("nothing-kept", 0);
  const stored = async (size: number) => {
    const bytes = randomBytes(size);
    const file = fileOf(bytes);
    await places.store.put([file]);
    return { file, bytes, name: `files/${file.checksum}` };
  };
  beforeAll(async () => {
    places = await placesIn("damaged");
  });

  const changes: [string, (name: string, bytes: Buffer) => Promise<void>][] = [
    ["was cut", (name, bytes) => s3.replace(name, bytes.subarray(0, -1))],
    ["was replaced by another one", (name, bytes) => s3.replace(name, randomBytes(bytes.length))],
    ["a failing disk has changed", (name, bytes) => s3.damage(name, randomBytes(bytes.length))],
    ["is gone", (name) => s3.remove(name)],
  ];

  test.each(changes)("a bucket gives no object whole that %s", async (what, change) => {
    const bare = (await withoutCopies()).store;
    const whole = await stored(LARGE_BYTES);
    await change(whole.name, whole.bytes);
    await expect(places.store.read(whole.file.key)).rejects.toThrow();
    await expect(readAll(places.store, whole.file.key)).rejects.toThrow();
    await expect(readAll(bare, whole.file.key)).rejects.toThrow();
    // What a disk has changed is known by all bytes alone.
    if (what.includes("failing disk")) return;
    const { file, bytes, name } = await stored(LARGE_BYTES);
    await change(name, bytes);
    const options = { type: "video/webm", size: file.size, isPrivate: false };
    await expect(bare.address(file.key, options)).rejects.toThrow();
    await expect(readAll(bare, file.key, { first: 5, last: 9 })).rejects.toThrow();
    expect(await bare.checksumOf(file.key)).toBe(null);
  });

  test("a bucket is read through copies on this machine, up to a size", async () => {
    const small = await placesIn("small-cache", 1);
    const first = await stored(120_000);
    const others = await Promise.all(Array.from({ length: 9 }, () => stored(120_000)));
    const kept = () => readdir(path.join(folder, "small-cache", "cache"));
    await small.store.read(first.file.key);
    expect(await kept()).toEqual([first.file.checksum]);
    for (const { file } of others) await small.store.read(file.key);
    await expect.poll(async () => (await kept()).length).toBe(8);
    expect(await kept()).not.toContain(first.file.checksum);
    // Larger than the eighth of the cache.
    const large = await stored(200_000);
    await small.store.read(large.file.key);
    expect(await kept()).not.toContain(large.file.checksum);
  });

  test("a bucket lists more objects than the store names at once", async () => {
    const names = Array.from({ length: 2005 }, (_, index) => `uploads/${index}`);
    const { settings } = s3.of("many/");
    await s3.add(names.map((name) => `many/${name}`));
    const listed: string[] = [];
    for await (const { name } of new S3Bucket(settings).list("uploads")) listed.push(name);
    expect(listed.filter((name) => !name.endsWith("stays")).toSorted()).toEqual(names.toSorted());
  });

  test("a bucket has nothing of uploads that are discarded, kept or not", async () => {
    const received = path.join(folder, "received");
    const uploads = new UploadStore(received, places.store);
    const [kept, left] = await Promise.all(
      [2000, 3000].map((size) => uploads.receive(Readable.from([randomBytes(size)]), size)),
    );
    if (!kept || !left) throw new Error("Not received");
    await uploads.keep([kept]);
    expect(await s3.keys()).toContain(`uploads/${kept.stored}`);
    expect(await readdir(received)).toEqual([`${left.stored}.part`]);
    await uploads.discard([kept, left]);
    expect(await s3.keys()).not.toContain(`uploads/${kept.stored}`);
    expect(await readdir(received)).toEqual([]);
    expect(await places.store.sizeOf(sentFile(kept.stored))).toBe(null);
  });

  test("a bucket has a file whose deletion within a transaction was undone", async () => {
    const { file, bytes } = await stored(500);
    const failing = database.write(async (db) => {
      await places.store.delete([file.key], db);
      throw new Error("The disk is full");
    });
    await expect(failing).rejects.toThrow("The disk is full");
    expect((await readAll((await withoutCopies()).store, file.key)).equals(bytes)).toBe(true);
  });

  test("a bucket loses objects that a killed server has left without a row, and no other", async () => {
    const { file, name } = await stored(500);
    const orphan = await stored(500);
    await database.write((db) =>
      db.deleteFrom("stored_object").where("name", "=", orphan.name).execute(),
    );
    const fresh = await placesIn("after-kill");
    await fresh.inBucket.sweep("files", Date.now());
    expect(await s3.keys()).toEqual(expect.arrayContaining([name, orphan.name]));
    await fresh.inBucket.sweep("files", Date.now() + 2 * 86_400_000);
    expect(await s3.keys()).not.toContain(orphan.name);
    expect(await fresh.store.checksumOf(file.key)).toBe(file.checksum);
  });
});

const HOUR_S = 3600;

test("remains of a crash are deleted after a day; known or recent files stay", async () => {
  const dataDir = temporaryFolder();
  const folder = path.join(dataDir, "uploads");
  const store = new UploadStore(folder, diskStore(dataDir));
  const now = Date.parse("2026-11-18T12:00:00Z");
  const lay = async (name: string, hoursAgo: number) => {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, name), "x");
    await utimes(path.join(folder, name), 0, now / 1000 - hoursAgo * HOUR_S);
  };
  await store.sweep(async () => true, now);
  await lay("known", 1000);
  await lay("fresh.part", 23);
  await lay("fresh", 23);
  await lay("left.part", 25);
  await lay("left", 25);
  await store.sweep(async (name) => name === "known", now);
  expect((await readdir(folder)).toSorted()).toEqual(["fresh", "fresh.part", "known"]);
});
