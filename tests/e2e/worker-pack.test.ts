import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { SEPARATOR } from "../../src/worker/unpack.ts";
import { copySchool } from "./prepared-school.ts";
import { dana, test } from "./school.ts";
import { heading, signIn } from "./steps.ts";

test.use({ serviceWorkers: "allow" });

const BUILD = path.join(import.meta.dirname, "../../dist/online");

/** A school with a build of its own, in which tests change files. */
const withBuild = async (
  change: (folder: string, pack: string) => Promise<void>,
  use: (school: string, packed: readonly string[]) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), "learning-space-pack-"));
  await cp(BUILD, folder, { recursive: true });
  const pack =
    (await readdir(folder)).find((name) => /^further\.[\da-f]{8}\.txt$/.test(name)) ?? "";
  const parts = (await readFile(path.join(folder, pack), "utf8")).split(SEPARATOR);
  const packed = parts.filter((_, at) => at % 2 === 0 && at < parts.length - 1);
  await change(folder, pack);
  const school = await startSchool({ dataDir: copySchool(), settings: { WEB_DIR: folder } });
  try {
    await use(school.url, packed);
  } finally {
    await school.stop({ keepData: false });
    await rm(folder, { recursive: true });
  }
};

/** The names of the files that the worker has, once it answers for the app. */
const kept = async (page: Page): Promise<string[]> => {
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration("/tls/"))?.active?.state,
      ),
    )
    .toBe("activated");
  return page.evaluate(async () =>
    (await (await caches.open("app.v1")).keys()).map(({ url }) =>
      new URL(url).pathname.replace("/tls/", ""),
    ),
  );
};

const removeAll = async (folder: string, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    for (const ending of ["", ".br", ".gz", ".dcb"]) {
      await rm(path.join(folder, name + ending), { force: true });
    }
  }
};

test("a browser that has nothing of the app yet gets all further screens in one file", async ({
  context,
  page,
}) => {
  const isAsked = (name: string) => /^(?:tutor-talk|reference|measuring|video)\./.test(name);
  await withBuild(
    // The school has these files in the pack alone.
    async (folder) => removeAll(folder, (await readdir(folder)).filter(isAsked)),
    async (school, packed) => {
      await signIn(page, dana, `${school}/tls/profile`);
      expect(await kept(page)).toEqual(expect.arrayContaining([...packed]));
      expect(packed.filter(isAsked).length).toBeGreaterThan(5);
      await context.setOffline(true);
      await page.goto(`${school}/tls/glossary`);
      await expect(heading(page)).toHaveText("Glossary");
      await expect(page.getByRole("searchbox")).toBeVisible();
    },
  );
});

test("what a pack lacks or has damaged comes file by file, and nothing else in it is kept", async ({
  page,
}) => {
  await withBuild(
    async (folder, pack) => {
      const file = path.join(folder, pack);
      const [name = "", text = "", ...rest] = (await readFile(file, "utf8")).split(SEPARATOR);
      const parts = ["strange.0a1b2c3d.js", "alert(1)", name, `${text} `, ...rest];
      await removeAll(folder, [pack]);
      const broken = parts.join(SEPARATOR);
      await writeFile(file, broken.slice(0, broken.length / 2));
    },
    async (school, packed) => {
      await signIn(page, dana, `${school}/tls/profile`);
      const names = await kept(page);
      expect(names).toEqual(expect.arrayContaining([...packed]));
      expect(names).not.toContain("strange.0a1b2c3d.js");
      const name = packed[0] ?? "";
      const text = await page.evaluate(
        async (url) => (await (await caches.open("app.v1")).match(url))?.text(),
        `/tls/${name}`,
      );
      expect(text).toBe(await readFile(path.join(BUILD, name), "utf8"));
    },
  );
});

test("a school whose server has no pack gives the files one by one", async ({ page }) => {
  await withBuild(
    (folder, pack) => removeAll(folder, [pack]),
    async (school, packed) => {
      await signIn(page, dana, `${school}/tls/profile`);
      expect(await kept(page)).toEqual(expect.arrayContaining([...packed]));
    },
  );
});
