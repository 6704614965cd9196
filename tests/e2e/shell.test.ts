import { expect, type Page } from "playwright/test";
import { failures, holdBack } from "./answers.ts";
import { test } from "./school.ts";
import { COURSE, choose, heading, lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const scrolled = (page: Page) => page.evaluate(() => scrollY);
const scrollDown = (page: Page, top: number) => page.evaluate((y) => scrollTo({ top: y }), top);

test("every screen's title names the screen and the school", async ({ page, student }) => {
  await page.goto("/tls/");
  await expect(page).toHaveTitle("Sign in · Selvedge School");
  await signIn(page, student);
  await expect(page).toHaveTitle("Profile · Selvedge School");
  await choose(page, "Courses", "Pattern making basics");
  await expect(page).toHaveTitle("Pattern making basics · Selvedge School");
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(page).toHaveTitle(`${WORKPLACE.title} · Selvedge School`);
  await choose(page, "Language", "עברית");
  await expect(page).toHaveTitle("מקום העבודה שלכם · Selvedge School");
});

test("header and footer show the school's name, logo and contacts", async ({ page, student }) => {
  await signIn(page, student);
  const brand = page.getByRole("banner").getByRole("link", { name: "Selvedge School" });
  await expect(brand.locator("img")).toHaveJSProperty("complete", true);
  expect(
    await brand.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);
  const footer = page.getByRole("contentinfo");
  const link = (name: string) => footer.getByRole("link", { name });
  await expect(footer).toContainText("Pattern making and sewing");
  await expect(link("Selvedge School")).toHaveAttribute("href", "https://selvedge.example/");
  await expect(link("desk@selvedge.example")).toHaveAttribute(
    "href",
    "mailto:desk@selvedge.example",
  );
  await expect(link("+44 20 5550 0142")).toHaveAttribute("href", "tel:+442055500142");
  await expect(link("Instagram")).toHaveAttribute("href", "https://instagram.example/selvedge");
  await expect(link("Facebook")).toHaveCount(0);
});

test("the sign-in page shows the school's brand and contacts too", async ({ page }) => {
  await page.goto("/tls/");
  await expect(page.getByRole("banner")).toContainText("Selvedge School");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: /desk@/ })).toBeVisible();
});

test("unsafe addresses in a school's footer are not links", async ({ page }) => {
  await page.route("**/api/organizations/*", async (route) => {
    const { organization } = await (await route.fetch()).json();
    const footer = {
      ...organization.footer,
      url: "javascript:document.title='pwned'",
      facebook: "data:text/html,<script>alert(1)</script>",
    };
    await route.fulfill({ json: { organization: { ...organization, footer } } });
  });
  await page.goto("/tls/");
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Selvedge School");
  await expect(footer.getByRole("link", { name: "Instagram" })).toBeVisible();
  await expect(footer.getByRole("link", { name: "Selvedge School" })).toHaveCount(0);
  await expect(footer.getByRole("link", { name: "Facebook" })).toHaveCount(0);
});

test("studying works when the school's profile cannot be fetched", async ({ page, student }) => {
  await page.route("**/api/organizations/*", failures["a server's error"]);
  await signIn(page, student, COURSE);
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await expect(page).toHaveTitle("Pattern making basics · Learning space");
});

test("while the courses are fetched a progress bar is shown", async ({ page, student }) => {
  await signIn(page, student);
  const release = await holdBack(page, "**/api/user/courses");
  await page.reload();
  const bar = page.getByRole("progressbar", { name: "Laying out your courses…" });
  await expect(bar).toBeVisible();
  await release();
  await expect(heading(page)).toHaveText("Profile");
  await expect(bar).toHaveCount(0);
});

test("beyond 30 pixels a button leads back to the top", async ({ page, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
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

test("the first Tab stop is a link past the header", { tag: "@runtime" }, async ({
  page,
  student,
}) => {
  const skip = page.getByRole("link", { name: "Skip to content" });
  await page.goto("/tls/");
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  await signIn(page, student, COURSE);
  await page.goto(COURSE);
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Search lessons" })).toBeFocused();
});

test("nothing is wider than a screen of 360, 768 or 1280 pixels", async ({ page, student }) => {
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
  await page.goto("/tls/");
  await fits("sign-in");
  await signIn(page, student);
  await fits("profile");
  await choose(page, "Courses", "Pattern making basics");
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await fits("tiles");
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(page.getByRole("figure").getByRole("img")).toHaveJSProperty("complete", true);
  await fits("lesson");
  await choose(page, "Language", "עברית");
  await expect(heading(page)).toHaveText("מקום העבודה שלכם");
  await fits("lesson in Hebrew");
});
