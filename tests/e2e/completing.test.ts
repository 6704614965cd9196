import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { test } from "./school.ts";
import { heading, lessonAddress, MEASURING_TOOLS, PAPER, signIn, WORKPLACE } from "./steps.ts";

const COMPLETE = "**/complete";
const markButton = (page: Page) => page.getByRole("button", { name: "Mark as complete" });
const nextLink = (page: Page) => page.getByRole("link", { name: "Next lesson" });

test("a student completes lessons in their order", async ({ page, student }) => {
  const tile = (name: string) => page.getByRole("link", { name });
  await signIn(page, student, lessonAddress(WORKPLACE));

  await test.step("a double click completes a lesson once, and a completed lesson is not completed again", async () => {
    await expect(nextLink(page)).toHaveCount(0);
    const release = await holdBack(page, COMPLETE);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/complete")) sent.push(request.url());
    });
    await markButton(page).dblclick();
    await expect(page.getByRole("button", { name: "Marking…" })).toBeVisible();
    await release();
    const done = page.getByRole("button", { name: "Completed" });
    await expect(done).toBeVisible();
    await done.click({ force: true });
    await done.press("Enter");
    await expect(page.getByRole("status").getByText("Well done!")).toBeVisible();
    // The filled one.
    await expect(nextLink(page)).toHaveClass("button");
    await nextLink(page).click();
    await expect(heading(page)).toHaveText(PAPER.title);
    await expect(page.getByText("Well done!")).toHaveCount(0);
    expect(sent).toHaveLength(1);
  });

  await test.step("completing a lesson opens the next one", async () => {
    await expect(markButton(page)).toBeVisible();
    await expect(nextLink(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Back to lessons" }).click();
    for (const visit of ["at once", "after a reload"]) {
      if (visit === "after a reload") await page.reload();
      await expect(tile(WORKPLACE.title), visit).toHaveAccessibleDescription("Completed");
      await expect(tile(PAPER.title), visit).toHaveAccessibleDescription("Next lesson");
    }
  });
});

test("refuses a closed lesson at its address", async ({ page, student }) => {
  const studyFirst = (lesson: { title: string }) =>
    page.getByRole("link", { name: `Study this one first: ${lesson.title}` });

  await test.step("a lesson that is not yet active says so at its address, and links to the next one to study", async () => {
    await signIn(page, student, lessonAddress(MEASURING_TOOLS));
    await expect(heading(page)).toHaveText("This lesson is not yet active");
    await expect(page.getByText("guide a line")).toHaveCount(0);
    await studyFirst(WORKPLACE).click();
    await expect(heading(page)).toHaveText(WORKPLACE.title);
  });

  await test.step("the school refuses the text of a closed lesson, even if the page treats it as open", async () => {
    await page.route("**/api/user/progress/nextLesson/**", async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: [{ ...answer[0], id: MEASURING_TOOLS.id }] });
    });
    const refused = page.waitForResponse(/\/lessons\/measuring-tools\?/);
    await page.goto(lessonAddress(MEASURING_TOOLS));
    expect((await refused).ok()).toBe(false);
    await expect(heading(page)).toHaveText("This lesson is not yet active");
    await expect(page.getByText("guide a line")).toHaveCount(0);
    // The page asks more than once; an answer still on its way would fail when the page is closed.
    await page.unrouteAll({ behavior: "wait" });
  });
});
