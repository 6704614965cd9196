import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openSync, readableOn, syncAll } from "./support/open-sync.ts";
import { type Override, sha256, startTreeSchool, type TreeSchool } from "./support/tree-school.ts";

const BAD = "assets/PM/bad.mp4";
const SIZE = 1_400_000;

/** A school with some correct files, and one that it sends as a test says. */
const openSchool = async (answer: (school: TreeSchool) => Override, size = SIZE) => {
  const school = await startTreeSchool();
  school.putSmall(8, 300);
  school.put(BAD, size);
  school.overrides.set(BAD, answer(school));
  return school;
};

const readsOf = (school: TreeSchool) => school.reads.filter(({ name }) => name === BAD);

test.each([900, SIZE])(
  "a file of %i bytes with one changed bit is discarded and counted, and all others arrive",
  async (size) => {
    const school = await openSchool(
      () => (response, _, bytes) => {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(size >> 1) ^ 1, size >> 1);
        response.writeHead(200, { "content-length": size }).end(copy);
      },
      size,
    );
    const { sync, folder } = await openSync(school);
    await sync.start();
    const { en: { [BAD]: _, ...others } = {} } = school.manifest();
    const state = { phase: "done", failed: 1, done: 8, failure: null, lastSync: null };
    expect(sync.state).toMatchObject(state);
    expect((await readableOn(folder)).en).toEqual(others);
    expect(readsOf(school).length).toBeLessThanOrEqual(6);
    // It is fetched as soon as it is correct.
    school.overrides.clear();
    await sync.start();
    expect(sync.state.failed).toBe(0);
    expect(await readableOn(folder)).toEqual(school.manifest());
  },
);

test("a file with gzip applied on top is decompressed correctly", async () => {
  const school = await openSchool(() => (response, _, bytes) => {
    const body = gzipSync(bytes);
    const headers = { "content-encoding": "gzip", "content-length": body.length };
    response.writeHead(200, headers).end(body);
  });
  await syncAll(school);
});

test("the rest of a file is requested by its range, and no byte is fetched twice", async () => {
  const school = await openSchool((opened) => (response, read, bytes, time) => {
    if (time > 1) return opened.sendFile(read, bytes);
    const half = bytes.subarray(0, 800_000);
    read.sent += half.length;
    response.writeHead(200, { "content-length": bytes.length, etag: `"${sha256(bytes)}"` });
    response.write(half, () => setImmediate(() => response.destroy()));
  });
  await syncAll(school);
  const [first, again] = readsOf(school);
  expect(again?.from).toBeGreaterThan(0);
  expect(again?.headers["if-range"]).toBe(`"${school.manifest().en?.[BAD]}"`);
  // What was sent and had not arrived is sent again.
  expect((first?.sent ?? 0) + (again?.sent ?? 0)).toBeLessThan(2 * SIZE);
});

test("an ended session stops the sync, and keeps the files that have arrived", async () => {
  const school = await openSchool(() => (response) => response.writeHead(401).end());
  school.ticket = null;
  const { sync, folder } = await openSync(school);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "refused" } });
  await readableOn(folder);
});
