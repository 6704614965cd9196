import type { Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import type { Folder } from "../../../src/platform/ports.ts";
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

if (!browser) test.skip("the desktop's adapters: no Chromium is available", () => undefined);
if (!runtimeFile) test.skip("on the real runtime: none lies in neutralino/bin", () => undefined);
