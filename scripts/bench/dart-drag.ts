import type { Page } from "playwright";
import { openPage, openPhone, setLine, slowLine } from "./browser.ts";
import { type Figures, median } from "./report.ts";
import { type NotedFrames, noteFrames, readFrames, repeat } from "./stopwatch.ts";
import { openSignedIn } from "./student.ts";

const RUNS = 3;
const LESSON = "/tls/lessons/PM/PMB/dart-slash";
/** How often a finger reports its place, and for how long. */
const POINTS = 400;
const POINT_MS = 8;

/** Runs in the page: drags the dart nearly twice round the bust point, in events of the page's own. */
const dragRound = async ([run, points, pointMs]: readonly [number, number, number]) => {
  const handle = document.querySelector("svg [role=slider]");
  const picture = handle?.closest("svg");
  if (!handle || !picture) throw new Error("There is no dart to drag.");
  const { left, top, width, height } = picture.getBoundingClientRect();
  const send = (type: string, at: number, buttons: number) => {
    const turn = (3.2 * (at / points) + run) * Math.PI;
    handle.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, cancelable: true, isPrimary: true, pointerType: "touch", buttons },
        clientX: left + width * (0.5 + 0.4 * Math.cos(turn)),
        clientY: top + height * (0.5 + 0.4 * Math.sin(turn)),
      }),
    );
  };
  const start = performance.now();
  for (let at = 0; at < points; at += 1) {
    // What the clock has passed is sent at once, as a browser does.
    const left = start + at * pointMs - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    send("pointermove", at, 1);
  }
};

const measureOnce = async (page: Page, run: number): Promise<NotedFrames> => {
  await noteFrames(page);
  const before = await page.locator("svg [role=slider]").getAttribute("aria-valuenow");
  await page.evaluate(dragRound, [run, POINTS, POINT_MS] as const);
  const noted = await readFrames(page);
  const after = await page.locator("svg [role=slider]").getAttribute("aria-valuenow");
  if (before === after) throw new Error("The dart has not moved.");
  return noted;
};

/** Drags a dart round the bust point on a phone whose processor is four times slower: the median of several runs. */
export const measureDartDrag = async (school: string): Promise<Figures> => {
  await using phone = await openPhone();
  const { page, cdp } = await openPage(phone.context);
  await openSignedIn(page, school, "admin");
  await page.goto(school + LESSON);
  await page.locator("svg [role=slider]").waitFor();
  await setLine(cdp, { latency: 0, speed: 0, slowdown: slowLine.slowdown });
  const runs = await repeat(RUNS, (run) => measureOnce(page, run));
  return {
    "a dart dragged": median(runs.map(({ rate }) => rate)),
    "longest task while a dart is dragged": median(runs.map(({ task }) => task)),
  };
};
