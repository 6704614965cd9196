import { afterAll, describe, expect, test } from "vitest";
import { runtimeFile, runtimes } from "../host/start-runtime.ts";
import { browser } from "./open-page.ts";

/** The suites that each adapter of a port passes, inside a page that a runtime serves. */
for (const [name, start] of browser ? Object.entries(runtimes) : []) {
  if (!browser) break;
  const { documentRoot, newDataHome, open } = browser;
  const runtime = await start({ documentRoot, dataHome: newDataHome() });
  const page = await open(runtime.address);
  const found = await page.evaluate(() =>
    window.desktopPage.tests.map((each) => ({ name: each.name, skipped: each.skipped })),
  );
  describe(`on ${name}`, () => {
    test("there are suites to pass", () => expect(found.length).toBeGreaterThan(40));
    for (const [at, { name: title, skipped }] of found.entries()) {
      test.skipIf(skipped)(title, () =>
        page.evaluate((which) => window.desktopPage.tests[which]?.run(), at),
      );
    }
    afterAll(() => Promise.all([page.close(), runtime.close()]).then(() => undefined));
  });
}

if (!browser) test.skip("the desktop's adapters: no Chromium is available", () => undefined);
if (!runtimeFile) test.skip("on the real runtime: none lies in neutralino/bin", () => undefined);
