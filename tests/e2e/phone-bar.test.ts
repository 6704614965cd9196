import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { dana, PHONE, test } from "./school.ts";
import { COURSE, choose, heading, lessonAddress, openInside, signIn, WORKPLACE } from "./steps.ts";

const bar = (page: Page) => page.getByRole("navigation", { name: "Main pages" });
/** A badge is part of the name. */
const tab = (page: Page, name: string) =>
  bar(page).getByRole("link", { name: new RegExp(`^${name}(,|$)`) });
const marked = (page: Page) => bar(page).locator("[aria-current=page]");

/** The part of the screen that an element covers. */
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown.`);
  return { ...box, bottom: box.y + box.height };
};

test.describe("on a phone", () => {
  test.use(PHONE);

  test("a bar leads to the main pages, and marks the present one", async ({ page }) => {
    await signIn(page, dana);
    await expect(bar(page).getByRole("link")).toHaveText([
      "Courses",
      "Today",
      "Assignments",
      /^Messages/,
      "Me",
    ]);
    await expect(marked(page)).toHaveText("Courses");
    await tab(page, "Me").tap();
    await expect(marked(page)).toHaveText("Me");
    await expect(page.getByText("Student since")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your courses" })).toHaveCount(0);
    for (const name of ["Today", "Assignments", "Courses"]) {
      await tab(page, name).tap();
      await expect(marked(page)).toHaveText(name);
    }
    await openInside(page, lessonAddress(WORKPLACE));
    await expect(page.getByRole("article")).toBeVisible();
    await expect(marked(page)).toHaveText("Courses");
    for (const link of await bar(page).getByRole("link").all()) {
      const box = await link.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
    expect(await findings(page)).toEqual([]);

    await test.step("the bar covers neither the end of a page nor what gets the focus", async () => {
      const covered = await boxOf(page, "nav[aria-label='Main pages']");
      expect(covered.bottom).toBe(740);
      // Pictures that arrive make the page longer.
      const end = async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        return (await boxOf(page, "article")).bottom;
      };
      await expect.poll(end).toBeLessThanOrEqual(covered.y);
      const top = await page.getByRole("button", { name: "Back to top" }).boundingBox();
      expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThanOrEqual(covered.y);

      await page.evaluate(() => scrollTo(0, 0));
      const complete = page.getByRole("button", { name: /^(Mark as complete|Completed)/ });
      await complete.focus();
      const focused = await complete.boundingBox();
      expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(covered.y);
    });
  });

  test("begins a page that the bar leads to at its top, and returns to the place before", async ({
    page,
  }) => {
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const toEnd = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await signIn(page, dana, COURSE);
    await openInside(page, "/tls/progress");
    await expect(page.getByRole("heading", { name: "Your progress" })).toBeVisible();
    await toEnd();
    expect(await scrolled()).toBeGreaterThan(500);
    await tab(page, "Courses").tap();
    await expect(page.getByRole("heading", { name: "Your courses" })).toBeInViewport();
    expect(await scrolled()).toBe(0);
    await page.goBack();
    await expect(heading(page)).toHaveText("Today's class");
    await expect.poll(scrolled).toBeGreaterThan(500);
  });

  test("hides the bar while a keyboard is on the screen", async ({ page, student }) => {
    await signIn(page, student, "/tls/tutor-talk?new");
    await expect(bar(page)).toBeVisible();
    const subject = page.getByRole("textbox", { name: "Subject" });
    await subject.focus();
    // A keyboard makes the page lower.
    await page.setViewportSize({ width: 360, height: 420 });
    await expect(bar(page)).toBeHidden();
    await page.getByRole("button", { name: "Send" }).tap();
    await expect(subject).toHaveAttribute("aria-invalid", "true");
    await page.evaluate(() => scrollTo(0, 200));
    await expect(page.getByRole("button", { name: "Back to top" })).toBeHidden();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(bar(page)).toBeVisible();
  });

  test("each name has room in its part of the bar, also a long one in large text", async ({
    page,
    student,
  }) => {
    await signIn(page, student);
    await choose(page, "Language", "Français");
    const french = page.getByRole("navigation", { name: "Pages principales" });
    await expect(french.getByRole("link").nth(1)).toHaveText("Aujourd’hui");
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const beyond = await french
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.scrollWidth - link.clientWidth));
    // The two widths are rounded.
    expect(Math.max(...beyond)).toBeLessThanOrEqual(1);
    const last = await french.getByRole("link").last().boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(360);
  });
});

test("loads the bar in a narrow window only", async ({ page, student }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await signIn(page, student);
  await page.waitForLoadState("networkidle");
  await expect(bar(page)).toHaveCount(0);
  expect(loaded.filter((url) => /\/phone\./.test(url))).toEqual([]);
  await page.setViewportSize({ width: 500, height: 740 });
  await expect(bar(page)).toBeVisible();
  await page.setViewportSize({ width: 992, height: 740 });
  await expect(bar(page)).toBeVisible();
  await page.setViewportSize({ width: 993, height: 740 });
  await expect(bar(page)).toHaveCount(0);
});
