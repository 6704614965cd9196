import { spawn } from "node:child_process";
import { appendFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, slowLine } from "./browser.ts";
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

/** Waits until all pictures of the open lesson are shown. */
const picturesShown = (page: Page) =>
  page.waitForFunction(() => {
    const title = document.querySelector("#content h1");
    const pictures = [...document.querySelectorAll<HTMLImageElement>("#content img[data-asset]")];
    return title !== null && pictures.every((picture) => picture.complete && picture.src);
  });

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
    const { page } = await openPage(context, slowLine);
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

/** Measures what pictures cost: the time until they are seen, and the import. */
export const measurePictures = async (): Promise<Figures> => {
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
