import { expect, type Page } from "playwright/test";
import { admin, test } from "./school.ts";
import {
  COURSE,
  FIRST_LINES,
  heading,
  lessonAddress,
  openInside,
  PAPER,
  signIn,
  WORKPLACE,
} from "./steps.ts";

const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });

test("shows a lesson's text and figures, without header and footer", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL(lessonAddress(WORKPLACE));
  await expect(page.getByText("has to be true to the millimetre")).toBeVisible();
  const figure = page.getByRole("figure").getByRole("img");
  await expect(figure).toHaveAccessibleName(/^A person stands at a table/);
  await expect(figure).toHaveJSProperty("complete", true);
  await expect
    .poll(() => figure.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expect(pages(page)).toHaveCount(0);

  await page.getByRole("link", { name: "Back to lessons" }).click();
  await expect(page).toHaveURL(new RegExp(`${COURSE}$`));
  await expect(page.getByRole("banner")).toBeVisible();
});

test("reports a picture that cannot be fetched in its place", async ({ page, student }) => {
  await page.route("**/assets/fetchData**", (route) => route.fulfill({ status: 404 }));
  await signIn(page, student, lessonAddress(WORKPLACE));
  await expect(page.getByText("This picture could not be fetched.")).toBeVisible();
  await expect(page.getByText("has to be true to the millimetre")).toBeVisible();
});

test("a lesson's pages can be turned, and Back turns them back", async ({ page }) => {
  await signIn(page, admin, lessonAddress(FIRST_LINES));
  const previous = pages(page).getByRole("button", { name: "Previous page" });
  const next = pages(page).getByRole("button", { name: "Next page" });
  const isOn = async (number: number, title: string) => {
    await expect(pages(page)).toContainText(`Page ${number} of 3`);
    await expect(pages(page)).toContainText(title);
  };
  await isOn(1, "Straight lines");
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await next.click();
  await isOn(2, "Right angles");
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL(lessonAddress(FIRST_LINES, 2));
  await next.click();
  await isOn(3, "Curves");
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await next.click({ force: true });
  await isOn(3, "Curves");

  await page.goBack();
  await isOn(2, "Right angles");
  await page.goBack();
  await isOn(1, "Straight lines");
  await page.goForward();
  await isOn(2, "Right angles");
  await previous.click();
  await isOn(1, "Straight lines");
  // A page number that does not exist shows the nearest page.
  await openInside(page, `${lessonAddress(FIRST_LINES)}?page=99`);
  await isOn(3, "Curves");
  await openInside(page, `${lessonAddress(FIRST_LINES)}?page=two`);
  await isOn(1, "Straight lines");
  // Links to an assignment lead to the last page.
  await openInside(page, `${lessonAddress(FIRST_LINES)}?page=last`);
  await isOn(3, "Curves");
});

test("lists the parts of each page, and marks a completed one", async ({ page }) => {
  await signIn(page, admin, lessonAddress(FIRST_LINES));
  const parts = page.getByRole("list", { name: "Parts of this lesson" });
  await expect(parts.getByRole("link")).toHaveText(["A line of a given length", "Parallel lines"]);
  await pages(page).getByRole("button", { name: "Next page" }).click();
  await expect(parts.getByRole("link")).toHaveText(["Squaring a line", "A frame that closes"]);

  await parts.getByRole("link", { name: "Squaring a line" }).click();
  await expect(heading(page)).toHaveText("Squaring a line");
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
  await page.getByRole("link", { name: `Part of: ${FIRST_LINES.title}` }).click();
  await expect(heading(page)).toHaveText(FIRST_LINES.title);
  await pages(page).getByRole("button", { name: "Next page" }).click();
  await expect(parts.getByRole("listitem").filter({ hasText: "Squaring a line" })).toContainText(
    "Completed",
  );
  await expect(
    parts.getByRole("listitem").filter({ hasText: "A frame that closes" }),
  ).not.toContainText("Completed");
});

test("leads to the next and the previous lesson, and to those that its text names", async ({
  page,
}) => {
  await page.route(/\/lessons\/workplace\?/, async (route) => {
    const answer = await (await route.fetch()).json();
    answer.lesson.html.languages.en.pages[0].html +=
      '<p><a data-lesson="pattern-paper">About paper</a></p>';
    await route.fulfill({ json: answer });
  });
  await signIn(page, admin, lessonAddress(WORKPLACE));
  await expect(page.getByRole("link", { name: "Previous lesson" })).toHaveCount(0);

  await test.step("a lesson opens at its top, however far the previous one was scrolled", async () => {
    await page.getByRole("link", { name: "Next lesson" }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.getByRole("link", { name: "Next lesson" }).click();
    await expect(heading(page)).toHaveText(PAPER.title);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  await page.getByRole("link", { name: "Previous lesson" }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await page.getByRole("link", { name: "About paper" }).click();
  await expect(heading(page)).toHaveText(PAPER.title);
  await expect(page).toHaveURL(lessonAddress(PAPER));
});
