import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import type { Folder } from "../../../src/platform/ports.ts";
import { type Disk, readableOn } from "../../faults/support/open-sync.ts";
import { startTreeSchool } from "../../faults/support/tree-school.ts";
import { folderSuite } from "../folder-suite.ts";
import { runtimeFile, runtimes } from "../host/start-runtime.ts";
import { browser, machineWith } from "./open-page.ts";

/** A folder of the app, each of whose calls is made in the page. */
const folderIn = (page: Page, served: string, name: string): Folder => {
  const call =
    (method: keyof Folder) =>
    (...given: unknown[]) =>
      page.evaluate(
        async (asked) => {
          const { desktop, subfolder } = await window.desktopPage.opened;
          const folder = subfolder(desktop.folder, asked.name);
          return Reflect.apply(folder[asked.method], folder, asked.given);
        },
        { name, method, given },
      );
  const folder = new Proxy({}, { get: (_, method) => call(method as keyof Folder) }) as Folder;
  const address = async (path: string) => `${served}${await folder.address(path)}`;
  return new Proxy(folder, {
    get: (calls, method) => (method === "address" ? address : Reflect.get(calls, method)),
  });
};

let cases = 0;
for (const [name, start] of browser ? Object.entries(runtimes) : []) {
  if (!browser) break;
  const { documentRoot, newDataHome, open } = browser;
  const runtime = await start({ documentRoot, dataHome: newDataHome() });
  const page = await open(runtime.address);
  // The runtime serves what lies in `files`.
  folderSuite(`the desktop on ${name}`, () => {
    cases += 1;
    return folderIn(page, runtime.address, `files/case-${cases}`);
  });
  afterAll(() => Promise.all([page.close(), runtime.close()]).then(() => undefined));
}

describe.skipIf(!browser).each(Object.entries(runtimes))("the app's data on %s", (_, start) => {
  test("is found by the next start, which has another origin, intact when the process was killed during a write", async () => {
    const machine = machineWith(start);
    const first = await machine.open();
    await first.page.evaluate(async () => {
      const { storage, flush } = (await window.desktopPage.opened).desktop;
      storage.set("a.v1", "x".repeat(100_000));
      await flush();
      for (const letter of "abcdefghijklmnopqrstuvwxyz") {
        storage.set("a.v1", letter.repeat(3_000_000));
        storage.set("b.v1", letter);
      }
    });
    first.kill();
    const { page, address } = await machine.open();
    expect(address).not.toBe(first.address);
    const { value, damaged } = await page.evaluate(async () => {
      const { storage, damaged } = (await window.desktopPage.opened).desktop;
      return { value: storage.get("a.v1") ?? "", damaged };
    });
    expect(new Set(value).size).toBe(1);
    expect([100_000, 3_000_000]).toContain(value.length);
    expect(damaged).toEqual([]);
  });

  test("stores the same bytes in an engine without base64 methods", async () => {
    const { page } = await machineWith(start).open();
    const same = await page.evaluate(async () => {
      Reflect.deleteProperty(Uint8Array.prototype, "toBase64");
      Reflect.deleteProperty(Uint8Array, "fromBase64");
      const { folder } = (await window.desktopPage.opened).desktop;
      const given = Uint8Array.from({ length: 300_001 }, (_, at) => at & 0xff);
      // The runtime's server would truncate this name, so the file is read through the socket.
      await folder.write("files/a?.cache", given);
      const read = await folder.read("files/a?.cache");
      return read?.length === given.length && read.every((byte, at) => byte === given[at]);
    });
    expect(same).toBe(true);
  });

  test("is served under a name that is valid for this start only", async () => {
    const { page, address } = await machineWith(start).open();
    const [served, ...others] = await page.evaluate(async () => {
      const { folder } = (await window.desktopPage.opened).desktop;
      await folder.write("files/a.cache", new TextEncoder().encode("a lesson's picture"));
      const secret = ["content.json", "state/session.json", "files/../content.json"];
      return ["files/a.cache", ...secret, "files/a?.cache"].map((path) => folder.address(path));
    });
    expect(served).toMatch(/^\/[\da-f]{32}\/a\.cache$/);
    expect(await (await fetch(address + served)).text()).toBe("a lesson's picture");
    expect(others).toEqual([null, null, null, null]);
    for (const guess of ["/files/a.cache", "/..%2Ffiles%2Fa.cache", "//files/a.cache"]) {
      expect(await (await fetch(address + guess)).text()).not.toContain("picture");
    }
  });
});

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

if (!browser) test.skip("the desktop's adapters: no Chromium is available", () => undefined);
if (!runtimeFile) test.skip("on the real runtime: none lies in neutralino/bin", () => undefined);
