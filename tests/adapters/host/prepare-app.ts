import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/**
 * Folders for a runtime: an app with a page and a script, and an empty data folder. Both are
 * deleted after the test.
 */
export const prepareApp = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "runtime-"));
  const [documentRoot, dataHome] = [path.join(folder, "app"), path.join(folder, "data")];
  mkdirSync(documentRoot);
  mkdirSync(dataHome);
  writeFileSync(path.join(documentRoot, "index.html"), "the app");
  writeFileSync(path.join(documentRoot, "page.js"), "the script");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { documentRoot, dataHome };
};
