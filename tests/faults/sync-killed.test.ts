import { expect, test } from "vitest";
import { isAll } from "../../scripts/test/round.ts";
import { createKillable } from "./support/killable.ts";
import { type Disk, emptyDisk, openSync, readableOn } from "./support/open-sync.ts";
import { type Read, sha256, startTreeSchool, type TreeSchool } from "./support/tree-school.ts";

const LARGE = "assets/PM/large.mp4";

const openSchool = async () => {
  const school = await startTreeSchool();
  for (let number = 0; number < 12; number += 1)
    school.put(`assets/PM/${number}.svg`, 200 + number);
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

/** One run of the app on this disk, until it is done or killed. */
const live = async (
  school: TreeSchool,
  disk: Disk,
  planKill: (killable: ReturnType<typeof createKillable>) => void,
) => {
  const killable = createKillable();
  const before = storedOn(disk);
  const reads: Read[] = [];
  school.onRead = (read) => reads.push(read);
  let left: Disk | null = null;
  const { died } = killable;
  const opening = openSync(school, {
    disk: { files: disk.files, values: new Map(disk.values) },
    wrap: killable.wrap,
    fetch: killable.fetch,
    languages: () => ["en", "he"],
    onBoot: (files, values) => {
      left = { files, values };
    },
  });
  planKill(killable);
  const ended = await Promise.race([
    died,
    opening.then(async ({ sync }) => {
      await sync.start();
      return sync.state.phase;
    }),
  ]);
  killable.die();
  const after = left as Disk | null;
  if (!after) throw new Error("not opened");
  // A copy, so that later writes of the killed process have no effect.
  const found: Disk = { files: new Map(after.files), values: new Map(after.values) };

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
  const { found: first, steps } = await live(school, emptyDisk(), () => undefined);
  expect(await readableOn(first)).toEqual(school.manifest());
  change(school, 1);
  expect(steps).toBeGreaterThan(30);
  for (let step = 0; ; step += STRIDE) {
    const killed = await live(school, first, (killable) => killable.crashAfter(step));
    const again = await live(school, killed.found, (killable) => killable.crashAfter(step % 7));
    const { ended, found } = await live(school, again.found, () => undefined);
    expect(ended).toBe("done");
    expect(await readableOn(found)).toEqual(school.manifest());
    // Twelve, the shared one, the large one and the new one: no old file is left.
    expect(storedOn(found).whole.size).toBe(15);
    expect(storedOn(found).parts.size).toBe(0);
    if (killed.ended === "done") break;
  }
});
