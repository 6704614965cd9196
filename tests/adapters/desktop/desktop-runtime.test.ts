import { mkdirSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, onTestFinished, test } from "vitest";
import { startHost } from "../host/start-host.ts";
import { machineWith, runtimeFile, runtimes } from "./machine-with.ts";
import { browser } from "./open-page.ts";

const set = (page: Page, key: string, value: string) =>
  page.evaluate(
    async (given) => {
      const { desktop } = await window.desktopPage.opened;
      const taken = desktop.storage.set(given.key, given.value);
      await desktop.flush();
      return taken;
    },
    { key, value },
  );

const get = (page: Page, key: string) =>
  page.evaluate(async (given) => {
    const { desktop } = await window.desktopPage.opened;
    return desktop.storage.get(given);
  }, key);

describe.skipIf(!browser).each(Object.entries(runtimes))("the app's data on %s", (_, start) => {
  test("is found by the next start, which has another origin, intact when the process was killed during a write", async () => {
    const machine = machineWith(start);
    const first = await machine.open();
    await set(first.page, "a.v1", "x".repeat(100_000));
    await first.page.evaluate(async () => {
      const { desktop } = await window.desktopPage.opened;
      const letters = [..."abcdefghijklmnopqrstuvwxyz"];
      for (const letter of letters) {
        desktop.storage.set("a.v1", letter.repeat(3_000_000));
        desktop.storage.set("b.v1", letter);
      }
    });
    first.kill();
    const { page, address } = await machine.open();
    expect(address).not.toBe(first.address);
    const value = (await get(page, "a.v1")) ?? "";
    expect(new Set(value).size).toBe(1);
    expect([100_000, 3_000_000]).toContain(value.length);
    const damaged = await page.evaluate(
      async () => (await window.desktopPage.opened).desktop.damaged,
    );
    expect(damaged).toEqual([]);
  });

  test("stores the same bytes in an engine without base64 methods", async () => {
    const machine = machineWith(start);
    const { page } = await machine.open();
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
    await page.evaluate(async () => {
      const { folder } = (await window.desktopPage.opened).desktop;
      await folder.write("files/a.cache", new TextEncoder().encode("a lesson's picture"));
    });
    const served = await page.evaluate(async () =>
      (await window.desktopPage.opened).desktop.folder.address("files/a.cache"),
    );
    expect(served).toMatch(/^\/[\da-f]{32}\/a\.cache$/);
    expect(await (await fetch(address + served)).text()).toBe("a lesson's picture");
    const others = await page.evaluate(async () => {
      const { folder } = (await window.desktopPage.opened).desktop;
      const paths = [
        "content.json",
        "state/session.json",
        "files/../content.json",
        "files/a?.cache",
      ];
      return paths.map((path) => folder.address(path));
    });
    expect(others).toEqual([null, null, null, null]);
    for (const guess of ["/files/a.cache", "/..%2Ffiles%2Fa.cache", "//files/a.cache"]) {
      expect(await (await fetch(address + guess)).text()).not.toContain("picture");
    }
  });
});

test.skipIf(!browser)("fetches an answer that waits for the one before acknowledged", async () => {
  if (!browser) return expect.unreachable();
  const dataHome = browser.newDataHome();
  mkdirSync(dataHome);
  const host = await startHost({ documentRoot: browser.documentRoot, dataHome });
  const page = await browser.open(host.address, () => {
    // The app renews its lock every few seconds, which would fetch the answer too. So timers of
    // more than half a second never fire here.
    const { setTimeout: original } = window;
    window.setTimeout = ((handler: () => void, delay = 0) =>
      original(handler, delay > 500 ? 2 ** 31 - 1 : delay)) as typeof setTimeout;
  });
  onTestFinished(() => Promise.all([page.close(), host.close()]).then(() => undefined));
  await page.evaluate(async () => {
    const { desktop } = await window.desktopPage.opened;
    await desktop.folder.write("files/a.cache", new Uint8Array([1]));
    await desktop.folder.write("files/b.cache", new Uint8Array([1, 2]));
  });
  host.holdAnswersBack(2);
  const sizes = await page.evaluate(async () => {
    const { folder } = (await window.desktopPage.opened).desktop;
    return Promise.all(["files/a.cache", "files/b.cache"].map(folder.size));
  });
  expect(sizes).toEqual([1, 2]);
});

if (!browser) test.skip("the desktop's adapters: no Chromium is available", () => undefined);
if (!runtimeFile) test.skip("on the real runtime: none lies in neutralino/bin", () => undefined);
