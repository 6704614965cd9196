import { expect, test } from "vitest";
import { Result } from "../../../src/lib/result.ts";
import { captionsData } from "../../../src/offline/local-content.ts";
import type { FetchPersonalData } from "../../../src/offline/sync/sync-run.ts";
import { createSyncProgress, createTransferRate } from "../../../src/offline/sync/sync-state.ts";
import { emptyDisk, openSync, readableOn } from "../../faults/support/open-sync.ts";
import {
  bytesOf,
  sha256,
  startTreeSchool,
  type TreeSchool,
} from "../../faults/support/tree-school.ts";
import { refused, value } from "../../support/results.ts";
import { settle } from "../support/settle.ts";

const HOUR = 60 * 60_000;
const LOG = "failed-downloads.log";
const LATER = "assets/PM/later.svg";

const openSchool = async (files = 3) => {
  const school = await startTreeSchool();
  for (let number = 0; number < files; number += 1) school.put(`assets/PM/${number}.svg`, 100);
  return school;
};

const openSynced = async (more: Parameters<typeof openSync>[1] = {}) => {
  const school = await openSchool();
  const opened = await openSync(school, more);
  await opened.sync.start();
  return { school, ...opened };
};

const lose = (school: TreeSchool) => {
  school.overrides.set("assets/PM/1.svg", (response) => void response.writeHead(404).end());
};

test.each([
  [503, { phase: "paused", status: { serverContacted: false } }],
  [403, { phase: "failed", failure: { kind: "refused" } }],
])("a school without a checksum is asked for nothing else: %i", async (status, end) => {
  const school = await openSchool();
  school.callOverrides.set("/menu/checksum", (response) => response.writeHead(status).end());
  const { sync } = await openSync(school, { sleep: async () => void sync.pause() });
  await sync.start();
  expect(new Set(school.asked)).toEqual(new Set(["/menu/checksum"]));
  expect(sync.state).toMatchObject(end);
});

test("the network that returns fetches files that failed", async () => {
  const school = await openSchool();
  lose(school);
  const { sync, memory, folder } = await openSync(school);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failed: 1, lastSync: null });
  const log = async () => new TextDecoder().decode((await folder.read(LOG)) ?? new Uint8Array());
  expect(await log()).toMatch(/^\d{4}-\S+Z not downloaded: \S.* \([a-z]{2}\), \w{40}\.cache\n$/);
  school.overrides.clear();
  memory.setOnline(false);
  expect(sync.state.phase).toBe("done");
  memory.setOnline(true);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failed: 0 });
  expect(await log()).toBe("");
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("the network that returns starts nothing if all files are here, or if the person has to do something", async () => {
  const school = await openSchool();
  let own: Awaited<ReturnType<FetchPersonalData>> = Result.ok(null);
  const fetchPersonalData = async () => own;
  const { sync, memory } = await openSync(school, { fetchPersonalData });
  const comeBack = async () => {
    school.asked.length = 0;
    memory.setOnline(false);
    memory.setOnline(true);
    await settle();
    expect(school.asked).toEqual([]);
  };
  await sync.start();
  await comeBack();
  expect(sync.state.phase).toBe("done");
  lose(school);
  school.put("assets/PM/1.svg", 200);
  own = refused(403);
  await sync.start({ thorough: true });
  expect(sync.state).toMatchObject({ phase: "failed", failed: 1, failure: { kind: "refused" } });
  await comeBack();
  expect(sync.state.phase).toBe("failed");
});

