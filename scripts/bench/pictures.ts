import { spawn } from "node:child_process";
import { appendFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, type Request, slowLine } from "./browser.ts";
import { median } from "./median.ts";
import type { Figures } from "./report.ts";

const RUNS = 3;
const RESOURCES = path.join(import.meta.dirname, "../../resources");
const COURSE = "/tls/lessons/PM/PMB";
const FIRST = "workplace";

/** Photos with what a phone shows of them, which the demo's lessons do not have. */
const PHOTOS = ["cutting-layout.jpg", "side-seam.jpg", "tape-level.jpg"];

/** Signs in before the page is opened, as on a later visit. */
const signInBefore = async (context: BrowserContext, url: string): Promise<void> => {
  const sessionId = "bench".padEnd(64, "0");
  const answer = await context.request.post(`${url}/api/user/login`, {
    data: { username: "admin", password: "demo-admin", sessionId },
  });
  const { token, user } = await answer.json();
  await context.addInitScript(
    (kept) => localStorage.setItem("session.v1", kept),
    JSON.stringify({ token, user, sessionId }),
  );
};

/** The content that is fetched for lessons, without the app itself and without progress. */
const isContent = ({ url }: Request): boolean =>
  /^\/api\/(products|assets|menu|glossary)\b/.test(new URL(url).pathname);

/** Waits until all pictures of the open lesson are shown. */
const picturesShown = (page: Page) =>
  page.waitForFunction(() => {
    const title = document.querySelector("#content h1");
    const pictures = [...document.querySelectorAll<HTMLImageElement>("#content img[data-asset]")];
    return title !== null && pictures.every((picture) => picture.complete && picture.src);
  });

/**
 * Reads a course through from its first lesson to its last, with all pages, on a phone with an empty
 * cache.
 * @returns the bytes of lessons and pictures with their headers, and the number of lessons
 */
const readThrough = async (url: string): Promise<{ bytes: number; lessons: number }> => {
  const { browser, context } = await openBrowser();
  try {
    await signInBefore(context, url);
    const { page, requests } = await openPage(context);
    await page.goto(`${url}${COURSE}/${FIRST}`);
    const titles = new Set<string>();
    for (;;) {
      await picturesShown(page);
      await page.waitForLoadState("networkidle");
      titles.add((await page.getByRole("heading", { level: 1 }).textContent()) ?? "");
      const nextPage = page.getByRole("button", { name: "Next page" });
      if ((await nextPage.count()) > 0 && (await nextPage.isEnabled())) {
        if ((await nextPage.getAttribute("aria-disabled")) !== "true") {
          await nextPage.click();
          continue;
        }
      }
      const next = page.getByRole("link", { name: "Next lesson" });
      if ((await next.count()) === 0) break;
      const before = page.url();
      await next.click();
      await page.waitForURL((address) => address.href !== before);
    }
    const bytes = requests.filter(isContent).reduce((total, { lineBytes }) => total + lineBytes, 0);
    return { bytes, lessons: titles.size };
  } finally {
    await browser.close();
  }
};

/** Makes a copy of the demo school whose first lesson has photos. */
const schoolWithPhotos = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), "photos-"));
  await cp(path.join(RESOURCES, "demo-school"), folder, { recursive: true });
  for (const name of PHOTOS) {
    await cp(path.join(RESOURCES, "demo-class", name), path.join(folder, "PM/assets", name));
  }
  await appendFile(
    path.join(folder, `PM/lessons/${FIRST}.md`),
    PHOTOS.map((name) => `\n![Photo](${name})\n`).join(""),
  );
  return folder;
};

interface Paint {
  largest: number;
  shift: number;
}

/** Opens the lesson with photos on the slow line with an empty cache. */
const openLesson = async (url: string): Promise<Paint> => {
  const { browser, context } = await openBrowser();
  try {
    await signInBefore(context, url);
    const { page, requests } = await openPage(context, slowLine);
    await page.addInitScript(() => {
      const seen = { largest: 0, shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.largest = startTime;
      }).observe({ type: "largest-contentful-paint", buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${url}${COURSE}/${FIRST}`);
    await picturesShown(page);
    await page.waitForLoadState("networkidle");
    if (process.env.BENCH_REQUESTS) {
      const start = requests[0]?.sent ?? 0;
      for (const { url: address, sent, arrived, lineBytes } of requests) {
        const name = new URL(address).pathname + new URL(address).search;
        console.log(
          `  ${Math.round(sent - start)}–${Math.round(arrived - start)} ms ${lineBytes} ${name}`,
        );
      }
    }
    return await page.evaluate(() => (window as unknown as { seen: Paint }).seen);
  } finally {
    await browser.close();
  }
};

/** Imports a folder. @returns seconds */
const importFolder = async (folder: string, dataDir: string): Promise<number> => {
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, ["src/server/cli.ts", "content", "import", folder], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
      stdio: "ignore",
    });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`import: ${code}`))));
  });
  return (performance.now() - start) / 1000;
};

/** Measures what pictures cost: bytes, the time until they are seen, and the import. */
export const measurePictures = async (): Promise<Figures> => {
  const demo = await startSchool();
  const read = await readThrough(demo.url).finally(() => demo.stop());
  console.log(`  ${read.lessons} lessons of PMB`);

  const folder = await schoolWithPhotos();
  const dataDir = await mkdtemp(path.join(tmpdir(), "import-"));
  try {
    const first = await importFolder(folder, dataDir);
    const again = await importFolder(folder, dataDir);
    const school = await startSchool({ folder });
    const paints: Paint[] = [];
    try {
      for (let run = 0; run < RUNS; run += 1) paints.push(await openLesson(school.url));
    } finally {
      await school.stop();
    }
    console.log(`  first import ${first.toFixed(1)} s, again ${again.toFixed(1)} s`);
    return {
      "the demo course read through": read.bytes,
      "largest paint of a lesson with pictures, first visit": median(
        paints.map(({ largest }) => largest),
      ),
      "layout shift of a lesson with pictures": Math.max(...paints.map(({ shift }) => shift)),
      "an unchanged import against the first": again / first,
    };
  } finally {
    await rm(folder, { recursive: true });
    await rm(dataDir, { recursive: true });
  }
};
