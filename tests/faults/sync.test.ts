import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { unknown } from "valibot";
import { expect, test } from "vitest";
import { openSync, readableOn, syncAll } from "./support/open-sync.ts";
import { type Override, startTreeSchool } from "./support/tree-school.ts";

const openSchool = async (files = 30) => {
  const school = await startTreeSchool();
  school.putSmall(files, 300);
  return school;
};

test("a first sync brings the texts and every file of the tree", async () => {
  const school = await openSchool();
  const { sync, index, events } = await syncAll(school);
  const status = { serverContacted: true, saved: true };
  expect(sync.state).toMatchObject({ total: 30, done: 30, status });
  expect(sync.state.lastSync).not.toBeNull();
  expect(events.content).toBe(1);
  const content = await index.read("content.json", unknown());
  expect(content).toEqual({ ok: true, value: { products: school.products } });
});

test("only changed files are fetched; the old bytes stay until the new ones are saved", async () => {
  const school = await openSchool(50);
  const { sync, folder } = await syncAll(school);
  const before = await readableOn(folder);
  for (let number = 0; number < 5; number += 1) {
    school.put(`assets/PM/${number}.svg`, 400, { seed: `new ${number}` });
  }
  school.reads.length = 0;
  let atFirst: Promise<unknown> | null = null;
  school.onRead = () => {
    atFirst ??= readableOn({ files: new Map(folder.files) });
  };
  await sync.start({ thorough: true });
  expect(school.reads.map(({ name }) => name).sort()).toEqual(
    [0, 1, 2, 3, 4].map((number) => `assets/PM/${number}.svg`),
  );
  expect(await atFirst).toEqual(before);
  expect(await readableOn(folder)).toEqual(school.manifest());
  const cached = [...folder.files.keys()].filter((path) => path.startsWith("files/"));
  expect(cached).toHaveLength(50);
});

/** Answers a number of requests together, once they have arrived and no more do. */
const gate = (most: number) => {
  const waiting: (() => void)[] = [];
  let came = 0;
  return async (answer: () => void) => {
    came += 1;
    waiting.push(answer);
    if (came < most) return;
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    for (const go of waiting.splice(0)) go();
  };
};

/** A school with large files, and how many were under way at most. */
const openLarge = async (
  answer: (send: () => void, response: ServerResponse, time: number) => void,
) => {
  const school = await startTreeSchool();
  const large = { now: 0, most: 0 };
  for (let number = 0; number < 9; number += 1) {
    const name = `assets/PM/${number}.mp4`;
    school.put(name, 1_200_000);
    school.overrides.set(name, (response, read, bytes, time) => {
      large.now += 1;
      large.most = Math.max(large.most, large.now);
      response.on("close", () => {
        large.now -= 1;
      });
      answer(() => school.sendFile(read, bytes), response, time);
    });
  }
  return { school, large };
};

test("at most twenty small files are fetched at once, and at most six large ones", async () => {
  const gates = { small: gate(20), large: gate(6) };
  const { school, large } = await openLarge((send) => void gates.large(send));
  for (let number = 0; number < 60; number += 1) {
    const name = `assets/PM/${number}.svg`;
    school.put(name, 100);
    school.overrides.set(name, (_, read, bytes) => {
      void gates.small(() => school.sendFile(read, bytes));
    });
  }
  await syncAll(school);
  expect([school.mostInFlight, large.most]).toEqual([20, 6]);
});

test("a large file that is tried again is one of the six", async () => {
  const held = gate(6);
  let broken = 0;
  const { school, large } = await openLarge((send, response, time) => {
    if (time > 1 || broken === 3) return void held(send);
    broken += 1;
    response.writeHead(200, { "content-length": 1_200_000 });
    response.write(Buffer.alloc(1000), () => setImmediate(() => response.destroy()));
  });
  await syncAll(school);
  expect(large.most).toBe(6);
});

test("without tickets the token is sent, and without a token the licence", async () => {
  for (const signedIn of [true, false]) {
    const school = await openSchool(3);
    school.ticket = null;
    await syncAll(school, { signedIn });
    const { headers } = school.reads[0] ?? {};
    expect(headers?.["x-license"]).toBe(signedIn ? undefined : "licence");
    expect(headers?.authorization).toBe(signedIn ? "Bearer token" : undefined);
  }
});

test("starts at once, and while files are being fetched, run one sync", async () => {
  const school = await openSchool(60);
  const { sync, folder } = await openSync(school);
  school.onRead = () => void sync.start();
  await Promise.all([sync.start(), sync.start()]);
  expect(sync.state).toMatchObject({ phase: "done", done: 60, total: 60 });
  expect(school.reads).toHaveLength(60);
  expect(await readableOn(folder)).toEqual(school.manifest());
});

const BAD = "assets/PM/bad.mp4";

/** A school with some correct files, and a large one that it sends as a test says. */
const openWithBad = async (answer: Override) => {
  const school = await openSchool(8);
  school.put(BAD, 1_400_000);
  school.overrides.set(BAD, answer);
  return school;
};

test("a file with one changed bit is discarded and counted, and all others arrive", async () => {
  const school = await openWithBad((response, _, bytes) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(700_000) ^ 1, 700_000);
    response.writeHead(200, { "content-length": copy.length }).end(copy);
  });
  const { sync, folder } = await openSync(school);
  await sync.start();
  const { en: { [BAD]: _, ...others } = {} } = school.manifest();
  const state = { phase: "done", failed: 1, done: 8, failure: null, lastSync: null };
  expect(sync.state).toMatchObject(state);
  expect((await readableOn(folder)).en).toEqual(others);
  expect(school.reads.filter(({ name }) => name === BAD).length).toBeLessThanOrEqual(6);
  // It is fetched as soon as it is correct.
  school.overrides.clear();
  await sync.start();
  expect(sync.state.failed).toBe(0);
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("a file with gzip applied on top is decompressed correctly", async () => {
  const school = await openWithBad((response, _, bytes) => {
    const body = gzipSync(bytes);
    const headers = { "content-encoding": "gzip", "content-length": body.length };
    response.writeHead(200, headers).end(body);
  });
  await syncAll(school);
});

