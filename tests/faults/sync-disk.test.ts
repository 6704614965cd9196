import { subscribe } from "valtio/vanilla";
import { describe, expect, test } from "vitest";
import type { Folder } from "../../src/platform/ports.ts";
import { openSync, readableOn, syncAll } from "./support/open-sync.ts";
import { startTreeSchool, type TreeSchool } from "./support/tree-school.ts";

const openSchool = async () => {
  const school = await startTreeSchool();
  for (let number = 0; number < 30; number += 1) {
    school.put(`assets/PM/${number}.svg`, 100_000 + number);
  }
  return school;
};

const cachedIn = (files: ReadonlyMap<string, unknown>) =>
  [...files.keys()].filter((path) => path.startsWith("files/"));

describe("a disk without room", () => {
  test("a disk without room is noticed before anything is fetched", async () => {
    const school = await openSchool();
    const { sync, folder } = await openSync(school);
    folder.setCapacity(2_000_000);
    await sync.start();
    expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "no-room" } });
    expect(school.reads).toEqual([]);
    folder.setCapacity(null);
    await sync.start();
    expect(sync.state).toMatchObject({ phase: "done", failure: null });
    expect(await readableOn(folder)).toEqual(school.manifest());
  });

  test("a disk that fills up during a sync keeps its files, and the next start continues", async () => {
    const school = await openSchool();
    // This machine does not report its free space.
    const wrap = (folder: Folder): Folder => ({ ...folder, room: async () => null });
    const { sync, folder } = await openSync(school, { wrap });
    folder.setCapacity(1_500_000);
    await sync.start();
    expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "no-room" } });
    const saved = cachedIn(folder.files).filter((path) => path.endsWith(".cache")).length;
    expect(saved).toBeGreaterThan(5);
    await readableOn(folder);
    const before = school.reads.length;
    folder.setCapacity(null);
    await sync.start();
    expect(await readableOn(folder)).toEqual(school.manifest());
    expect(school.reads.length - before).toBe(30 - saved);
  });

  test("a disk too small for the texts keeps the old ones", async () => {
    const school = await openSchool();
    const { sync, folder, events } = await openSync(school);
    await sync.start();
    const before = await readableOn(folder);
    const content = folder.files.get("content.json");
    school.products = { PM: school.productWith(["x.svg".repeat(10_000)]) };
    folder.setCapacity([...folder.files.values()].reduce((sum, { length }) => sum + length, 100));
    await sync.start();
    expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "no-room" } });
    expect(folder.files.get("content.json")).toEqual(content);
    expect(await readableOn(folder)).toEqual(before);
    expect(events.content).toBe(1);
  });
});

test("a folder that cannot be written is reported, and loses nothing", async () => {
  const school = await openSchool();
  const { sync, folder } = await openSync(school);
  folder.setWritable(false);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "forbidden" } });
  expect(school.reads).toEqual([]);
  folder.setWritable(true);
  await sync.start();
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("a folder that becomes write-protected during a sync keeps its files", async () => {
  const school = await openSchool();
  const { sync, folder } = await openSync(school);
  let reads = 0;
  school.onRead = () => {
    reads += 1;
    if (reads === 25) folder.setWritable(false);
  };
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "forbidden" } });
  folder.setWritable(true);
  await sync.start();
  expect(await readableOn(folder)).toEqual(school.manifest());
});

describe("damage on the disk", () => {
  const synced = async (school: TreeSchool) => {
    const opened = await openSync(school);
    await opened.sync.start();
    school.reads.length = 0;
    const values = new Map<string, string>();
    for (const key of ["sync.v2/dana", "sync-names.v1"]) {
      values.set(key, opened.machine.storage.get(key) ?? "");
    }
    return { files: opened.folder.files, values };
  };

  test.each([
    ["cut", (bytes: Uint8Array) => bytes.slice(0, 500)],
    ["emptied", () => new Uint8Array()],
  ])("a start notices that a file was %s, and fetches it again", async (_, change) => {
    const school = await openSchool();
    const disk = await synced(school);
    const [path = ""] = cachedIn(disk.files);
    disk.files.set(path, change(disk.files.get(path) as Uint8Array) as Uint8Array<ArrayBuffer>);
    await syncAll(school, { disk });
    expect(school.reads).toHaveLength(1);
  });

  test("verifying notices damage even if the size is right, and the file is fetched again", async () => {
    const school = await openSchool();
    const disk = await synced(school);
    const [first = "", second = ""] = cachedIn(disk.files);
    disk.files.set(first, new Uint8Array(disk.files.get(first)?.length ?? 0));
    disk.files.delete(second);
    const { sync, folder } = await openSync(school, { disk });
    // A missing file is noticed at once, wrong bytes only when they are read.
    const phases = new Set<string>();
    subscribe(sync.state, () => void phases.add(sync.state.phase), true);
    expect(await sync.verify()).toBe(1);
    expect([...phases].find((phase) => phase !== "idle")).toBe("verifying");
    await sync.start();
    expect(school.reads).toHaveLength(2);
    expect(await readableOn(folder)).toEqual(school.manifest());
  });

  test.each(["", "{", '{"version":1}'])("the file tree is rebuilt when it has %j", async (text) => {
    const school = await openSchool();
    const disk = await synced(school);
    disk.files.set("filetree.json", new TextEncoder().encode(text));
    // The local file names are lost too: the bytes are identified by their hash.
    disk.values.clear();
    await syncAll(school, { disk });
    expect(school.reads).toEqual([]);
  });

  test("a damaged text is fetched again after verifying", async () => {
    const school = await openSchool();
    const disk = await synced(school);
    const content = disk.files.get("content.json");
    disk.files.set("content.json", new TextEncoder().encode("{}"));
    const { sync, folder } = await openSync(school, { disk });
    await sync.verify();
    await sync.start();
    expect(folder.files.get("content.json")).toEqual(content);
    expect(school.reads).toEqual([]);
  });

  test("files that nothing refers to are deleted", async () => {
    const school = await openSchool();
    const disk = await synced(school);
    const stray = new Uint8Array(10);
    disk.files.set(`files/${"ab".repeat(20)}.cache`, stray);
    disk.files.set(`files/${"cd".repeat(32)}.part`, stray);
    const { folder } = await syncAll(school, { disk });
    expect(cachedIn(folder.files)).toHaveLength(30);
  });
});
