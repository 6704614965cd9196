import { mkdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { runtimeForThisMachine } from "../../../scripts/desktop/runtimes.ts";
import { type HostOptions, startHost } from "../host/start-host.ts";
import { startRuntime } from "../host/start-runtime.ts";
import { type AdapterBrowser, browser } from "./open-page.ts";

/** The suites that each adapter of a port passes, inside a page that a runtime serves. */
const suitesOn = async (
  name: string,
  browser: AdapterBrowser,
  start: (options: HostOptions) => Promise<{ address: string; close: () => Promise<void> }>,
): Promise<void> => {
  const dataHome = browser.newDataHome();
  mkdirSync(dataHome);
  const runtime = await start({ documentRoot: browser.documentRoot, dataHome });
  const page = await browser.open(runtime.address);
  const found = await page.evaluate(() =>
    window.desktopPage.tests.map((each) => ({ name: each.name, skipped: each.skipped })),
  );
  describe(`on ${name}`, () => {
    test("there are suites to pass", () => expect(found.length).toBeGreaterThan(50));
    for (const [at, { name: title, skipped }] of found.entries()) {
      test.skipIf(skipped)(title, () =>
        page.evaluate((which) => window.desktopPage.tests[which]?.run(), at),
      );
    }
    afterAll(() => Promise.all([page.close(), runtime.close()]).then(() => undefined));
  });
};

const runtime = runtimeForThisMachine();

if (browser) {
  await suitesOn("the stand-in for the runtime", browser, startHost);
  if (runtime) {
    await suitesOn("the real runtime", browser, (options) => startRuntime(runtime, options));
  } else {
    test.skip("on the real runtime: none lies in neutralino/bin", () => undefined);
  }
} else {
  test.skip("the desktop's adapters: no Chromium is available", () => undefined);
}