test("an ended session stops the sync, and keeps the files that have arrived", async () => {
  const school = await openWithBad((response) => response.writeHead(401).end());
  school.ticket = null;
  const { sync, folder } = await openSync(school);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "refused" } });
  await readableOn(folder);
});

const shorten = (school: Awaited<ReturnType<typeof openSchool>>, left: number) => {
  const names = [...(school.trees.get("en")?.keys() ?? [])];
  for (const name of names.slice(left)) school.trees.get("en")?.delete(name);
};

test.each([
  "../escaped.svg",
  "assets/../../escaped.svg",
  "assets\\..\\escaped.svg",
  "ASSETS/pm/0.SVG",
  "assets/PM/０.svg",
])("a name such as %j is refused, counted, and does no harm", async (name) => {
  const school = await openSchool();
  const good = school.manifest();
  school.put(name, 200);
  const { sync, folder } = await openSync(school);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failed: 0, refusedNames: 1 });
  expect(await readableOn(folder)).toEqual(good);
  expect(school.reads.some((read) => read.name === name)).toBe(false);
  for (const path of folder.files.keys()) {
    expect(path).toMatch(/^(files\/[\da-f]{40}\.cache|\w+\.json)$/);
  }
});

test.each(["constructor/a", "a/__proto__", "toString"])("%s is an ordinary name", async (name) => {
  const school = await openSchool(3);
  school.put(name, 100);
  await syncAll(school);
});

test.each([0, 26])("a tree cut to %i of 30 deletes nothing without consent", async (left) => {
  const school = await openSchool();
  const all = school.manifest();
  const { sync, folder, memory } = await syncAll(school);
  shorten(school, left);
  await sync.start({ thorough: true });
  const removal = { files: 30 - left, bytes: (30 - left) * 300 };
  expect(sync.state).toMatchObject({ phase: "done", removal });
  expect(await readableOn(folder)).toEqual(all);
  // Neither a later check nor a restart changes that.
  memory.advance(24 * 60 * 60_000);
  await sync.start();
  const again = await openSync(school, { disk: { files: folder.files, values: new Map() } });
  await again.sync.start();
  expect(again.sync.state.removal).toEqual(sync.state.removal);
  expect(await readableOn(again.folder)).toEqual(all);

  await again.sync.confirmRemoval();
  expect(again.sync.state).toMatchObject({ phase: "done", removal: null });
  expect((await readableOn(again.folder)).en ?? {}).toEqual(school.manifest().en);
  const cached = [...again.folder.files.keys()].filter((path) => path.startsWith("files/"));
  expect(cached).toHaveLength(left);
});

test("a shortened tree by a few of many is applied at once", async () => {
  const school = await openSchool();
  const { sync, folder } = await syncAll(school);
  shorten(school, 28);
  await sync.start({ thorough: true });
  expect(sync.state.removal).toBeNull();
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("a shortened tree that is complete again asks nobody, and fetches nothing", async () => {
  const school = await openSchool();
  const { sync, folder } = await syncAll(school);
  const tree = new Map(school.trees.get("en"));
  shorten(school, 0);
  await sync.start({ thorough: true });
  school.trees.set("en", tree);
  await sync.start({ thorough: true });
  expect(sync.state.removal).toBeNull();
  expect(await readableOn(folder)).toEqual(school.manifest());
  expect(school.reads).toHaveLength(30);
});

test("content without any product does not replace the stored content", async () => {
  const school = await openSchool();
  const { sync, folder } = await syncAll(school);
  const content = folder.files.get("content.json");
  school.products = {};
  shorten(school, 0);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", removal: { files: 30 } });
  expect(folder.files.get("content.json")).toEqual(content);
  await sync.confirmRemoval();
  expect(folder.files.get("content.json")).not.toEqual(content);
  expect(await readableOn(folder)).toEqual({});
});

test.each([
  ["/menu/usercontent", '{"content":{"products":{"PM":{"lessons":1}}}}'],
  ["/files/treelist", `{"metas":{"a":{"checksum":"${"0".repeat(64)}","size":-1}}}`],
])("an answer to %s that does not match the contract is refused: %s", async (path, body) => {
  const school = await openSchool(3);
  const { sync, folder } = await syncAll(school);
  const before = new Map(folder.files);
  school.products = { PM: school.productWith(["new.svg"]) };
  school.callOverrides.set(path, (response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(body),
  );
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "undecodable" } });
  expect(folder.files).toEqual(before);
  school.callOverrides.clear();
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failure: null });
});

test("a captive portal's page is not accepted: the sync waits, and continues afterwards", async () => {
  const school = await openSchool(3);
  school.callOverrides.set("/menu/checksum", (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
  );
  const phases: string[] = [];
  const { sync, folder } = await openSync(school, {
    sleep: async () => {
      phases.push(sync.state.phase);
      if (phases.length === 4) school.callOverrides.clear();
    },
  });
  await sync.start();
  expect(phases).toEqual(["waiting", "waiting", "waiting", "waiting"]);
  expect(await readableOn(folder)).toEqual(school.manifest());
});
