import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { browser, download, openApp, WAIT } from "./open-app.ts";

describe.skipIf(!browser)("links and downloads in the desktop's window", () => {
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
    await vi.waitUntil(() => host.opened.length > 0, WAIT);
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
      await vi.waitUntil(() => host.opened.length > 0, WAIT);
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
      await vi.waitUntil(() => statSync(chosen, { throwIfNoEntry: false })?.size === bytes, WAIT);
      expect(readFileSync(chosen).every((byte) => byte === 7)).toBe(true);
    },
  );

  test("a download is cancelled when the person chooses no place", async () => {
    const { host, page } = await openApp();
    host.answerDialog("");
    await page.evaluate(download, 10);
    await vi.waitUntil(() => host.calls.includes("os.showSaveDialog"), WAIT);
    await page.evaluate(async () => (await window.desktopPage.opened).desktop.folder.list(""));
    expect(await page.title()).toBe("Adapters");
  });

  test("a download that does not fit on the disk is reported and leaves no partial file", async () => {
    const { host, page, dataHome } = await openApp();
    const chosen = path.join(dataHome, "pattern.pdf");
    host.setCapacity(100);
    host.answerDialog(chosen);
    await page.evaluate(download, 1000);
    await page.waitForFunction(() => document.title === "pattern.pdf was not saved");
    expect(() => host.disk.stats(chosen)).toThrow();
  });
});

if (!browser)
  test.skip("links and downloads in the desktop's window: no Chromium is available", () =>
    undefined);
afterAll(() => browser?.close());
