import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { desktopPolicy } from "../../../scripts/build/desktop-policy.ts";
import type { HostConfig } from "../host/host-config.ts";
import { type HostOptions, startHost } from "../host/start-host.ts";
import { openBrowser } from "./open-page.ts";

const browser = await openBrowser();

const root = path.join(import.meta.dirname, "../../..");

/** What the app ships with: its methods, and what its page may do. */
const shipped: HostConfig = JSON.parse(
  readFileSync(path.join(root, "neutralino/neutralino.config.json"), "utf8"),
);
const methods = shipped.nativeAllowList ?? [];
const policy = desktopPolicy("https://school.example");

/** What is waited for comes at once, but for a machine that has much to do. */
const soon = { timeout: 30_000 };

/** What the app does with a file that it has made; runs in the page. */
const download = (bytes: number) => {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes).fill(7)]));
  Object.assign(document.createElement("a"), { href: url, download: "pattern.pdf" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
};

/** The app's page in a window on the stand-in, as strict as the app's own. */
const openApp = async (options: Partial<HostOptions> = {}) => {
  if (!browser) return expect.unreachable();
  const dataHome = browser.newDataHome();
  mkdirSync(dataHome);
  const config = { ...shipped, serverHeaders: { "Content-Security-Policy": policy } };
  const { documentRoot } = browser;
  const host = await startHost({ documentRoot, dataHome, config, ...options });
  const page = await browser.open(host.address);
  onTestFinished(() => Promise.all([page.close(), host.close()]).then(() => undefined));
  await page.evaluate(async () => {
    const { desktop } = await window.desktopPage.opened;
    desktop.keepPageHabits({ onNotSaved: (name) => (document.title = `${name} was not saved`) });
  });
  return { host, page, dataHome };
};

describe.skipIf(!browser)("the desktop's machine", () => {
  test("is known by a hash of its id, one machine by one, another by another", async () => {
    const { host, page } = await openApp({ machineId: "machine-a" });
    const computerId = () =>
      page.evaluate(async () => (await window.desktopPage.opened).desktop.identity.computerId());
    // sha256sum of "learning-space\nmachine-a"
    const first = await computerId();
    expect(first).toBe("069e179fb3815fe4d737a78450f39334c4eaee7a02060557bb65e67cb8b657d7");
    expect(await computerId()).toBe(first);
    host.setMachineId("machine-b");
    expect(await computerId()).not.toBe(first);
    for (const nothing of ["", "  \n"]) {
      host.setMachineId(nothing);
      expect(await computerId()).toBe(null);
    }
  });

  test("tells its system, processor and memory in words, and the app's version", async () => {
    const { page } = await openApp();
    const told = await page.evaluate(async () => {
      const { desktop } = await window.desktopPage.opened;
      return [await desktop.identity.hardware(), desktop.version];
    });
    expect(told).toEqual(["Stand-in Linux, Stand-in processor × 2, 4 GB", shipped.version]);
  });

  test("reads a folder that a person chooses, and takes none for an answer", async () => {
    const { host, page, dataHome } = await openApp();
    const stick = path.join(dataHome, "a stick");
    mkdirSync(path.join(stick, "files"), { recursive: true });
    writeFileSync(path.join(stick, "content.json"), "{}");
    writeFileSync(path.join(stick, "files", "a b.cache"), "bytes");
    host.answerDialog("");
    host.answerDialog(`${stick}/`);
    const found = await page.evaluate(async () => {
      const { dialogs } = (await window.desktopPage.opened).desktop;
      const none = await dialogs.chooseFolder("Choose");
      const chosen = await dialogs.chooseFolder("Choose");
      const bytes = await chosen?.read("files/a b.cache", { from: 1, length: 3 });
      return {
        none,
        list: await chosen?.list(""),
        size: await chosen?.size("files/a b.cache"),
        part: bytes && new TextDecoder().decode(bytes),
        outside: await chosen?.read("../stick"),
      };
    });
    expect(found).toEqual({
      none: null,
      list: ["content.json"],
      size: 5,
      part: "yte",
      outside: null,
    });
  });

  test("says that its disk is full where the runtime says that all is well", async () => {
    const { host, page } = await openApp();
    host.setRoom(1_500_000);
    const outcome = await page.evaluate(async () => {
      const { folder, storage, flush } = (await window.desktopPage.opened).desktop;
      const written = await folder.write("files/a.cache", new Uint8Array(2_000_000));
      const room = await folder.room();
      const added = await folder.append("files/a.cache", new Uint8Array(1));
      storage.set("a.v1", "1");
      await flush();
      return { written, room, added, kept: storage.set("a.v1", "2"), value: storage.get("a.v1") };
    });
    const noRoom = { ok: false, failure: { kind: "no-room" } };
    expect(outcome).toEqual({ written: noRoom, room: 0, added: noRoom, kept: false, value: "2" });
  });

  test("says that its folder may not be written, and can still be read", async () => {
    const { host, page } = await openApp();
    await page.evaluate(async () => {
      const { folder } = (await window.desktopPage.opened).desktop;
      await folder.write("files/a.cache", new Uint8Array(3));
    });
    host.setWritable(false);
    const outcome = await page.evaluate(async () => {
      const { folder } = (await window.desktopPage.opened).desktop;
      await folder.remove("files/a.cache");
      return [
        await folder.write("files/b.cache", new Uint8Array(3)),
        await folder.move("files/a.cache", "files/b.cache"),
        await folder.size("files/a.cache"),
      ];
    });
    const forbidden = { ok: false, failure: { kind: "forbidden" } };
    expect(outcome).toEqual([forbidden, forbidden, 3]);
  });

  test("hears that the runtime is gone", async () => {
    const { host, page } = await openApp();
    await page.evaluate(async () => {
      const { desktop } = await window.desktopPage.opened;
      desktop.onOffline(() => (document.title = "gone"));
    });
    host.kill();
    await page.waitForFunction(() => document.title === "gone");
  });

  test("ends when its window is closed, with all that was set on the disk", async () => {
    const { host, page } = await openApp();
    await page.evaluate(async () => {
      const { desktop } = await window.desktopPage.opened;
      desktop.storage.set("a.v1", "the last word");
    });
    host.broadcast("windowClose", null);
    await vi.waitUntil(() => host.calls.includes("app.exit"), soon);
    const state = path.join(host.dataFolder, "state");
    const [name, ...others] = host.disk.list(state, false).map(({ entry }) => entry);
    expect(others).toEqual([]);
    expect(readFileSync(path.join(state, name ?? ""), "utf8")).toContain("the last word");
  });

  test("may call what it calls, and nothing else", async () => {
    const { host, page } = await openApp();
    for (const answer of ["", ""]) host.answerDialog(answer);
    await page.evaluate(async () => {
      const { desktop } = await window.desktopPage.opened;
      const { folder, identity, dialogs } = desktop;
      await folder.write("a.part", new Uint8Array(1));
      await folder.append("a.part", new Uint8Array(1));
      await folder.move("a.part", "a.cache");
      await folder.read("a.cache");
      await folder.remove("a.cache");
      await folder.room();
      await identity.computerId();
      await identity.hardware();
      await dialogs.chooseFolder("Choose");
      window.open("https://school.example/");
    });
    await page.evaluate(download, 1);
    await vi.waitUntil(() => host.calls.includes("os.showSaveDialog"), soon);
    host.broadcast("windowClose", null);
    await vi.waitUntil(() => host.calls.includes("app.exit"), soon);
    expect([...new Set(host.calls)].toSorted()).toEqual([...methods].toSorted());
  });
});

describe.skipIf(!browser)("in the desktop's window", () => {
  test.each([
    ["a link to another site", '<a href="https://school.example/a?b=`c`">x</a>'],
    ["what is in a link", '<a href="https://school.example/a?b=`c`"><b>x</b></a>'],
    [
      "a link to a window of its own",
      '<a target="_blank" href="https://school.example/a?b=`c`">x</a>',
    ],
    ["a script's window", "<button onclick>x</button>"],
  ])("%s opens in the person's browser", async (_, html) => {
    const { host, page } = await openApp();
    await page.evaluate((given) => {
      document.body.innerHTML = given;
      document
        .querySelector("button")
        ?.addEventListener("click", () => window.open("https://school.example/a?b=`c`"));
    }, html);
    await page.getByText("x").click();
    await vi.waitUntil(() => host.opened.length > 0, soon);
    expect(host.opened).toEqual(["https://school.example/a?b=%60c%60"]);
    expect(page.url()).toBe(`${host.address}/`);
  });

  test.each(["http://school.example/", "https://user:word@school.example/", "file:///etc/passwd"])(
    "%s opens nowhere",
    async (address) => {
      const { host, page } = await openApp();
      await page.evaluate((given) => window.open(given), address);
      await page.evaluate((given) => {
        document.body.innerHTML = `<a target="_blank" href="${given}">x</a>`;
      }, address);
      await page.getByText("x").click();
      await page.evaluate(() => window.open("https://school.example/last"));
      await vi.waitUntil(() => host.opened.length > 0, soon);
      expect(host.opened).toEqual(["https://school.example/last"]);
    },
  );

  test("a link within the app stays in it", async () => {
    const { host, page } = await openApp();
    await page.evaluate(() => {
      document.body.innerHTML = '<a href="#lesson">x</a>';
    });
    await page.getByText("x").click();
    expect(page.url()).toBe(`${host.address}/#lesson`);
    expect(host.opened).toEqual([]);
  });

  test.each([0, 1, 3_000_000])(
    "a download of %d bytes is saved where the person chooses",
    async (bytes) => {
      const { host, page, dataHome } = await openApp();
      const chosen = path.join(dataHome, "my pattern.pdf");
      host.answerDialog(chosen);
      await page.evaluate(download, bytes);
      await vi.waitUntil(() => statSync(chosen, { throwIfNoEntry: false })?.size === bytes, soon);
      expect(readFileSync(chosen).every((byte) => byte === 7)).toBe(true);
    },
  );

  test("a download goes nowhere when the person chooses nothing", async () => {
    const { host, page } = await openApp();
    host.answerDialog("");
    await page.evaluate(download, 10);
    await vi.waitUntil(() => host.calls.includes("os.showSaveDialog"), soon);
    await page.evaluate(async () => (await window.desktopPage.opened).desktop.folder.list(""));
    expect(await page.title()).toBe("Adapters");
  });

  test("a download that the disk does not take is told of, and leaves no half of it", async () => {
    const { host, page, dataHome } = await openApp();
    const chosen = path.join(dataHome, "pattern.pdf");
    host.setRoom(100);
    host.answerDialog(chosen);
    await page.evaluate(download, 1000);
    await page.waitForFunction(() => document.title === "pattern.pdf was not saved");
    expect(() => host.disk.stats(chosen)).toThrow();
  });
});

if (!browser) test.skip("the desktop's habits: no Chromium is to be had", () => undefined);
afterAll(() => browser?.close());
