import type { Page } from "playwright";

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
