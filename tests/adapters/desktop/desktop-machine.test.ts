import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { desktopPolicy } from "../../../scripts/build/policies.ts";
import { appIdOf, type HostConfig, type NativeData } from "../host/host-config.ts";
import { type HostOptions, startHost } from "../host/start-host.ts";
import { browser } from "./open-page.ts";

const root = path.join(import.meta.dirname, "../../..");

/** The configuration that the app ships with: its allowed methods, and its page's policy. */
const shipped: HostConfig = JSON.parse(
  readFileSync(path.join(root, "neutralino/neutralino.config.json"), "utf8"),
);
const policy = desktopPolicy("https://school.example");

/** Saves a file as the app does; runs in the page. */
const download = (bytes: number) => {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes).fill(7)]));
  Object.assign(document.createElement("a"), { href: url, download: "pattern.pdf" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
};

/**
 * The app's page in a window on the stand-in, with the app's own policy.
 * @param prepare receives the app's folder before the app starts
 */
const openApp = async (
  options: Partial<HostOptions> = {},
  prepare: (dataFolder: string) => void = () => undefined,
) => {
  if (!browser) return expect.unreachable();
  const { documentRoot } = browser;
  const dataHome = browser.newDataHome();
  const serverHeaders = { "Content-Security-Policy": policy };
  const config = { ...shipped, ...options.config, serverHeaders };
  prepare(path.join(dataHome, appIdOf(config)));
  const host = await startHost({ documentRoot, dataHome, ...options, config });
  const page = await browser.open(host.address);
  onTestFinished(() => Promise.all([page.close(), host.close()]).then(() => undefined));
  await page.evaluate(async () => {
    const { desktop } = await window.desktopPage.opened;
    desktop.installLinkHandlers({
      onNotSaved: (name) => (document.title = `${name} was not saved`),
    });
  });
  return { host, page, dataHome };
};

describe.skipIf(!browser)("the desktop's machine", () => {
  test("is identified by a hash of its id, and reports its system and the app's version in words", async () => {
    const { host, page } = await openApp({ machineId: "machine-a" });
    const computerId = () =>
      page.evaluate(async () => (await window.desktopPage.opened).desktop.identity.computerId());
    // sha256sum of "learning-space\nmachine-a"
    const first = await computerId();
    expect(first).toBe("069e179fb3815fe4d737a78450f39334c4eaee7a02060557bb65e67cb8b657d7");
    expect(await computerId()).toBe(first);
    host.setMachineId("machine-b");
    expect(await computerId()).not.toBe(first);
    host.setMachineId("  \n");
    expect(await computerId()).toBe(null);
    const words = await page.evaluate(async () => {
      const { desktop } = await window.desktopPage.opened;
      return [await desktop.identity.hardware(), desktop.version];
    });
    expect(words).toEqual(["Stand-in Linux, Stand-in processor × 2, 4 GB", shipped.version]);
  });

  test.each([
    ["the size that was kept", { width: 900, height: 700, maximize: false }, [900, 700]],
    ["the usual size where none was kept", null, [1180, 800]],
    ["the usual size where what was kept is damaged", { width: "wide" }, [1180, 800]],
    ["the whole screen where it had that", { width: 900, height: 700, maximize: true }, [-1, -1]],
  ])(
    "opens its window at its place, once it holds the lock of the data folder, with %s",
    async (_, kept, size) => {
      const sizes: unknown[] = [];
      const before = (method: string, { width, height }: NativeData) => {
        if (method === "window.setSize") sizes.push([width, height]);
      };
      const globalVariables = { WIDTH: 1180, HEIGHT: 800 };
      const { host } = await openApp(
        { before, config: { ...shipped, globalVariables } },
        (dataFolder) => {
          if (!kept) return;
          mkdirSync(path.join(dataFolder, ".tmp"), { recursive: true });
          const file = path.join(dataFolder, ".tmp", "window_state.config.json");
          writeFileSync(file, JSON.stringify(kept));
        },
      );
      await vi.waitUntil(() => sizes.length === 2);
      expect(sizes).toEqual([size, size]);
      // Not below the minimum size, which GTK may take from the first one.
      const calls = host.calls.filter((call) => /^window\.(move|set|show)/.test(call));
      expect(calls).toEqual(["window.move", "window.setSize", "window.show", "window.setSize"]);
    },
  );

  test("reads a folder that a person chooses, and accepts a cancelled choice", async () => {
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
      const part = bytes && new TextDecoder().decode(bytes);
      return [none, await chosen?.list(""), part, await chosen?.read("../stick")];
    });
    expect(found).toEqual([null, ["content.json"], "yte", null]);
  });

  test("reports a full disk even where the runtime reports success", async () => {
    const { host, page } = await openApp();
    host.disk.setCapacity(1_500_000);
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

  test("reports a write-protected folder, which can still be read", async () => {
    const { host, page } = await openApp();
    const write = (name: string) =>
      page.evaluate(async (path) => {
        const { folder } = (await window.desktopPage.opened).desktop;
        return folder.write(path, new Uint8Array(100_000));
      }, `files/${name}.cache`);
    await write("a");
    host.disk.setWritable(false);
    const [moved, size] = await page.evaluate(async () => {
      const { folder } = (await window.desktopPage.opened).desktop;
      await folder.remove("files/a.cache");
      const outcome = await folder.move("files/a.cache", "files/b.cache");
      return [outcome, await folder.size("files/a.cache")];
    });
    const forbidden = { ok: false, failure: { kind: "forbidden" } };
    expect([await write("b"), moved, size]).toEqual([forbidden, forbidden, 100_000]);
  });

  test("notices that the runtime has ended", async () => {
    const { host, page } = await openApp();
    await page.evaluate(async () => {
      const { desktop } = await window.desktopPage.opened;
      desktop.onOffline(() => (document.title = "gone"));
      document.body.textContent = "a lesson";
    });
    host.kill();
    await page.waitForFunction(() => document.title === "gone");
    expect(await page.textContent("body")).toBe("a lesson");
  });

  test("ends when its window is closed, after all values are on the disk", async () => {
    const { host, page } = await openApp();
    await page.evaluate(async () => {
      const { desktop } = await window.desktopPage.opened;
      desktop.storage.set("a.v1", "the last word");
    });
    host.broadcast("windowClose", null);
    await vi.waitUntil(() => host.calls.includes("app.exit"));
    const state = path.join(host.dataFolder, "state");
    const [name, ...others] = host.disk.list(state, false).map(({ entry }) => entry);
    expect(others).toEqual([]);
    expect(readFileSync(path.join(state, name ?? ""), "utf8")).toContain("the last word");
  });

  test("a link to another site opens in the person's browser, or nowhere, and one within the app stays in it", async () => {
    const { host, page } = await openApp();
    const show = (html: string) =>
      page.evaluate((given) => {
        document.body.innerHTML = given;
        document
          .querySelector("button")
          ?.addEventListener("click", () => window.open("https://school.example/a?b=`c`"));
      }, html);
    let seen = 0;
    const opened = async () => {
      await vi.waitUntil(() => host.opened().length > seen);
      const found = host.opened().slice(seen);
      seen += found.length;
      return found;
    };

    for (const [way, html] of Object.entries({
      "a link": '<a href="https://school.example/a?b=`c`">x</a>',
      "what is in a link": '<a href="https://school.example/a?b=`c`"><b>x</b></a>',
      "a link to a window of its own":
        '<a target="_blank" href="https://school.example/a?b=`c`">x</a>',
      "a script's window": "<button onclick>x</button>",
    })) {
      await show(html);
      await page.getByText("x").click();
      expect(await opened(), way).toEqual(["https://school.example/a?b=%60c%60"]);
      expect(page.url(), way).toBe(`${host.address}/`);
    }

    for (const address of ["https://user:word@school.example/", "file:///etc/passwd"]) {
      await page.evaluate((given) => window.open(given), address);
      await show(`<a target="_blank" href="${address}">x</a>`);
      await page.getByText("x").click();
      await page.evaluate(() => window.open("https://school.example/last"));
      expect(await opened(), address).toEqual(["https://school.example/last"]);
    }

    await show('<a href="#lesson">x</a>');
    await page.getByText("x").click();
    expect(page.url()).toBe(`${host.address}/#lesson`);
    expect(host.opened()).toHaveLength(seen);
  });

  test("a download of 0, 1 or 3 million bytes is saved where the person chooses", async () => {
    const { host, page, dataHome } = await openApp();
    for (const bytes of [0, 1, 3_000_000]) {
      const chosen = path.join(dataHome, `my pattern ${bytes}.pdf`);
      host.answerDialog(chosen);
      await page.evaluate(download, bytes);
      await vi.waitUntil(() => statSync(chosen, { throwIfNoEntry: false })?.size === bytes);
      expect(readFileSync(chosen).every((byte) => byte === 7)).toBe(true);
    }
  });

  test("a download that is cancelled, or does not fit on the disk, leaves no file", async () => {
    const { host, page, dataHome } = await openApp();
    const chosen = path.join(dataHome, "pattern.pdf");
    host.disk.setCapacity(100);
    for (const answer of ["", chosen]) {
      host.answerDialog(answer);
      await page.evaluate(download, 1000);
    }
    await page.waitForFunction(() => document.title === "pattern.pdf was not saved");
    expect(statSync(chosen, { throwIfNoEntry: false })).toBeUndefined();
    expect(readdirSync(dataHome)).toHaveLength(1);
  });
});

if (!browser) test.skip("the desktop's machine: no Chromium is available", () => undefined);
