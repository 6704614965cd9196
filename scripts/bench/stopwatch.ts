import type { Page } from "playwright";

/** How long some work takes, in milliseconds. */
export const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};

/** Does some work several times, one after another. */
export const repeat = async <Result>(
  times: number,
  work: (run: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let run = 0; run < times; run += 1) results.push(await work(run));
  return results;
};

/** What the main part has to show: a text, or an element of a selector. */
type Awaited = { text: string; selector?: never } | { selector: string; text?: never };

/** Runs in the page: measures from the next click until the main part has the expected layout. */
const watchFor = ({ text, selector }: Awaited): void => {
  const watch = { from: Number.NaN, to: Number.NaN };
  Object.assign(window, { watch });
  const start = () => {
    watch.from = performance.now();
  };
  document.addEventListener("click", start, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    const main = document.querySelector("main");
    if (Number.isNaN(watch.from) || !main) return;
    if (text && !main.textContent.includes(text)) return;
    if (selector && !main.querySelector(selector)) return;
    observer.disconnect();
    main.getBoundingClientRect();
    watch.to = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
};

const elapsed = (): number | false => {
  const { watch } = window as unknown as { watch: { from: number; to: number } };
  return watch.to - watch.from || false;
};

/**
 * Measures how long the page takes to show something after a click, in milliseconds of its clock.
 * @param awaited must not be in the main part before the click
 * @param click makes exactly one click
 */
export const timeUntil = async (
  page: Page,
  awaited: Awaited,
  click: () => Promise<void>,
): Promise<number> => {
  await page.evaluate(watchFor, awaited);
  await click();
  const handle = await page.waitForFunction(elapsed, null, { polling: 50 });
  return Number(await handle.jsonValue());
};

/** What a page has painted while it was watched. */
export interface NotedFrames {
  /** Frames a second. */
  rate: number;
  /** The longest time between two frames, in milliseconds. */
  slowest: number;
  /** The longest task of the main thread of more than 50 ms, in milliseconds; 0 if none was. */
  task: number;
}

interface Noted {
  frames: number[];
  tasks: number[];
}

/** Begins to note the time of each frame, and long tasks. */
export const noteFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted: Noted = { frames: [], tasks: [] };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.tasks.push(duration);
    }).observe({ type: "longtask" });
    const frame = (time: number) => {
      noted.frames.push(time);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

/** What has been noted since `noteFrames`. */
export const readFrames = async (page: Page): Promise<NotedFrames> => {
  const { frames, tasks } = await page.evaluate(
    () => (window as unknown as { noted: Noted }).noted,
  );
  const steps = frames.slice(1).map((time, at) => time - (frames[at] ?? 0));
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000;
  return {
    rate: steps.length / seconds,
    slowest: Math.max(...steps),
    task: Math.max(0, ...tasks),
  };
};
