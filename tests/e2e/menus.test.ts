import { expect, type Locator, type Page } from "playwright/test";
import { failures, holdBack } from "./answers.ts";
import { admin, dana, test } from "./school.ts";
import { speak } from "./speak.ts";
import { COURSE, choose, heading, openMenu, signIn } from "./steps.ts";

const entries = (page: Page) => page.getByRole("navigation", { name: "Course menu" });
const sections = (page: Page) => page.getByRole("navigation", { name: "Sections" });
const tiles = (page: Page) => page.getByRole("list", { name: "Lessons" });
const present = (menu: Locator) => menu.locator("[aria-current=true]");

test("shows chapters, sections and lessons of a course", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  await expect(entries(page).getByRole("button")).toHaveCount(8);
  await expect(present(entries(page))).toHaveText("Tools and paper");
  await expect(sections(page).getByRole("button")).toHaveText([
    "Table and paper",
    "The tools",
    "First lines",
  ]);
  await expect(present(sections(page))).toHaveText("Table and paper");
  const picture = tiles(page).locator("img").first();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);

  await entries(page).getByRole("button", { name: "Measuring" }).click();
  await expect(present(entries(page))).toHaveText("Measuring");
  await expect(page.getByText("Taking measures that a pattern can trust.")).toBeVisible();
  await sections(page).getByRole("button", { name: "The measurement sheet" }).click();
  await expect(present(sections(page))).toHaveText("The measurement sheet");
  await expect(tiles(page).getByRole("link")).toHaveCount(3);

  await test.step("remembers the section of each chapter", async () => {
    const isPresent = (name: string) => expect(present(sections(page))).toHaveText(name);
    await entries(page).getByRole("button", { name: "Tools and paper" }).click();
    await isPresent("Table and paper");
    await sections(page).getByRole("button", { name: "The tools" }).click();
    await entries(page).getByRole("button", { name: "Measuring" }).click();
    await isPresent("The measurement sheet");

    await page.goto("/tls/lessons/SW/SWB");
    await isPresent("Getting to know it");
    await page.goto(COURSE);
    await isPresent("The measurement sheet");
    await entries(page).getByRole("button", { name: "Tools and paper" }).click();
    await isPresent("The tools");
  });
});

const row = (page: Page, name: string | RegExp) => page.getByRole("navigation", { name });
const edges = async (page: Page, name: string | RegExp) => {
  const frame = row(page, name);
  return frame.evaluate((nav) => ({
    before: getComputedStyle(nav, "::before").opacity === "1",
    after: getComputedStyle(nav, "::after").opacity === "1",
  }));
};
const isSeen = (page: Page, name: string | RegExp) =>
  row(page, name).evaluate((nav) => {
    const frame = nav.getBoundingClientRect();
    const present = nav.querySelector("[aria-current]")?.getBoundingClientRect();
    return present !== undefined && present.left >= frame.left && present.right <= frame.right + 1;
  });
const scrollTo = (page: Page, name: string | RegExp, left: number) =>
  row(page, name).evaluate((nav, to) => nav.querySelector("ul")?.scrollTo({ left: to }), left);

test("scrolls the row of chapters to the present one", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, admin, COURSE);
  const menu = "Course menu";
  await expect.poll(() => edges(page, menu)).toEqual({ before: false, after: true });
  await scrollTo(page, menu, 120);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: true });
  await scrollTo(page, menu, 9999);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: false });

  await row(page, menu).getByRole("button", { name: "The trousers block" }).click();
  await page.reload();
  await expect.poll(() => isSeen(page, menu)).toBe(true);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: false });

  await test.step("from right to left the row of chapters shows that it can be scrolled", async () => {
    await speak(page, "he");
    const hebrew = "תפריט הקורס";
    await scrollTo(page, hebrew, 0);
    await expect.poll(() => edges(page, hebrew)).toEqual({ before: false, after: true });
    await scrollTo(page, hebrew, -9999);
    await expect.poll(() => edges(page, hebrew)).toEqual({ before: true, after: false });
  });
});

test("disables an expired course, and shows what is loading or failed", async ({ page }) => {
  await signIn(page, dana, "/tls/profile");

  await test.step("courses are grouped by product, and an expired one is disabled with the reason", async () => {
    const menu = await openMenu(page, "Courses");
    const making = menu.getByRole("group", { name: "Pattern making" });
    await expect(making.getByRole("menuitem")).toHaveText([
      "Pattern making basics",
      "Skirts from the block",
    ]);
    const sewing = menu.getByRole("group", { name: "Sewing" });
    await expect(sewing.getByRole("menuitem")).toHaveCount(1);
    await expect(menu.getByRole("group")).toHaveCount(2);

    const expired = making.getByRole("menuitem", { name: "Skirts from the block" });
    await expect(expired).toHaveAccessibleDescription(/^Expired on \w+ \d+, \d{4}$/);
    await expired.click({ force: true });
    await expect(page).toHaveURL(/\/tls\/profile$/);
    await page.keyboard.press("Escape");
    // An item under the pointer would take the focus.
    await page.mouse.move(5, 700);
  });

  await test.step("a course that cannot be fetched shows what to check, and can be tried again", async () => {
    await page.route("**/skeleton", failures["a connection that breaks"]);
    // The profile would fetch the products of its courses.
    await page.goto("/tls/tutor-talk");
    await choose(page, "Courses", "Pattern making basics");
    const main = page.getByRole("main");
    await expect(main).toContainText("Unexpected error while selecting the course");
    await expect(main).toContainText("Please check your internet connection and try again");
    await page.unroute("**/skeleton");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  });

  await test.step("a list of courses that cannot be fetched is reported on the profile, and can be tried again", async () => {
    await page.route("**/api/user/courses", failures["a server's error"]);
    await page.goto("/tls/profile");
    await expect(page.getByRole("alert")).toContainText("Your courses could not be fetched.");
    await page.unroute("**/api/user/courses");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: "Pattern making basics" })).toBeVisible();
  });

  await test.step("at a lesson's address the overlay says that the requested page is loading", async () => {
    const skeleton = await holdBack(page, "**/skeleton");
    await page.goto("/tls/lessons/PM/PMB/workplace");
    await expect(page.getByText("Navigating to requested page")).toBeVisible();
    await skeleton();
    await expect(heading(page)).toHaveText("Your place to work");
    await expect(page.getByText("Navigating to requested page")).toHaveCount(0);
  });
});

test("while a course is fetched the overlay shows what is being loaded", async ({
  page,
  student,
}) => {
  // The profile would fetch the products of its courses.
  await signIn(page, student, "/tls/tutor-talk");
  const skeleton = await holdBack(page, "**/skeleton");
  const progress = await holdBack(page, "**/api/user/progress**");
  await choose(page, "Courses", "Pattern making basics");
  const overlay = page.getByRole("status");
  await expect(overlay).toHaveText("Selecting course, fetching course progress");
  await skeleton();
  await expect(overlay).toHaveText("Fetching course progress");
  await progress();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await expect(overlay).toHaveCount(0);
});
