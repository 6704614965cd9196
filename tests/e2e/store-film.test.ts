import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { S3Server } from "../server/support/s3-server.ts";
import { Line } from "../support/line.ts";
import { goTo, PIVOT, player, ready } from "./film.ts";
import { copySchool } from "./prepared-school.ts";
import { admin, test as schoolTest } from "./school.ts";
import { signIn } from "./steps.ts";

/** The built app with the policy that a build with `STORE_URL` has. */
const webDirFor = (runtime: string, origin: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "web-"));
  cpSync(runtime === "react" ? "dist/online-react" : "dist/online", folder, { recursive: true });
  const page = path.join(folder, "index.html");
  const built = readFileSync(page, "utf8");
  writeFileSync(page, built.replace("media-src 'self' blob:", `$& ${origin}`));
  for (const form of ["br", "gz"]) rmSync(`${page}.${form}`);
  return folder;
};

interface StoreSchool {
  /** The store's line to the browser. The school has one of its own. */
  line: Line;
  /** Moves the school's files to the bucket. */
  migrate: () => Promise<unknown>;
}

const test = schoolTest.extend<StoreSchool & { bucket: Record<string, string>; place: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  bucket: async ({}, use) => {
    const store = await S3Server.start();
    await use(store.variables);
    await store.stop();
  },
  line: async ({ bucket }, use) => {
    const endpoint = new URL(bucket.STORE_URL ?? "").searchParams.get("endpoint") ?? "";
    const line = await Line.open(endpoint);
    await use(line);
    await line.cut();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  place: async ({}, use) => use(copySchool()),
  school: async ({ bucket, line, place }, use, { project }) => {
    const webDir = webDirFor(project.name, line.url);
    const school = await startSchool({
      dataDir: place,
      settings: { ...withCdn(bucket, line), WEB_DIR: webDir },
    });
    await use(school.url);
    await school.stop({ keepData: false });
    rmSync(webDir, { recursive: true });
  },
  migrate: async ({ bucket, place }, use) =>
    use(() =>
      promisify(execFile)(process.execPath, ["src/server/cli.ts", "store", "migrate"], {
        env: { ...process.env, ...bucket, DATA_DIR: place },
      }),
    ),
});

const withCdn = (bucket: Record<string, string>, line: Line): Record<string, string> => ({
  ...bucket,
  STORE_URL: `${bucket.STORE_URL}&cdn=${line.url}`,
});

// The worker keeps the page of the build, which has another policy.
test.use({ serviceWorkers: "block" });

test("plays a film from the store, or from the school", { tag: "@all" }, async ({
  page,
  line,
  migrate,
}) => {
  let sent: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin === line.url || url.pathname.endsWith("/assets/fetchData")) sent.push(url);
  });
  // Playwright switches the browser's cache off for a page with routes.
  await page.route("**/nothing", (route) => route.continue());
  const fromStore = () => sent.filter(({ origin }) => origin === line.url);

  await test.step("from the school's disk while it is still there", async () => {
    await signIn(page, admin, PIVOT);
    await ready(page);
    expect(sent.length).toBeGreaterThan(0);
    expect(fromStore()).toEqual([]);
  });

  await test.step("from the store once it is there, also its end", async () => {
    await migrate();
    sent = [];
    await page.reload();
    await ready(page);
    await goTo(page, 12);
    await expect.poll(async () => (await player(page)).time).toBe(12);
    expect(fromStore().length).toBeGreaterThan(0);
  });

  await test.step("from the school where a network does not let the store through", async () => {
    await line.cut();
    sent = [];
    await page.reload();
    await ready(page);
    await goTo(page, 12);
    await expect.poll(async () => (await player(page)).time).toBe(12);
    // Pictures of the lesson are fetched meanwhile.
    expect(sent.map(({ searchParams }) => searchParams.get("via"))).toContain("school");
  });
});
