import { expect, test } from "vitest";
import { isAll } from "../../scripts/test/round.ts";
import type { Folder } from "../../src/platform/ports.ts";
import { type Disk, emptyDisk, openSync, readableOn } from "./support/open-sync.ts";
import { type Read, sha256, startTreeSchool, type TreeSchool } from "./support/tree-school.ts";

const LARGE = "assets/PM/large.mp4";

const openSchool = async () => {
  const school = await startTreeSchool();
  school.putSmall(12, 200, 1);
  school.put("assets/PM/shared.svg", 400, { languages: ["en", "he"] });
  school.put(LARGE, 700_000);
  return school;
};

/** Some files have changed, some are new, one was removed. */
const change = (school: TreeSchool, version: number) => {
  for (let number = 0; number < 3; number += 1) {
    school.put(`assets/PM/${number}.svg`, 250 + number, { seed: `${number} of ${version}` });
  }
  school.put(`assets/PM/new-${version}.svg`, 300);
  school.trees.get("en")?.delete(`assets/PM/new-${version - 1}.svg`);
  school.put(LARGE, 700_000 + version, { seed: `large of ${version}` });
  school.products = { PM: school.productWith([`new-${version}.svg`]) };
};

/** Never settles: the call of a process that has ended. */
const never = () => new Promise<never>(() => undefined);
const half = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, bytes.length >> 1);

/** A process that dies in the middle of the step after a number of them: none of its work continues. */
const createKillable = (most: number) => {
  const died = Promise.withResolvers<"died">();
  let alive = true;
  let steps = 0;
  const die = () => {
    alive = false;
    died.resolve("died");
  };
  const whileAlive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (!alive) return never();
    const value = await work();
    return alive ? value : never();
  };
  /** A step that changes the disk: `part` does the part of it that the last step still does. */
  const step = async <Value>(whole: () => Promise<Value>, part?: () => Promise<unknown>) => {
    if (alive) steps += 1;
    if (!alive || steps <= most) return whileAlive(whole);
    die();
    await part?.();
    return never();
  };
  const put =
    (write: Folder["write"]): Folder["write"] =>
    (path, bytes) =>
      step(
        () => write(path, bytes),
        () => write(path, half(bytes)),
      );
  return {
    died: died.promise,
    die,
    steps: () => steps,
    fetch: ((...request) => whileAlive(() => fetch(...request))) as typeof fetch,
    wrap: (folder: Folder): Folder => ({
      read: (...asked) => whileAlive(() => folder.read(...asked)),
      size: (path) => whileAlive(() => folder.size(path)),
      list: (path) => whileAlive(() => folder.list(path)),
      folders: (path) => whileAlive(() => folder.folders(path)),
      room: () => whileAlive(() => folder.room()),
      address: folder.address,
      write: put(folder.write),
      append: put(folder.append),
      move: (from, to) => step(() => folder.move(from, to)),
      remove: (path) => step(() => folder.remove(path)),
    }),
  };
};

/** Checksums of the complete files in the folder, and the size of each partial file. */
const storedOn = ({ files }: Disk) => {
  const whole = new Set<string>();
  const parts = new Map<string, number>();
  for (const [path, bytes] of files) {
    if (!path.startsWith("files/")) continue;
    if (path.endsWith(".cache")) whole.add(sha256(bytes));
    else parts.set(path.slice("files/".length, -".part".length), bytes.length);
  }
  return { whole, parts };
};

/** One run of the app on this disk, until it is done or killed after a number of steps. */
const live = async (school: TreeSchool, disk: Disk, most = Number.POSITIVE_INFINITY) => {
  const killable = createKillable(most);
  const before = storedOn(disk);
  const reads: Read[] = [];
  school.onRead = (read) => reads.push(read);
  let left = emptyDisk();
  const opening = openSync(school, {
    disk: { files: disk.files, values: new Map(disk.values) },
    wrap: killable.wrap,
    fetch: killable.fetch,
    languages: () => ["en", "he"],
    onBoot: (files, values) => {
      left = { files, values };
    },
  });
  const synced = async () => {
    const { sync } = await opening;
    await sync.start();
    return sync.state.phase;
  };
  const ended = await Promise.race([killable.died, synced()]);
  killable.die();
  // A copy, so that later writes of the killed process have no effect.
  const found: Disk = { files: new Map(left.files), values: new Map(left.values) };

  for (const { name, language, from, sent } of reads) {
    const checksum = school.manifest()[language]?.[name] ?? "";
    expect(before.whole.has(checksum), `${name} was there already`).toBe(false);
    const part = before.parts.get(checksum) ?? 0;
    if (name === LARGE && sent > 0 && reads.filter((read) => read.name === name).length === 1) {
      expect(from, "a part was there already").toBe(part);
    }
  }
  await readableOn(found);
  return { ended, found, steps: killable.steps() };
};

/** Each step is one that a kill may cut; every fifth is enough to see that the order is right. */
const STRIDE = isAll() ? 1 : 5;

test("after a kill at any step, and another one after the restart, the next start fetches exactly the tree, and nothing twice", async () => {
  const school = await openSchool();
  const { found: first, steps } = await live(school, emptyDisk());
  expect(await readableOn(first)).toEqual(school.manifest());
  change(school, 1);
  expect(steps).toBeGreaterThan(30);
  for (let step = 0; ; step += STRIDE) {
    const killed = await live(school, first, step);
    const again = await live(school, killed.found, step % 7);
    const { ended, found } = await live(school, again.found);
    expect(ended).toBe("done");
    expect(await readableOn(found)).toEqual(school.manifest());
    // Twelve, the shared one, the large one and the new one: no old file is left.
    const { whole, parts } = storedOn(found);
    expect([whole.size, parts.size]).toEqual([15, 0]);
    if (killed.ended === "done") break;
  }
});
