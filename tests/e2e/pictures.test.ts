import { expect, type Locator, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const enlarge = (page: Page) => page.getByRole("button", { name: /^Enlarge picture: / }).first();
const dialog = (page: Page) => page.getByRole("dialog");
const picture = (page: Page) => dialog(page).getByRole("img");
const scale = (page: Page) => dialog(page).locator("output");

const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0;
const leftOf = async (element: Locator) => (await element.boundingBox())?.x ?? 0;

/** Opens the first picture of the lesson. */
const open = async (page: Page) => {
  await enlarge(page).click();
  await expect(picture(page)).toBeVisible();
  await expect(scale(page)).toHaveText("100%");
  // Its place depends on its size.
  await picture(page).evaluate((element) => (element as HTMLImageElement).decode());
};

const close = async (page: Page) => {
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(enlarge(page)).toBeFocused();
};

test("opens a picture, and returns the focus", { tag: "@runtime" }, async ({ page }) => {
  await test.step("the focus returns to the button even when it is pressed again while the picture opens", async () => {
    const release = await holdBack(page, /\/tls\/study\.\w+\.js$/);
    await signIn(page, admin, lessonAddress(WORKPLACE));
    await expect(enlarge(page)).toBeVisible();
    await page.getByRole("figure").getByRole("img").first().click();
    await page.mouse.down();
    await release();
    await expect(picture(page)).toBeVisible();
    await page.mouse.up();
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(enlarge(page)).toBeFocused();
  });

  await test.step("a picture opens over the page by its button or by a click on it, and returns the focus", async () => {
    const inLesson = page.getByRole("figure").getByRole("img").first();
    await enlarge(page).press("Enter");
    await expect(dialog(page).getByRole("heading")).toBeFocused();
    await expect(picture(page)).toBeVisible();
    const small = await widthOf(inLesson);
    // It gets its size when it is decoded.
    await expect.poll(() => widthOf(picture(page))).toBeGreaterThan(small);
    await close(page);
    await inLesson.dblclick();
    await expect(dialog(page)).toHaveCount(1);
    await close(page);
  });
});

test("zooms a picture by keys, wheel and touch", async ({ page }) => {
  await signIn(page, admin, lessonAddress(WORKPLACE));

  await test.step("keys and buttons zoom the picture, move it and reset it", async () => {
    await open(page);
    const whole = await widthOf(picture(page));
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await expect(scale(page)).toHaveText("225%");
    // The drawing itself is enlarged, so it stays sharp.
    await expect.poll(() => widthOf(picture(page))).toBeCloseTo(whole * 2.25, 0);
    const left = await leftOf(picture(page));
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => leftOf(picture(page))).toBeCloseTo(left - 60, 0);
    await page.keyboard.press("0");
    await expect(scale(page)).toHaveText("100%");
    await dialog(page).getByRole("button", { name: "Zoom in" }).click();
    await expect(scale(page)).toHaveText("150%");
    await dialog(page).getByRole("button", { name: "Whole picture" }).click();
    await expect(scale(page)).toHaveText("100%");
    await close(page);
  });

  await test.step("the mouse wheel zooms at the pointer, and dragging moves the picture", async () => {
    await open(page);
    const box = await picture(page).boundingBox();
    if (!box) throw new Error("no picture");
    const [x, y] = [box.x + box.width * 0.75, box.y + box.height / 2];
    await page.mouse.dblclick(x, y);
    await expect(scale(page)).toHaveText("250%");
    // The point under the pointer has not moved.
    await expect
      .poll(async () =>
        ((x - (await leftOf(picture(page)))) / (await widthOf(picture(page)))).toFixed(2),
      )
      .toBe("0.75");
    const left = await leftOf(picture(page));
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => leftOf(picture(page))).toBeCloseTo(left + 40, 0);

    await page.keyboard.down("Control");
    await page.mouse.wheel(0, 1000);
    await page.keyboard.up("Control");
    await expect(scale(page)).toHaveText("100%");
    // The browser's own zoom is unchanged.
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    await close(page);
  });

  await test.step("two fingers and a double tap zoom the picture, and nothing overflows the screen", async () => {
    const touch = await page.context().newCDPSession(page);
    await touch.send("Emulation.setDeviceMetricsOverride", {
      ...{ width: 360, height: 740 },
      deviceScaleFactor: 1,
      mobile: true,
    });
    await touch.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    await open(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", apart = 0) => {
      const touchPoints = [180 - apart / 2, 180 + apart / 2].map((x, id) => ({ x, y: 350, id }));
      return touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : touchPoints,
      });
    };
    await send("touchStart", 60);
    for (const apart of [80, 100, 120]) await send("touchMove", apart);
    await send("touchEnd");
    await expect(scale(page)).toHaveText("200%");

    await page.keyboard.press("0");
    // Sent together: two taps are a double tap only if little time is between them.
    await Promise.all(
      (["touchStart", "touchEnd", "touchStart", "touchEnd"] as const).map((type) => {
        const touchPoints = type === "touchStart" ? [{ x: 180, y: 350 }] : [];
        return touch.send("Input.dispatchTouchEvent", { type, touchPoints });
      }),
    );
    await expect(scale(page)).toHaveText("250%");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    expect(await findings(page)).toEqual([]);
    await touch.send("Emulation.setTouchEmulationEnabled", { enabled: false });
    await touch.send("Emulation.clearDeviceMetricsOverride");
    await touch.detach();
    await close(page);
  });

  await test.step("a picture that cannot be fetched is reported in its place, and cannot be enlarged", async () => {
    await page.route("**/api/assets/fetchData?*", (route) => route.abort("connectionreset"));
    await page.reload();
    await expect(page.getByText("This picture could not be fetched.").first()).toBeVisible();
    await expect(enlarge(page)).toHaveCount(0);
  });
});
