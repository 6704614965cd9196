import { expect, test } from "vitest";
import { openSync, readableOn } from "../../faults/support/open-sync.ts";
import { startTreeSchool } from "../../faults/support/tree-school.ts";

const openSchool = async (files = 5) => {
  const school = await startTreeSchool();
  for (let number = 0; number < files; number += 1) school.put(`assets/PM/${number}.svg`, 100);
  return school;
};

test("one short request is made if nothing has changed", async () => {
  const school = await openSchool();
  const values = new Map<string, string>();
  const { sync, folder } = await openSync(school, { disk: { files: new Map(), values } });
  await sync.start();
  school.asked.length = 0;
  const again = await openSync(school, { disk: { files: folder.files, values } });
  await again.sync.start();
  expect(again.sync.state.phase).toBe("done");
  expect(school.asked).toEqual(["/menu/checksum"]);
  expect(school.unchanged).toBe(1);
});

test("a metered connection is not used before the person agrees, if the person has set so", async () => {
  const school = await openSchool();
  const { sync, folder } = await openSync(school, { metered: () => true });
  await sync.boot();
  sync.setAskFirst(true);
  await sync.start();
  expect(sync.state.phase).toBe("asking");
  expect(school.asked).toEqual(["/menu/checksum"]);
  await sync.start({ agreed: true });
  expect(sync.state.phase).toBe("done");
  expect(await readableOn(folder)).toEqual(school.manifest());
  // Nothing is asked if nothing needs to be fetched.
  await sync.start();
  expect(sync.state.phase).toBe("done");
});

test("a metered connection is used otherwise, and the setting is stored", async () => {
  const school = await openSchool();
  const { sync, machine } = await openSync(school, { metered: () => true });
  await sync.start();
  expect(sync.state.phase).toBe("done");
  sync.setAskFirst(true);
  const values = new Map([["sync.ask-first.v1", machine.storage.get("sync.ask-first.v1") ?? ""]]);
  const again = await openSync(school, { disk: { files: new Map(), values } });
  await again.sync.boot();
  expect(again.sync.state.askFirst).toBe(true);
});

test("a missing network makes the sync wait, longer each time, and continue by itself", async () => {
  const school = await openSchool();
  let there = false;
  const waits: number[] = [];
  const { sync, folder } = await openSync(school, {
    fetch: async (...request) => {
      if (!there) throw new TypeError("no network");
      return fetch(...request);
    },
    sleep: async (milliseconds) => {
      expect(sync.state).toMatchObject({ phase: "waiting", status: { serverContacted: false } });
      waits.push(milliseconds);
      there = waits.length === 4;
    },
  });
  await sync.start();
  expect(await readableOn(folder)).toEqual(school.manifest());
  expect(waits.every((wait, at) => at === 0 || wait > (waits[at - 1] ?? 0) * 0.99)).toBe(true);
});

test("a missing network during the files allows one try at a time, and its return ends the wait", async () => {
  const school = await openSchool(200);
  let there = true;
  let tried = 0;
  let waits = 0;
  const { sync, folder, memory } = await openSync(school, {
    fetch: async (...request) => {
      if (there) return fetch(...request);
      tried += 1;
      throw new TypeError("no network");
    },
    sleep: (_, signal) =>
      new Promise((resolve) => {
        waits += 1;
        if (waits < 5) resolve();
        else {
          signal.addEventListener("abort", () => resolve());
          there = true;
          memory.setOnline(true);
        }
      }),
  });
  school.onRead = () => {
    if (school.reads.length === 50) there = false;
  };
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failed: 0 });
  expect(await readableOn(folder)).toEqual(school.manifest());
  expect(tried).toBeLessThan(40);
});

