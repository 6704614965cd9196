import { expect, type Page } from "playwright/test";
import { test } from "./school.ts";
import {
  COURSE,
  completeBefore,
  FIRST_LINES,
  heading,
  LESSONS,
  lessonAddress,
  openInside,
  PAPER,
  signIn,
  WORKPLACE,
} from "./steps.ts";

const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });

test("a student reads lessons, turns their pages and goes from one to another", async ({
  page,
  school,
  student,
}) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await page.route(/\/lessons\/workplace\?/, async (route) => {
    const answer = await (await route.fetch()).json();
    answer.lesson.html.languages.en.pages[0].html +=
      '<p><a data-lesson="pattern-paper">About paper</a></p>';
    await route.fulfill({ json: answer });
  });
  await signIn(page, student, COURSE);

  await test.step("shows a lesson's text and figures, without header and footer", async () => {
    await page.getByRole("button", { name: "Table and paper" }).click();
    await page.getByRole("link", { name: WORKPLACE.title }).click();
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveURL(lessonAddress(WORKPLACE));
    await expect(page.getByText("has to be true to the millimetre")).toBeVisible();
    const figure = page.getByRole("figure").getByRole("img");
    await expect(figure).toHaveAccessibleName(/^A person stands at a table/);
    await expect
      .poll(() => figure.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByRole("banner")).toHaveCount(0);
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page).toHaveURL(new RegExp(`${COURSE}$`));
    await expect(page.getByRole("banner")).toBeVisible();
  });

  await test.step("a lesson opens at its top, from the lesson before it and from a text that names it", async () => {
    await openInside(page, lessonAddress(WORKPLACE));
    await page.getByRole("link", { name: "Next lesson" }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.getByRole("link", { name: "Next lesson" }).click();
    await expect(heading(page)).toHaveText(PAPER.title);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole("link", { name: "Previous lesson" }).click();
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await page.getByRole("link", { name: "About paper" }).click();
    await expect(page).toHaveURL(lessonAddress(PAPER));
  });

  await test.step("a lesson's pages can be turned, and Back turns them back", async () => {
    const turn = (name: string) => pages(page).getByRole("button", { name }).click();
    const isOn = (number: number) => expect(pages(page)).toContainText(`Page ${number} of 3`);
    await openInside(page, lessonAddress(FIRST_LINES));
    await isOn(1);
    await turn("Next page");
    await isOn(2);
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveURL(lessonAddress(FIRST_LINES, 2));
    await page.getByRole("button", { name: /^Go on to page 3/ }).click();
    await isOn(3);
    await page.goBack();
    await isOn(2);
    await page.goForward();
    await isOn(3);
    await turn("Previous page");
    await isOn(2);
    // Links to an assignment lead to the last page, and a page that does not exist is the nearest one.
    for (const [asked, shown] of [
      ["99", 3],
      ["two", 1],
      ["last", 3],
    ] as const) {
      await openInside(page, `${lessonAddress(FIRST_LINES)}?page=${asked}`);
      await isOn(shown);
    }
  });

  await test.step("lists the parts of each page, and marks a completed one", async () => {
    const parts = page.getByRole("list", { name: "Parts of this lesson" });
    await openInside(page, lessonAddress(FIRST_LINES));
    await expect(parts.getByRole("link")).toHaveText([
      "A line of a given length",
      "Parallel lines",
    ]);
    await openInside(page, lessonAddress(FIRST_LINES, 2));
    await parts.getByRole("link", { name: "Squaring a line" }).click();
    await expect(heading(page)).toHaveText("Squaring a line");
    await page.getByRole("button", { name: "Mark as complete" }).click();
    await page.getByRole("link", { name: `Part of: ${FIRST_LINES.title}` }).click();
    await pages(page).getByRole("button", { name: "Next page" }).click();
    await expect(parts.getByRole("listitem")).toHaveText([
      /^Squaring a line.*Completed/,
      /^A frame that closes(?!.*Completed)/,
    ]);
  });
});