test.each([
  ["an hour after the last check", 1],
  ["with a clock that was set back since", -2 * HOUR],
])("files that were replaced are found by a start %s, not before", async (_, change) => {
  const { school, sync, folder, memory } = await openSynced();
  school.put("assets/PM/1.svg", 250);
  school.asked.length = 0;
  memory.advance(HOUR - 1);
  await sync.start();
  expect(school.asked).toEqual(["/menu/checksum"]);
  memory.advance(change);
  await sync.start();
  expect(school.asked).toContain("/files/treelist");
  // The lessons have not changed.
  expect(school.asked).not.toContain("/menu/usercontent");
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("screens' data that is at most a minute old is not fetched again, unless the person asks", async () => {
  const school = await openSchool();
  const asked: number[] = [];
  const fetchPersonalData = async (_: AbortSignal, since: number, withFiles: boolean) => {
    expect(withFiles).toBe(true);
    asked.push(since);
    return Result.ok(null);
  };
  const { sync, machine } = await openSync(school, { fetchPersonalData });
  const now = machine.now();
  await sync.start();
  await sync.start({ thorough: true });
  // Nothing has changed, so nothing is outdated.
  await sync.start();
  expect(asked).toEqual([now - 60_000, now, 0]);
});

test("on a metered connection only small personal data is fetched before the person agrees, if the person has set so", async () => {
  const school = await openSchool();
  const asked: boolean[] = [];
  const fetchPersonalData = async (_: AbortSignal, __: number, withFiles: boolean) => {
    asked.push(withFiles);
    return Result.ok(null);
  };
  const key = "sync.ask-first.v1";
  const unasked = await openSync(await openSchool(), { metered: () => true });
  await unasked.sync.start();
  expect(unasked.sync.state.phase).toBe("done");
  unasked.sync.setAskFirst(true);
  const values = new Map([[key, unasked.machine.storage.get(key) ?? ""]]);
  const { sync, folder } = await openSync(school, {
    disk: { files: new Map(), values },
    fetchPersonalData,
    metered: () => true,
  });
  await sync.boot();
  await sync.start();
  expect(sync.state).toMatchObject({ askFirst: true, phase: "asking" });
  expect(school.asked).toEqual(["/menu/checksum"]);
  await sync.start({ agreed: true });
  expect(asked).toEqual([false, true]);
  expect(await readableOn(folder)).toEqual(school.manifest());
  // A new picture is found by a check, which is small itself.
  school.put(LATER, 50);
  await sync.start({ thorough: true });
  expect(sync.state.phase).toBe("asking");
  expect(school.reads.map(({ name }) => name)).not.toContain(LATER);
});

test("films are fetched in their small form, and as large as the school has them once somebody wants that", async () => {
  const school = await openSchool(1);
  const film = "assets/PM/film.mp4";
  school.put(film, 40);
  school.wholes.set(film, bytesOf("whole", 400));
  const { sync, folder } = await openSync(school);
  await sync.start();
  const small = school.manifest();
  expect(await readableOn(folder)).toEqual(small);
  await sync.setWholeFilms(true);
  const whole = { en: { ...small.en, [film]: sha256(bytesOf("whole", 400)) } };
  expect(await readableOn(folder)).toEqual(whole);
  expect(sync.state).toMatchObject({ wholeFilms: true, failed: 0 });
  await sync.setWholeFilms(false);
  expect(await readableOn(folder)).toEqual(small);
});

test("an empty file makes no later start check the trees", async () => {
  const school = await openSchool();
  school.put("assets/PM/empty.svg", 0);
  const { sync } = await openSync(school);
  await sync.start();
  school.asked.length = 0;
  await sync.start();
  expect(school.asked).toEqual(["/menu/checksum"]);
});

test("a disk needs space for the files and a megabyte for the index", async () => {
  const size = 3 * 100 + 1024 * 1024;
  for (const lacks of [0, 1]) {
    const room = async () => size - lacks;
    const wrap = <Folder extends object>(folder: Folder) => ({ ...folder, room });
    const { sync } = await openSync(await openSchool(), { wrap });
    await sync.start();
    expect(sync.state.phase).toBe(lacks ? "failed" : "done");
  }
});

test("texts that are the same are not written again, and nobody is told", async () => {
  const { school, sync, events } = await openSynced();
  await sync.start({ thorough: true });
  expect(events.content).toBe(1);
  school.glossary = [{ id: 1, term: "dart", image: null, translations: [] }];
  await sync.start({ thorough: true });
  expect(events.content).toBe(2);
});

test("texts are fetched again once the session has ended, and the files are not", async () => {
  const { school, sync, folder } = await openSynced();
  const texts = () => school.asked.filter((path) => path.startsWith("/menu/usercontent")).length;
  await sync.start();
  const before = texts();
  const bundles = school.bundles.length;
  await sync.stop();
  school.asked.length = 0;
  await sync.start();
  expect([before, texts()]).toEqual([1, 1]);
  expect(school.bundles).toHaveLength(bundles);
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("captions are fetched with the texts in one answer, and checked by their checksum", async () => {
  const school = await openSchool();
  const texts = [{ start: 0, end: 2, text: "Fold the dart." }];
  const entry = { product: "PM", lesson: null, asset: "dart.webm", language: "en", texts };
  const captions = [{ ...entry, more: "kept as it was sent" }];
  const tags: (string | null)[] = [];
  const { sync, index } = await openSync(school, {
    fetch: async (input, init) => {
      if (!String(input).includes("/menu/captions")) return fetch(input, init);
      tags.push(new Headers(init?.headers).get("if-none-match"));
      return tags.length > 1 ? new Response(null, { status: 304 }) : Response.json({ captions });
    },
  });
  await sync.start();
  await sync.start({ thorough: true });
  expect(tags).toEqual([null, `"${sha256(JSON.stringify(captions))}"`]);
  expect(value(await index.read("captions.json", captionsData))).toEqual([entry]);
});

test("the time of the last sync is stored, also of one that found nothing new", async () => {
  const disk = emptyDisk();
  const { sync, memory } = await openSynced({ disk });
  const before = sync.state.lastSync;
  memory.advance(1000);
  await sync.start();
  expect(sync.state.lastSync).toBe((before ?? 0) + 1000);
  expect(JSON.parse(disk.values.get("sync.v2/dana") ?? "{}").lastSync).toBe(sync.state.lastSync);
});

test("a tree that cannot be written after the last file fails the sync, which loses nothing", async () => {
  const school = await openSchool();
  let isFull = false;
  const { sync, folder } = await openSync(school, {
    wrap: (inner) => ({
      ...inner,
      write: async (path, bytes) =>
        isFull && path.startsWith("filetree.json")
          ? Result.fail({ kind: "no-room" })
          : inner.write(path, bytes),
    }),
  });
  school.onRead = () => {
    isFull = true;
  };
  await sync.start();
  const failure = { kind: "no-room" };
  expect(sync.state).toMatchObject({ phase: "failed", failure, lastSync: null });
  isFull = false;
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failure: null });
  expect(school.reads).toHaveLength(3);
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("progress continues after a pause", async () => {
  const school = await openSchool(20);
  const { sync, folder } = await openSync(school, { parallel: 2 });
  let pausing: Promise<void> | null = null;
  school.onRead = () => {
    if (school.reads.length === 8) pausing = sync.pause();
  };
  await sync.start();
  await pausing;
  expect(sync.state).toMatchObject({ phase: "paused", total: 20 });
  const { done } = sync.state;
  expect(done).toBeGreaterThan(5);
  await sync.resume();
  expect(sync.state).toMatchObject({ phase: "done", total: 20, done: 20 });
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("courses that are requested again during a sync are checked for replaced files after it", async () => {
  const school = await openSchool();
  const values = new Map<string, string>();
  const { sync, folder } = await openSync(school, { disk: { files: new Map(), values } });
  await sync.start();
  const again = await openSync(school, { disk: { files: folder.files, values } });
  school.put("assets/PM/1.svg", 300);
  void again.sync.start();
  await again.sync.start({ thorough: true });
  expect(again.sync.state.phase).toBe("done");
  expect(await readableOn(again.folder)).toEqual(school.manifest());
});

test("courses that are deleted remove only their own files, are not fetched again, and can be restored", async () => {
  const school = await startTreeSchool();
  const coats = school.productWith(["coat.svg", "both.svg"]);
  school.products = {
    PM: school.productWith(["dart.svg", "both.svg"]),
    PC: { ...coats, props: { ...coats.props, key: "PC" } },
  };
  school.put("assets/PM/dart.svg", 100);
  school.put("assets/PM/both.svg", 40);
  school.put("assets/PC/coat.svg", 70);
  school.put("assets/PC/both.svg", 40, { seed: "assets/PM/both.svg" });
  const { sync, folder } = await openSync(school);
  school.put("glossary/dart.svg", 30);
  await sync.start();
  await sync.readCourses();
  expect(await sync.freedBy("PC", "PMB")).toBe(70);
  await sync.removeCourse("PC", "PMB");
  await sync.removeCourse("PC", "PMB");
  const names = async () => Object.keys((await readableOn(folder)).en ?? {}).toSorted();
  expect(await names()).not.toContain("assets/PC/coat.svg");
  expect(await names()).toContain("assets/PM/both.svg");
  expect(await names()).toContain("glossary/dart.svg");
  const reads = school.reads.length;
  await sync.start({ thorough: true });
  expect(school.reads).toHaveLength(reads);
  expect(sync.state.courses?.[1]).toMatchObject({ kept: false });
  expect(sync.state).toMatchObject({ phase: "done", failed: 0 });

  await sync.keepCourse("PC", "PMB");
  await sync.start();
  expect(await readableOn(folder)).toEqual(school.manifest());
  expect(school.reads).toHaveLength(reads + 1);
  expect(sync.state.courses?.[1]).toMatchObject({ kept: true, presentBytes: 140 });
});

test("files and bytes are counted, with the speed and the time that is left", () => {
  let now = 1_000_000;
  const progress = createSyncProgress(() => now);
  const { state } = progress;
  const shown = () => [state.done, state.total, state.bytesDone, state.bytesTotal];
  progress.phase("files");
  progress.begin(3, 60_000, false);
  expect(shown()).toEqual([0, 3, 0, 60_000]);
  for (let second = 0; second < 10; second += 1) {
    now += 1000;
    progress.bytes(2000, 2000);
  }
  progress.fileDone();
  progress.show();
  expect(shown()).toEqual([1, 3, 20_000, 60_000]);
  expect(state.bytesPerSecond).toBeGreaterThan(1500);
  expect(state.bytesPerSecond).toBeLessThan(2500);
  expect(state.secondsLeft).toBe(Math.ceil(40_000 / (state.bytesPerSecond ?? 0)));
  // The server had stated too small a size.
  progress.bytes(50_000, 0);
  progress.show();
  expect(state.secondsLeft).toBe(0);
});

test("the speed is that of the last seconds, not of an earlier, faster connection", () => {
  const pace = createTransferRate();
  pace.record(0, 0);
  expect(pace.perSecond()).toBeNull();
  pace.record(1000, 1_000_000);
  expect(pace.perSecond()).toBe(1_000_000);
  for (let second = 2; second <= 20; second += 1) {
    pace.record(second * 1000, 1_000_000 + second * 10);
  }
  expect(pace.perSecond()).toBe(10);
});
