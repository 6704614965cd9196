import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { test } from "./school.ts";
import { speak } from "./speak.ts";
import { COURSE, choose, heading, openInside, signIn, submitSignIn, WORKPLACE } from "./steps.ts";

const scrolled = (page: Page) => page.evaluate(() => scrollY);
const scrollDown = (page: Page, top: number) => page.evaluate((y) => scrollTo({ top: y }), top);

test("shows name, contacts and a title around every screen", async ({ page, student }) => {
  await page.goto("/tls/");
  await test.step("nothing is wider than a screen of 360, 768 or 1280 pixels", async () => {
    await test.step("every screen's title names the screen and the school", async () => {
      const isTitled = (title: string) => expect(page).toHaveTitle(`${title} · Selvedge School`);
      const fits = async (what: string) => {
        for (const width of [1280, 768, 360]) {
          await page.setViewportSize({ width, height: 740 });
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
              message: `${what} at ${width} pixels`,
            })
            .toBeLessThanOrEqual(0);
        }
      };
      await isTitled("Sign in");
      await fits("sign-in");
      await submitSignIn(page, student);
      await expect(heading(page)).toHaveText("Profile");
      await isTitled("Profile");
      await fits("profile");
      await choose(page, "Courses", "Pattern making basics");
      await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
      await isTitled("Pattern making basics");
      await fits("tiles");
      await page.getByRole("link", { name: WORKPLACE.title }).click();
      await expect(page.getByRole("figure").getByRole("img")).toHaveJSProperty("complete", true);
      await isTitled(WORKPLACE.title);
      await fits("lesson");
      await choose(page, "Language", "עברית");
      await expect(heading(page)).toHaveText("מקום העבודה שלכם");
      await isTitled("מקום העבודה שלכם");
      await fits("lesson in Hebrew");
    });
  });

  await test.step("beyond 30 pixels a button leads back to the top", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await speak(page, "en");
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    const button = page.getByRole("button", { name: "Back to top" });
    await expect(button).toHaveCount(0);
    await scrollDown(page, 30);
    await expect.poll(() => scrolled(page)).toBe(30);
    await expect(button).toHaveCount(0);
    await scrollDown(page, 31);
    await expect(button).toBeVisible();
    await scrollDown(page, 600);
    await button.click();
    await expect.poll(() => scrolled(page)).toBe(0);
    await expect(button).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("header and footer show the school's name, logo and contacts", async () => {
    await openInside(page, "/tls/faq");
    const brand = page.getByRole("banner").getByRole("link", { name: "Selvedge School" });
    const logo = brand.locator("img");
    await expect
      .poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    const footer = page.getByRole("contentinfo");
    const link = (name: string) => footer.getByRole("link", { name });
    await expect(footer).toContainText("Pattern making and sewing");
    await expect(link("desk@selvedge.example")).toHaveAttribute("href", /^mailto:desk@/);
    await expect(link("+44 20 5550 0142")).toHaveAttribute("href", "tel:+442055500142");
    await expect(link("Instagram")).toHaveAttribute("href", "https://instagram.example/selvedge");
    await expect(link("Facebook")).toHaveCount(0);
    await brand.click();
    await expect(heading(page)).toHaveText("Profile");
  });

  await test.step("while the courses are fetched a progress bar is shown", async () => {
    const release = await holdBack(page, "**/api/user/courses");
    await page.reload();
    const bar = page.getByRole("progressbar", { name: "One moment…" });
    await expect(bar).toBeVisible();
    await release();
    await expect(heading(page)).toHaveText("Profile");
    await expect(bar).toHaveCount(0);
  });
});

test("has a skip link as the first Tab stop", async ({ page, student }) => {
  const skip = page.getByRole("link", { name: "Skip to content" });
  await signIn(page, student, COURSE);
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Search lessons" })).toBeFocused();
});
