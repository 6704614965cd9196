import type { Page } from "playwright/test";

/** A phone of the smallest common size, held upright. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

interface Point {
  x: number;
  y: number;
}

/** How long a finger takes for a drag, in seconds. */
const DRAG_SECONDS = 0.2;

/**
 * Drags a finger over the screen. The browser gets the touches as from a touch screen, with the times of a quick
 * drag: on a machine with other work they arrive more slowly, and a slow drag is none that turns a page.
 */
export const drag = async (page: Page, from: Point, to: Point): Promise<void> => {
  const touch = await page.context().newCDPSession(page);
  const at = (part: number) => [
    { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
  ];
  const began = Date.now() / 1000;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : at(part),
      timestamp: began + part * DRAG_SECONDS,
    });
  await send("touchStart", 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await send("touchMove", part);
  await send("touchEnd", 1);
  await touch.detach();
};

/** Swipes from the middle of the screen to one side. */
export const swipe = (page: Page, to: "left" | "right", y = 420): Promise<void> =>
  drag(page, { x: 180, y }, { x: to === "left" ? 60 : 300, y: y + 5 });
