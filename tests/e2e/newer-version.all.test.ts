import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { shellFilesOf } from "../../scripts/build/worker-list.ts";
import { startSchool } from "../../scripts/school/start-school.ts";
import type { WorkerMessage } from "../../src/domain/worker-message.ts";
import type { ShellFiles } from "../../src/worker/shell-files.ts";
import { copySchool } from "./prepared-school.ts";
import { dana, test } from "./school.ts";
import { COURSE, heading, lessonAddress, signIn, WORKPLACE } from "./steps.ts";

test.use({ serviceWorkers: "allow" });

const BUILD = path.join(import.meta.dirname, "../../dist/online");

/**
 * Makes a release of a build in which the main script has other bytes, and so another name.
 * @returns the hash in its new name
 */
const release = async (folder: string): Promise<string> => {
  const file = (name: string) => path.join(folder, name);
  const page = await readFile(file("index.html"), "utf8");
  const [old = ""] = /main\.[\da-f]{6}\.js/.exec(page) ?? [];
  const text = `${await readFile(file(old), "utf8")}\n//2`;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 6);
  const name = old.replace(/[\da-f]{6}/, hash);
  await writeFile(file(name), text);
  for (const each of [old, `${old}.br`, `${old}.gz`, "index.html.br", "index.html.gz"]) {
    await rm(file(each), { force: true });
  }
  await writeFile(file("index.html"), page.replace(old, name));
  const worker = await readFile(file("worker.js"), "utf8");
  const known: ShellFiles = JSON.parse(worker.slice("self.SHELL=".length, worker.indexOf(";\n")));
  const names = known.files.map(
    (each) => each.replace(/\?.*/, "").replace(old, name) || "index.html",
  );
  const sources = new Map(
    await Promise.all(names.map(async (each) => [each, await readFile(file(each))] as const)),
  );
  const files = JSON.stringify(shellFilesOf(name, sources));
  // The browser may ask for the worker at any time. It must not get the old bytes with the new tag.
  for (const ending of ["br", "gz"]) await rm(file(`worker.js.${ending}`), { force: true });
  await writeFile(file("worker.new"), `self.SHELL=${files}${worker.slice(worker.indexOf(";\n"))}`);
  await rename(file("worker.new"), file("worker.js"));
  return hash;
};

const isOn = (page: Page) =>
  expect(page.getByRole("button", { name: "Save chapter for offline use" })).toBeVisible();
const offer = (page: Page) => page.getByRole("complementary", { name: "A newer version" });
/** How many tabs hold the files of their version. */
const holders = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.filter(({ name = "" }) => name.startsWith("shell/")).length;
  });
const shellFiles = (page: Page, start = "main") =>
  page.evaluate(
    async (name) =>
      (await (await caches.open("app.v1")).keys())
        .map(({ url }) => url)
        .filter((url) => url.includes(`/${name}.`) && url.endsWith(".js"))
        .map((url) => url.slice(-9)),
    start,
  );
const appCaches = (page: Page) =>
  page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith("app.")).toSorted(),
  );
const tellWorker = (page: Page, message: WorkerMessage) =>
  page.evaluate(async (told) => {
    (await navigator.serviceWorker.ready).active?.postMessage(told);
  }, message);

test("offers a newer version outside lessons, and deletes the old", async ({ context, page }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "learning-space-release-"));
  await cp(BUILD, folder, { recursive: true });
  const school = await startSchool({ dataDir: copySchool(), settings: { WEB_DIR: folder } });
  try {
    await signIn(page, dana, `${school.url}${COURSE}`);
    await isOn(page);
    // A second tab is in the middle of a lesson.
    const reading = await context.newPage();
    await reading.goto(`${school.url}${lessonAddress(WORKPLACE)}`);
    await expect(heading(reading)).toHaveText(WORKPLACE.title);
    for (const version of [0, 2]) {
      await page.evaluate((name) => caches.open(name), `app.v${version}`);
    }
    const hash = await release(folder);
    await page.reload();
    await expect(offer(page)).toContainText("A newer version of the app is ready.");
    await reading.reload();
    await expect(heading(reading)).toHaveText(WORKPLACE.title);
    await expect(offer(reading)).toHaveCount(0);
    // A tab that opens lets the old version clean up, which leaves the files of the waiting one.
    await tellWorker(page, { kind: "clean-up" });
    await tellWorker(page, { kind: "keep-texts", language: "fr" });
    await expect.poll(() => shellFiles(page, "inside-fr-json")).toHaveLength(1);
    expect(await shellFiles(page)).toHaveLength(2);
    await offer(page).getByRole("button", { name: "Use it now" }).click();
    await expect(offer(page)).toHaveCount(0);
    await isOn(page);
    // The tab with the lesson is of the old version, whose files stay for it.
    await expect(heading(reading)).toHaveText(WORKPLACE.title);
    expect(await shellFiles(page)).toHaveLength(2);
    await reading.close();
    // A page cleans up once, when it starts.
    await expect.poll(() => holders(page)).toBe(1);
    await page.reload();
    await expect.poll(() => shellFiles(page)).toEqual([`${hash}.js`]);
    // The files of an older worker go, too; those of one that is newer still are not its to delete.
    await expect.poll(() => appCaches(page)).toEqual(["app.v1", "app.v2"]);
  } finally {
    await school.stop({ keepData: false });
    await rm(folder, { recursive: true });
  }
});
