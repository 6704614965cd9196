import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "playwright/test";
import { test as base } from "./desktop.ts";

/*
 * The app listens on a port of this machine, which every page in a browser of this machine can call.
 * `tests/adapters/host/runtime.test.ts` has what the runtime itself refuses, and what it does not.
 */

const test = base.extend<{ stranger: Page }>({
  /** A page of another site, in a browser of the same machine. */
  stranger: async ({ browser }, use) => {
    const site = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><body>");
    });
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    await use(page);
    await context.close();
    site.close();
  },
});

const callFrom = (page: Page, app: string) =>
  page.evaluate(async (address) => {
    const arrives = (on: EventTarget, event: string) =>
      new Promise((resolve) => {
        on.addEventListener(event, () => resolve(true));
        on.addEventListener("error", () => resolve(false));
      });
    const loads = (name: "script" | "img", path: string) => {
      const element = Object.assign(document.createElement(name), { src: address + path });
      document.body.append(element);
      return arrives(element, "load");
    };
    const opens = (query: string) =>
      arrives(new WebSocket(address.replace("http", "ws") + query), "open");
    const gets = (path: string, options?: RequestInit) =>
      fetch(address + path, options).then(Boolean, () => false);
    return {
      read: await gets("/tls/"),
      fetched: await gets("/__neutralino_globals.js", { mode: "no-cors" }),
      posted: await gets("/tls/", { method: "POST", mode: "no-cors" }),
      run: await loads("script", "/__neutralino_globals.js"),
      shown: await loads("img", "/tls/flags/en.svg"),
      told: Object.keys(window).filter((name) => name.startsWith("NL_")),
      opened: await Promise.all(["", "?connectToken=", "?connectToken=guessed"].map(opens)),
    };
  }, app);

const NOTHING = {
  ...{ read: false, fetched: false, posted: false, run: false, shown: false },
  ...{ told: [], opened: [false, false, false] },
};

test("gives nothing at its port to the page of another site", async ({ openDesktop, stranger }) => {
  const { page, address } = await openDesktop({ build: "hybrid" });
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toBeVisible();
  expect(await callFrom(stranger, address)).toEqual(NOTHING);

  await test.step("nor does a frame show the app", async () => {
    await stranger.evaluate((app) => {
      document.body.append(Object.assign(document.createElement("iframe"), { src: `${app}/tls/` }));
    }, address);
    await expect.poll(() => stranger.frames()[1]?.url()).toMatch(/^chrome-error:/);
  });

  await test.step("nor does a page that opens the app keep hold of it", async () => {
    const opening = stranger.waitForEvent("popup");
    await stranger.evaluate((app) => void open(`${app}/tls/`), address);
    const popup = await opening;
    await popup.waitForLoadState();
    expect(await popup.evaluate(() => opener)).toBeNull();
    // It is no window of the app, and has no token.
    await expect(popup.getByRole("heading", { level: 1 })).toHaveText(
      "The app has lost its connection to this computer",
    );
  });

  await page.reload();
  await expect(title).toBeVisible();
});

test("reports that its token has been taken", async ({ context, openDesktop, quietConsole }) => {
  quietConsole.expect(/./);
  // Somebody asks a moment earlier than the app's own page.
  await context.route("**/__neutralino_globals.js", async (route) => {
    await fetch(route.request().url());
    await route.continue();
  });
  const { page, host } = await openDesktop({ build: "hybrid" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "The app has lost its connection to this computer",
  );
  expect(host?.calls ?? []).toEqual([]);
});

test.describe("a packed app", () => {
  test.skip(({ onRuntime }) => !onRuntime, "the stand-in reads the app from a folder");

  test("serves nothing of this machine but its own bundle", async ({ openDesktop }) => {
    const { address } = await openDesktop({ build: "hybrid", packed: true });
    for (const start of ["/", "/tls/"]) {
      const climbing = `${address}${start}${"..%2F".repeat(12)}etc%2Fhost.conf`;
      expect((await fetch(climbing)).status, climbing).toBe(404);
    }
  });
});
