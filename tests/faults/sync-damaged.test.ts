import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { TIME_LIMIT_MS } from "../../src/transport/time-limit.ts";
import { openSync, readableOn, syncAll } from "./support/open-sync.ts";
import { type Override, sha256, startTreeSchool, type TreeSchool } from "./support/tree-school.ts";

const BAD = "assets/PM/bad.mp4";
const SIZE = 1_400_000;

/** A school with some correct files, and a damaged one. */
const openSchool = async (answer: (school: TreeSchool) => Override, size = SIZE) => {
  const school = await startTreeSchool();
  for (let number = 0; number < 8; number += 1) school.put(`assets/PM/${number}.svg`, 300);
  school.put(BAD, size);
  school.overrides.set(BAD, answer(school));
  return school;
};

const readsOf = (school: TreeSchool) => school.reads.filter(({ name }) => name === BAD);

const whole =
  (make: (bytes: Buffer) => Buffer, headers: Record<string, string> = {}) =>
  (): Override =>
  (response, _, bytes) => {
    const body = make(bytes);
    response.writeHead(200, { ...headers, "content-length": body.length }).end(body);
  };

const withChangedBit = (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
};

const SIZES = [900, SIZE];
const DAMAGES: [string, (bytes: Buffer) => Buffer][] = [
  ["filled with zeros", (bytes) => Buffer.alloc(bytes.length)],
  ["with one changed bit", withChangedBit],
  ["that is empty", () => Buffer.alloc(0)],
  ["that is too long", (bytes) => Buffer.concat([bytes, bytes])],
];

test.each(SIZES.flatMap((size) => DAMAGES.map(([what, make]) => ({ size, what, make }))))(
  "a file of $size bytes $what is discarded and counted, and all others arrive",
  async ({ size, make }) => {
    const school = await openSchool(whole(make), size);
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

test.each(SIZES)("a file of %i bytes with gzip applied on top is decompressed", async (size) => {
  await syncAll(await openSchool(whole(gzipSync, { "content-encoding": "gzip" }), size));
});

/** Breaks off the first answer in the middle; `then` gives the later answers. */
const brokenOff =
  (then: (school: TreeSchool) => Override) =>
  (school: TreeSchool): Override =>
  (response, read, bytes, time) => {
    if (time > 1) return then(school)(response, read, bytes, time);
    const half = bytes.subarray(0, 800_000);
    read.sent += half.length;
    response.writeHead(200, { "content-length": bytes.length, etag: `"${sha256(bytes)}"` });
    response.write(half, () => setImmediate(() => response.destroy()));
  };

const goOn =
  (school: TreeSchool): Override =>
  (_, read, bytes) =>
    school.sendFile(read, bytes);

test("the rest of a file is requested by its range, and no byte is fetched twice", async () => {
  const school = await openSchool(brokenOff(goOn));
  await syncAll(school);
  const [first, again] = readsOf(school);
  expect(again?.from).toBeGreaterThan(0);
  expect(again?.headers["if-range"]).toBe(`"${school.manifest().en?.[BAD]}"`);
  // What was sent and had not arrived is sent again.
  expect((first?.sent ?? 0) + (again?.sent ?? 0)).toBeLessThan(2 * SIZE);
});

const partial =
  (range: (from: number, size: number) => string): Override =>
  (response, read, bytes) => {
    const value = range(read.from, bytes.length);
    response.writeHead(206, { ...(value && { "content-range": value }) }).end(Buffer.alloc(50));
  };

test.each<[string, Override]>([
  ["arrives from another offset", partial((from, size) => `bytes ${from - 1}-${size - 1}/${size}`)],
  ["arrives of another length", partial((from, size) => `bytes ${from}-${size}/${size + 1}`)],
  ["arrives without an offset", partial(() => "")],
  ["is all of it", (response, _, bytes) => response.writeHead(200).end(bytes)],
  ["is no range of the file", (response) => response.writeHead(416).end()],
])("a file starts over when its rest %s", async (_, answer) => {
  const rest =
    (school: TreeSchool): Override =>
    (response, read, ...more) =>
      (read.from === 0 ? goOn(school) : answer)(response, read, ...more);
  const { sync } = await syncAll(await openSchool(brokenOff(rest)));
  expect(sync.state).toMatchObject({ done: 9 });
});

test("a file that has changed meanwhile is not mixed with the old one", async () => {
  const changed =
    (school: TreeSchool): Override =>
    (_, read) => {
      school.put(BAD, SIZE + 7, { seed: "changed" });
      school.overrides.clear();
      school.sendFile(read, school.trees.get("en")?.get(BAD) as Buffer);
    };
  const { folder } = await syncAll(await openSchool(brokenOff(changed)));
  expect([...folder.files.keys()].filter((path) => path.endsWith(".part"))).toEqual([]);
});

test("a file of which nothing arrives for 30 s blocks no other, and is tried again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const school = await openSchool(
      (opened) => (response, read, bytes, time) => {
        if (time > 1) return opened.sendFile(read, bytes);
        response.writeHead(200, { "content-length": bytes.length });
        response.write(bytes.subarray(0, 1000));
      },
      5000,
    );
    const { sync, folder } = await openSync(school);
    const done = sync.start();
    while ([...folder.files.keys()].filter((path) => path.endsWith(".cache")).length < 8) {
      await new Promise(setImmediate);
    }
    while (school.reads.length < 9) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    vi.advanceTimersByTime(TIME_LIMIT_MS);
    await done;
    expect(sync.state).toMatchObject({ phase: "done", failed: 0, done: 9 });
    expect(await readableOn(folder)).toEqual(school.manifest());
  } finally {
    vi.useRealTimers();
  }
});

test("an ended session stops the sync, and keeps the files that have arrived", async () => {
  const school = await openSchool(() => (response) => response.writeHead(401).end());
  school.ticket = null;
  const { sync, folder } = await openSync(school);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "refused" } });
  await readableOn(folder);
});
