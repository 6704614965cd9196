import type { Page } from "playwright/test";

/** A phone of the smallest common size, held upright. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

interface Point {
  x: number;
  y: number;
}

/** Drags a finger over the screen. The browser gets the touches as from a touch screen. */
export const drag = async (page: Page, from: Point, to: Point): Promise<void> => {
  const touch = await page.context().newCDPSession(page);
  const at = (part: number) => [
    { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
  ];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await touch.detach();
};

/** Swipes from the middle of the screen to one side. */
export const swipe = (page: Page, to: "left" | "right", y = 420): Promise<void> =>
  drag(page, { x: 180, y }, { x: to === "left" ? 60 : 300, y: y + 5 });
