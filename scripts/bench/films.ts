import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, firefox, type Page } from "playwright";
import { findFirefox } from "../browser/find-browsers.ts";
import { launchChromium } from "../browser/launch-chromium.ts";
import { openApi, type SchoolApi, startSchool } from "../school/start-school.ts";
import { type Figures, SkippedError } from "./report.ts";
import { openSignedIn } from "./student.ts";
import { openThrottledLine } from "./throttled-line.ts";

const DEMO = path.join(import.meta.dirname, "../../resources/demo-school");
const LESSON = "workplace";
const CONVERTED_WITHIN_MS = 300_000;
const WATCHED_MS = 60_000;

/** A film of 75 s with noise, which is as hard to make small as one of a pair of hands. */
const makeFilm = (to: string): void => {
  const picture = "testsrc2=size=1280x720:rate=25:duration=75,noise=alls=12:allf=t";
  execFileSync("ffmpeg", [
    ...`-v error -f lavfi -i ${picture} -f lavfi -i sine=duration=75`.split(" "),
    ...`-c:v libx264 -preset ultrafast -b:v 3M -pix_fmt yuv420p -c:a aac ${to}`.split(" "),
  ]);
};

const waitForForms = async (api: SchoolApi): Promise<void> => {
  const end = performance.now() + CONVERTED_WITHIN_MS;
  while (performance.now() < end) {
    const { forms } = await api.get<{ forms: unknown[] }>(
      "/assets/ticket?product=PM&title=long.mp4",
    );
    if (forms.length > 0) return;
    await pause(1000);
  }
  throw new Error("The forms of the film were not made.");
};

/** Runs in the page: notes the first picture after a click, and how often the film stops from there. */
const watchFilm = (): void => {
  const watch = { clicked: 0, first: 0, stalls: 0 };
  Object.assign(window, { watch });
  const onClick = () => {
    watch.clicked = performance.now();
  };
  document.addEventListener("click", onClick, { capture: true, once: true });
  const onPlaying = () => {
    watch.first ||= performance.now() - watch.clicked;
  };
  document.addEventListener("playing", onPlaying, true);
  const onWaiting = () => {
    if (watch.first > 0) watch.stalls += 1;
  };
  document.addEventListener("waiting", onWaiting, true);
};

const noteWatch = (page: Page) =>
  page.evaluate(() => ({
    ...(window as unknown as { watch: { first: number; stalls: number } }).watch,
    at: document.querySelector("video")?.currentTime ?? 0,
  }));

/** Watches the film for a minute on the slow line. */
const watch = async (browser: Browser, school: string) => {
  await using line = await openThrottledLine(school);
  const context = await browser.newContext({ serviceWorkers: "block", locale: "en-US" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const saving = { saveData: true, effectiveType: "2g" };
    Object.defineProperty(navigator, "connection", { value: saving, configurable: true });
  });
  await openSignedIn(page, line.url, "admin");
  await page.goto(`${line.url}/tls/lessons/PM/PMB/${LESSON}`);
  const play = page.getByRole("button", { name: /^Play the video: Long/ });
  await play.waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(watchFilm);
  line.slowDown();
  await play.click();
  await page.waitForFunction(() => {
    const { watch } = window as unknown as { watch: { first: number } };
    return watch.first > 0;
  });
  await pause(WATCHED_MS);
  const { first, stalls, at } = await noteWatch(page);
  await context.close();
  return { first, stalls: stalls + (at < WATCHED_MS / 1000 - 5 ? 1 : 0) };
};

/**
 * Measures the small form of a film on 400 kbit/s and 400 ms, from the press of its button: the first picture, and how
 * often it stops in a minute.
 * @throws SkippedError without ffmpeg or Firefox
 */
export const measure = async (): Promise<Figures> => {
  if (spawnSync("ffmpeg", ["-version"]).status !== 0) {
    throw new SkippedError("This machine has no ffmpeg.");
  }
  const executablePath = findFirefox();
  if (!executablePath) throw new SkippedError("No Firefox was found.");
  const folder = mkdtempSync(path.join(tmpdir(), "films-"));
  try {
    cpSync(DEMO, folder, { recursive: true });
    makeFilm(path.join(folder, "PM/assets/long.mp4"));
    appendFileSync(path.join(folder, `PM/lessons/${LESSON}.md`), "\n![Long](long.mp4)\n");
    await using school = await startSchool({ folder });
    await waitForForms(await openApi(school.url, "admin"));
    const figures: Figures = {};
    const launchFirefox = () => firefox.launch({ executablePath, channel: "moz-firefox" });
    for (const [name, launch] of [
      ["Chromium", launchChromium],
      ["Firefox", launchFirefox],
    ] as const) {
      const browser = await launch();
      const { first, stalls } = await watch(browser, school.url);
      await browser.close();
      figures[`a film's first picture, ${name}`] = first;
      figures[`a film's stops in a minute, ${name}`] = stalls;
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
