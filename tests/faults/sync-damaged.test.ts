import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { TIME_LIMIT_MS } from "../../src/transport/time-limit.ts";
import { fullDownloadsOf, openSync, readableOn, syncAll } from "./support/open-sync.ts";
import { type Override, sha256, startTreeSchool, type TreeSchool } from "./support/tree-school.ts";

const BAD = "assets/PM/bad.mp4";
const SIZE = 1_400_000;

/** A school with some correct files, and a large and a small damaged one. */
const openSchool = async (overrides: (school: TreeSchool) => Override, size = SIZE) => {
  const school = await startTreeSchool();
  for (let number = 0; number < 8; number += 1) school.put(`assets/PM/${number}.svg`, 300);
  school.put(BAD, size);
  school.overrides.set(BAD, overrides(school));
  return school;
};

const rest = (school: TreeSchool) => {
  const { en = {} } = school.manifest();
  const { [BAD]: _, ...others } = en;
  return others;
};

const plain =
  (make: (bytes: Buffer) => Buffer): ((school: TreeSchool) => Override) =>
  () =>
  (response, read, bytes) => {
    const body = make(bytes);
    read.sent += body.length;
    response.writeHead(200, { "content-length": body.length }).end(body);
  };

describe.each([
  ["small", 900],
  ["large", SIZE],
])("a %s file", (_, size) => {
  test.each([
    ["filled with zeros", (bytes: Buffer) => Buffer.alloc(bytes.length)],
    [
      "with one changed bit",
      (bytes: Buffer) => {
        const copy = Buffer.from(bytes);
        copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 1;
        return copy;
      },
    ],
    ["that is empty", () => Buffer.alloc(0)],
    ["that is too long", (bytes: Buffer) => Buffer.concat([bytes, bytes])],
  ])("a file %s is discarded and counted, and all others arrive", async (_, make) => {
    const school = await openSchool(plain(make), size);
    const { sync, folder } = await openSync(school);
    await sync.start();
    expect(sync.state).toMatchObject({ phase: "done", failed: 1, done: 8, failure: null });
    expect(sync.state.lastSync).toBeNull();
    expect((await readableOn(folder)).en).toEqual(rest(school));
    expect(school.reads.filter(({ name }) => name === BAD).length).toBeLessThanOrEqual(6);
    // It is fetched as soon as it is correct.
    school.overrides.clear();
    await sync.start();
    expect(sync.state.failed).toBe(0);
    expect(await readableOn(folder)).toEqual(school.manifest());
  });

  test("a file with gzip applied on top is decompressed correctly", async () => {
    const school = await openSchool(
      () => (response, read, bytes) => {
        const body = gzipSync(bytes);
        read.sent += body.length;
        response
          .writeHead(200, { "content-encoding": "gzip", "content-length": body.length })
          .end(body);
      },
      size,
    );
    await syncAll(school);
  });
});

describe("the rest of a file", () => {
  /** Breaks off the first answer in the middle; `then` gives the later answers. */
  const brokenOff =
    (then: Override): ((school: TreeSchool) => Override) =>
    () =>
    (response, read, bytes, time) => {
      if (time > 1) return then(response, read, bytes, time);
      const half = bytes.subarray(0, 800_000);
      read.sent += half.length;
      response.writeHead(200, { "content-length": bytes.length, etag: `"${sha256(bytes)}"` });
      response.write(half, () => setImmediate(() => response.destroy()));
    };

  test("the rest of a file is requested by its range, and no byte is fetched twice", async () => {
    const school = await openSchool((opened) =>
      brokenOff((_, read, bytes) => opened.sendFile(read, bytes))(opened),
    );
    await syncAll(school);
    const [, again] = school.reads.filter(({ name }) => name === BAD);
    expect(again?.from).toBeGreaterThan(0);
    expect(again?.headers["if-range"]).toBe(`"${school.manifest().en?.[BAD]}"`);
    expect(fullDownloadsOf(school, BAD)).toBeLessThan(2);
  });

  const partial =
    (range: (from: number, size: number) => string): Override =>
    (response, read, bytes) => {
      const value = range(read.from, bytes.length);
      response.writeHead(206, { ...(value && { "content-range": value }) }).end(Buffer.alloc(50));
    };

  test.each<[string, Override]>([
    [
      "arrives from another offset",
      partial((from, size) => `bytes ${from - 1}-${size - 1}/${size}`),
    ],
    ["arrives of another length", partial((from, size) => `bytes ${from}-${size}/${size + 1}`)],
    ["arrives without an offset", partial(() => "")],
    ["is all of it", (response, _, bytes) => response.writeHead(200).end(bytes)],
    ["is no range of the file", (response) => response.writeHead(416).end()],
  ])("a file starts over when its rest %s", async (_, answer) => {
    const school = await openSchool((opened) =>
      brokenOff((response, read, bytes, time) => {
        if (read.from === 0) return opened.sendFile(read, bytes);
        answer(response, read, bytes, time);
      })(opened),
    );
    const { sync } = await syncAll(school);
    expect(sync.state).toMatchObject({ done: 9 });
  });

  test("a file that has changed meanwhile is not mixed with the old one", async () => {
    const school = await openSchool((opened) =>
      brokenOff((_, read) => {
        opened.put(BAD, SIZE + 7, { seed: "changed" });
        opened.overrides.clear();
        opened.sendFile(read, opened.trees.get("en")?.get(BAD) as Buffer);
      })(opened),
    );
    const { folder } = await syncAll(school);
    expect([...folder.files.keys()].filter((path) => path.endsWith(".part"))).toEqual([]);
  });
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
