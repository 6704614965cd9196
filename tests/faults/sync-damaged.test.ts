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
    ["with another file's content", (bytes: Buffer) => Buffer.from(bytes).reverse()],
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

  test("a file that is correct at a later try is counted once", async () => {
    const school = await openSchool(
      (opened) => (response, read, bytes, time) =>
        time < 3 ? response.destroy() : opened.sendFile(read, bytes),
      size,
    );
    const { sync, slept } = await syncAll(school);
    expect(sync.state).toMatchObject({ done: 9 });
    expect(slept.length).toBeGreaterThan(0);
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

  test("a file longer than announced is cut off and refused", async () => {
    let sent = 0;
    const school = await openSchool(
      () => (response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 65_536;
        };
        response.on("drain", more);
        more();
      },
      size,
    );
    const { sync, folder } = await openSync(school);
    await sync.start();
    expect(sync.state).toMatchObject({ phase: "done", failed: 1 });
    expect((await readableOn(folder)).en).toEqual(rest(school));
    expect(sent).toBeLessThan(60_000_000);
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

  test("a long file that breaks off repeatedly is fetched in as many tries as it takes", async () => {
    const size = 8_000_000;
    const school = await openSchool(
      () => (response, read, bytes) => {
        const piece = bytes.subarray(read.from, read.from + 600_000);
        read.sent += piece.length;
        response.writeHead(read.from > 0 ? 206 : 200, {
          etag: `"${sha256(bytes)}"`,
          ...(read.from > 0 && {
            "content-range": `bytes ${read.from}-${bytes.length - 1}/${bytes.length}`,
          }),
          "content-length": bytes.length - read.from,
        });
        if (read.from + piece.length === bytes.length) response.end(piece);
        else response.write(piece, () => setImmediate(() => response.destroy()));
      },
      size,
    );
    await syncAll(school);
    expect(school.reads.filter(({ name }) => name === BAD).length).toBeGreaterThan(10);
    expect(fullDownloadsOf(school, BAD)).toBeLessThan(2);
  });

  test.each([
    [
      "from another offset",
      (from: number, size: number) => `bytes ${from - 1}-${size - 1}/${size}`,
    ],
    ["of another length", (from: number, size: number) => `bytes ${from}-${size}/${size + 1}`],
    ["without an offset", () => ""],
  ])("a file starts over when its rest arrives %s", async (_, range) => {
    const school = await openSchool((opened) =>
      brokenOff((response, read, bytes) => {
        if (read.from === 0) return opened.sendFile(read, bytes);
        const value = range(read.from, bytes.length);
        response.writeHead(206, { ...(value && { "content-range": value }) }).end(Buffer.alloc(50));
      })(opened),
    );
    await syncAll(school);
  });

  test.each([
    ["sends all of it", 200],
    ["says that there is no such range", 416],
  ])("a file starts over where the server %s", async (_, status) => {
    const school = await openSchool((opened) =>
      brokenOff((response, read, bytes) => {
        if (read.from === 0) return opened.sendFile(read, bytes);
        if (status === 416) return response.writeHead(416).end();
        return response.writeHead(200).end(bytes);
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

  test("the rest of a file is fetched after a pause, and after a restart", async () => {
    let pause: () => Promise<void> = async () => undefined;
    const school = await openSchool(
      (opened) => (response, read, bytes, time) => {
        if (time > 1) return opened.sendFile(read, bytes);
        response.writeHead(200, { "content-length": bytes.length });
        // More than is written at once, so that a part of it is on the disk.
        read.sent += 1_200_000;
        response.write(bytes.subarray(0, 1_200_000), () => void pause());
      },
      2 * SIZE,
    );
    const { sync, folder } = await openSync(school);
    const paths = (end: string) => [...folder.files.keys()].filter((path) => path.endsWith(end));
    pause = async () => {
      await vi.waitUntil(() => paths(".cache").length === 8);
      await vi.waitUntil(() => paths(".part").some((path) => path.startsWith("files/")));
      await sync.pause();
    };
    await sync.start();
    expect(sync.state.phase).toBe("paused");
    const again = await openSync(school, { disk: { files: folder.files, values: new Map() } });
    await again.sync.start();
    expect(await readableOn(again.folder)).toEqual(school.manifest());
    expect(school.reads.filter(({ name }) => name !== BAD)).toHaveLength(8);
    expect(school.reads.at(-1)?.from).toBeGreaterThan(500_000);
  });
});

describe("a server that is busy", () => {
  test.each([
    [429, "30", 30_000],
    [503, "120", 120_000],
    [503, null, 0],
    [502, null, 0],
  ])("a busy server (%i) is left alone for the Retry-After %s", async (status, after, wait) => {
    const times: number[] = [];
    let now = () => 0;
    const school = await openSchool((opened) => (response, read, bytes, time) => {
      times.push(now());
      if (time > 1) return opened.sendFile(read, bytes);
      response.writeHead(status, { ...(after && { "retry-after": after }) }).end();
    });
    const { sync, folder, machine } = await openSync(school);
    now = machine.now;
    await sync.start();
    expect(await readableOn(folder)).toEqual(school.manifest());
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(Math.max(wait, 500));
  });

  test("a server that is busy for long is asked for one file at a time", async () => {
    const school = await startTreeSchool();
    let busy = 60;
    for (let number = 0; number < 40; number += 1) {
      const name = `assets/PM/${number}.svg`;
      school.put(name, 200);
      school.overrides.set(name, (response, read, bytes) => {
        busy -= 1;
        if (busy > 0) response.writeHead(503).end();
        else school.sendFile(read, bytes);
      });
    }
    const { sync } = await syncAll(school);
    expect(sync.state).toMatchObject({ done: 40 });
    expect(school.reads.length).toBeLessThan(110);
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

test("a file that the server no longer has is counted, and requested once for each check", async () => {
  const school = await openSchool(() => (response) => response.writeHead(404).end());
  const { sync } = await openSync(school);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failed: 1 });
  expect(school.reads.filter(({ name }) => name === BAD)).toHaveLength(1);
});

test("an ended session stops the sync, and keeps the files that have arrived", async () => {
  const school = await openSchool(() => (response) => response.writeHead(401).end());
  school.ticket = null;
  const { sync, folder } = await openSync(school);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "refused" } });
  await readableOn(folder);
});
