import type { Page } from "playwright";
import type { SchoolApi } from "../../school/start-school.ts";
import { setLine, slowLine } from "../browser.ts";
import { type Figures, median } from "../report.ts";
import { noteFrames, readFrames, repeat } from "../stopwatch.ts";
import { onTablet, stage, toDesk } from "./desk-screens.ts";

const RUNS = 3;
const STROKES = 6;
/** A pen reports its place about so often in a stroke of a second. */
const POINTS = 120;
const POINT_MS = 8;

/** Runs in the page: moves a pen as fast as a hand does, in events of the page's own. */
const drawStroke = async ([stroke, points, pointMs]: readonly [number, number, number]) => {
  const area = document.querySelector("[role=application]");
  if (!area) throw new Error("There is nothing to draw on");
  const { left, top, width, height } = area.getBoundingClientRect();
  const send = (type: string, at: number, buttons: number) => {
    const part = at / points;
    const clientX = left + width * (0.15 + 0.7 * part);
    const wave = Math.sin(part * 20 + stroke) * 0.1;
    const clientY = top + height * (0.2 + 0.1 * stroke + wave);
    const shared = { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1 };
    const pen = { pointerType: "pen", button: type === "pointermove" ? -1 : 0, buttons };
    area.dispatchEvent(new PointerEvent(type, { ...shared, ...pen, clientX, clientY }));
  };
  send("pointerdown", 0, 1);
  const start = performance.now();
  for (let at = 1; at < points; at += 1) {
    // What the clock has passed is sent at once, as a browser does.
    const left = start + at * pointMs - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    send("pointermove", at, 1);
  }
  send("pointerup", points, 0);
};

const drawnShapes = (page: Page): Promise<number> =>
  page.getByText(/^Drawn on this page: \d+$/).count();

const measureOnce = (url: string) =>
  onTablet(url, async ({ page, cdp }) => {
    await toDesk(page).click();
    await page.locator("main ol li a").first().click();
    await stage(page).waitFor();
    await page
      .getByRole("button", { name: "Pen", exact: true })
      .or(page.getByRole("radio", { name: "Pen", exact: true }))
      .first()
      .click();
    await setLine(cdp, { latency: 0, speed: 0, slowdown: slowLine.slowdown });
    await noteFrames(page);
    for (let stroke = 0; stroke < STROKES; stroke += 1) {
      await page.evaluate(drawStroke, [stroke, POINTS, POINT_MS] as const);
    }
    const noted = await readFrames(page);
    if ((await drawnShapes(page)) === 0) throw new Error("Nothing was drawn");
    return noted;
  });

/**
 * Draws strokes with a pen on a photo, on a tablet whose processor is four times slower. The median of
 * several runs. Tasks of up to 50 ms count as none.
 */
export const measurePen = async ({ url }: SchoolApi): Promise<Figures> => {
  const runs = await repeat(RUNS, () => measureOnce(url));
  for (const { rate, slowest, task } of runs) {
    console.log(
      `    pen: ${rate.toFixed(1)} frames a second, longest between two ${slowest.toFixed(0)} ms, longest task ${task.toFixed(0)} ms`,
    );
  }
  return {
    "pen strokes with a processor 4 times slower": median(runs.map(({ rate }) => rate)),
    "the longest task while drawing": median(runs.map(({ task }) => task)),
  };
};
