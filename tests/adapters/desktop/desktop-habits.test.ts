import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { download, openApp } from "./open-app.ts";
import { browser } from "./open-page.ts";

describe.skipIf(!browser)("links and downloads in the desktop's window", () => {
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
    host.setCapacity(100);
    for (const answer of ["", chosen]) {
      host.answerDialog(answer);
      await page.evaluate(download, 1000);
    }
    await page.waitForFunction(() => document.title === "pattern.pdf was not saved");
    expect(statSync(chosen, { throwIfNoEntry: false })).toBeUndefined();
    expect(readdirSync(dataHome)).toHaveLength(1);
  });
});

if (!browser)
  test.skip("links and downloads in the desktop's window: no Chromium is available", () =>
    undefined);
