import type { Page } from "playwright";
import { afterAll, test } from "vitest";
import type { Folder } from "../../../src/platform/ports.ts";
import { folderSuite } from "../folder-suite.ts";
import { runtimeFile, runtimes } from "../host/start-runtime.ts";
import { browser } from "./open-page.ts";

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

if (!browser) test.skip("the desktop's adapters: no Chromium is available", () => undefined);
if (!runtimeFile) test.skip("on the real runtime: none lies in neutralino/bin", () => undefined);
