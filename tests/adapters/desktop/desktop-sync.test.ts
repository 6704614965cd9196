import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { type Disk, readableOn } from "../../faults/support/open-sync.ts";
import { startTreeSchool } from "../../faults/support/tree-school.ts";
import { runtimes } from "../host/start-runtime.ts";
import { browser, machineWith } from "./open-page.ts";

const LARGE = "assets/PM/large.mp4";

const openSchool = async () => {
  const school = await startTreeSchool();
  for (let number = 0; number < 40; number += 1) school.put(`assets/PM/${number}.svg`, 5000);
  school.put("assets/PM/תפר 1.svg", 700);
  school.put(LARGE, 3_000_000);
  return school;
};

/** The app's files on the disk, as another program finds them. */
const diskOf = (folder: string): Pick<Disk, "files"> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith("state"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .flatMap((each): [string, Uint8Array<ArrayBuffer>][] => {
      try {
        return [[path.relative(folder, each), new Uint8Array(readFileSync(each))]];
      } catch {
        // The app continues meanwhile, so a file may have been renamed.
        return [];
      }
    });
  return { files: new Map(files) };
};

/** How many files of the content are whole, and the size of the longest partial one. */
const storedIn = (dataFolder: string) => {
  const folder = path.join(dataFolder, "files");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const parts = names.filter((name) => name.endsWith(".part"));
  // They come and go.
  const sizes = parts.map(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return { whole: names.length - parts.length, longestPart: Math.max(0, ...sizes) };
};

const sync = (page: Page, base: string) =>
  page.evaluate(async (address) => {
    const { desktop, openSync } = await window.desktopPage.opened;
    const engine = await openSync(desktop, address);
    await engine.start();
    await desktop.flush();
    const { phase, failure, done, failed } = engine.state;
    return { phase, failure, done, failed };
  }, base);

describe.skipIf(!browser).each(Object.entries(runtimes))("a sync on %s", (_, start) => {
  test("stores every file of a bundle intact", async () => {
    const school = await openSchool();
    school.onBundle = school.bundle;
    const { dataFolder, open } = machineWith(start);
    const { page } = await open();
    const done = { phase: "done", failure: null, done: 42, failed: 0 };
    expect(await sync(page, school.url)).toEqual(done);
    expect(await readableOn(diskOf(dataFolder))).toEqual(school.manifest());
    expect(school.reads).toHaveLength(1);
  });

  test("continues at the next start from where it was killed, and needs no CORS preflight for a file", async () => {
    const school = await openSchool();
    const { dataFolder, open } = machineWith(start);
    const first = await open();
    const killed = new Promise<void>((resolve) => {
      school.overrides.set(LARGE, (response, read, bytes, time) => {
        if (time > 1) return school.sendFile(read, bytes);
        response.writeHead(200, { "content-length": bytes.length });
        read.sent += 2_000_000;
        response.write(bytes.subarray(0, 2_000_000));
        const look = () => {
          const { whole, longestPart } = storedIn(dataFolder);
          // What has arrived and is not on the disk yet would be fetched again.
          if (longestPart <= 1_000_000 || whole < 41) return void setTimeout(look, 20);
          first.kill();
          resolve();
        };
        look();
      });
    });
    void sync(first.page, school.url).catch(() => undefined);
    await killed;
    await first.page.close();
    await readableOn(diskOf(dataFolder));
    const { page } = await open();
    expect(await sync(page, school.url)).toMatchObject({ phase: "done", failed: 0 });
    expect(await readableOn(diskOf(dataFolder))).toEqual(school.manifest());
    const names = school.reads.map(({ name }) => name);
    expect(names.filter((name) => name === LARGE)).toHaveLength(2);
    expect(school.reads.findLast(({ name }) => name === LARGE)?.from).toBeGreaterThan(1_000_000);
    expect(names).toHaveLength(43);
    // Of each start, only calls with the token's header need a preflight.
    expect(school.preflights).toBeLessThanOrEqual(14);
  });
});

if (!browser) test.skip("a sync in a page: no Chromium is available", () => undefined);
