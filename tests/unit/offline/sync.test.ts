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