test("a missing network for a moment, which ends all running downloads, causes one short wait", async () => {
  const school = await openSchool(100);
  const cut = new AbortController();
  const { sync, folder, slept } = await openSync(school, {
    fetch: (input, init) => {
      const signal = cut.signal.aborted ? init?.signal : cut.signal;
      return fetch(input, { ...init, signal });
    },
  });
  for (const name of school.trees.get("en")?.keys() ?? []) {
    school.overrides.set(name, (_, read, bytes, time) => {
      // Twenty requests are running, and none is answered.
      if (school.reads.length < 40 && time === 1 && !cut.signal.aborted) {
        if (school.inFlight === 20) cut.abort();
      } else school.sendFile(read, bytes);
    });
  }
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failed: 0 });
  expect(await readableOn(folder)).toEqual(school.manifest());
  expect(slept.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(10_000);
});

test("a missing network from the start leaves the stored content for study", async () => {
  const school = await openSchool();
  const { sync, folder, machine } = await openSync(school);
  await sync.start();
  const values = new Map([["sync.v2/dana", machine.storage.get("sync.v2/dana") ?? ""]]);
  const again = await openSync(school, {
    disk: { files: folder.files, values },
    fetch: async () => {
      throw new TypeError("no network");
    },
    sleep: async () => void again.sync.stop(),
  });
  await again.sync.boot();
  expect(again.sync.state.lastSync).toBe(sync.state.lastSync);
  await again.sync.start();
  expect(again.sync.state.phase).toBe("idle");
  expect(await readableOn(again.folder)).toEqual(school.manifest());
});

test("count, bytes, speed and remaining time are reported while files are fetched", async () => {
  const school = await openSchool(100);
  const seen: number[] = [];
  const { sync, memory } = await openSync(school, { parallel: 2 });
  let speed: number | null = null;
  school.onRead = () => {
    memory.advance(200);
    seen.push(sync.state.done);
    speed = sync.state.bytesPerSecond ?? speed;
    expect(sync.state.total).toBe(100);
    expect(sync.state.bytesTotal).toBe(10_000);
  };
  await sync.start();
  expect(seen.at(-1)).toBeGreaterThan(80);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  // A file of 100 bytes every 200 ms.
  expect(speed).toBeGreaterThan(250);
  expect(speed).toBeLessThan(1000);
  expect(sync.state).toMatchObject({ done: 100, bytesDone: 10_000, secondsLeft: 0 });
});

test("progress continues after a pause", async () => {
  const school = await openSchool(100);
  const { sync, folder } = await openSync(school, { parallel: 2 });
  let pausing: Promise<void> | null = null;
  school.onRead = () => {
    if (school.reads.length === 40) pausing = sync.pause();
  };
  await sync.start();
  await pausing;
  expect(sync.state).toMatchObject({ phase: "paused", total: 100 });
  const { done } = sync.state;
  expect(done).toBeGreaterThan(30);
  await sync.resume();
  expect(sync.state).toMatchObject({ phase: "done", total: 100, done: 100 });
  expect(await readableOn(folder)).toEqual(school.manifest());
});

const openCourses = async () => {
  const school = await startTreeSchool();
  const basics = school.productWith(["dart.svg", "both.svg"]);
  const coats = school.productWith(["coat.svg", "both.svg"]);
  school.products = { PM: basics, PC: { ...coats, props: { ...coats.props, key: "PC" } } };
  for (const name of ["dart", "both"]) school.put(`assets/PM/${name}.svg`, 100);
  school.put("assets/PC/coat.svg", 70);
  // The same bytes as the other product's.
  school.put("assets/PC/both.svg", 100, { seed: "assets/PM/both.svg" });
  school.put("glossary/dart.svg", 30);
  return { school, opened: await openSync(school) };
};

test("courses that are deleted remove only their own files, are not fetched again, and can be restored", async () => {
  const { school, opened } = await openCourses();
  const { sync, folder } = opened;
  await sync.start();
  await sync.readCourses();
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
  expect(sync.state.courses?.[1]).toMatchObject({ kept: true, presentBytes: 200 });
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
