import { type BrowserContext, expect, type Page, type Request } from "playwright/test";
import { holdBack } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import {
  heading,
  lessonAddress,
  MEASURING_TOOLS,
  openInside,
  PAPER,
  signIn,
  WORKPLACE,
} from "./steps.ts";

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

const completed = (page: Page) => page.getByRole("button", { name: "Completed" });
const waiting = (page: Page) => page.getByText("will be sent to the school");

/** The requests that complete a lesson, from all tabs of a browser. */
const watchCompletions = (context: BrowserContext) => {
  const sent: Request[] = [];
  const taken: Request[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/complete")) sent.push(request);
  });
  context.on("response", (response) => {
    if (response.url().endsWith("/complete") && response.ok()) taken.push(response.request());
  });
  return { sent, taken };
};

const keyOf = (request: Request | undefined) => request?.headers()["idempotency-key"];

test("sends a completed lesson once", async ({ page, context, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));

  await test.step("a completion that the school refuses for good is shown until it is dismissed", async () => {
    await page.route(COMPLETE, (route) =>
      route.fulfill({ status: 403, json: { code: "lesson/not_active" } }),
    );
    await markButton(page).click();
    await expect(page.getByRole("alert")).toContainText(
      "The lesson could not be marked as complete",
    );
    await expect(markButton(page)).not.toHaveAttribute("aria-disabled");
    await page.reload();
    const notice = page.getByRole("complementary", { name: "Not accepted by the school" });
    await expect(notice).toContainText("1 entry was not accepted by the school");
    await notice.getByRole("button", { name: "Show" }).click();
    const entry = page.getByRole("dialog").getByRole("listitem");
    await expect(entry).toContainText("The lesson is not yet active.");
    expect(await findings(page)).toEqual([]);
    await entry.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
    await page.unroute(COMPLETE);
  });

  await test.step("a lesson completed without a network counts, and is sent once the network is back: once, with its own time", async () => {
    const { sent, taken } = watchCompletions(context);
    await context.setOffline(true);
    await markButton(page).click();
    await expect(completed(page)).toBeVisible();
    await expect(waiting(page)).toBeVisible();
    await expect(nextLink(page)).toBeVisible();
    expect(taken).toEqual([]);

    await context.setOffline(false);
    await expect(page.getByRole("status").filter({ hasText: "You are back online" })).toBeVisible();
    await expect.poll(() => taken.length).toBe(1);
    expect(taken[0]?.headers()["x-queued-at"]).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(new Set(sent.map(keyOf)).size).toBe(1);
    await expect(waiting(page)).toHaveCount(0);
    expect(taken).toHaveLength(1);
  });

  await test.step("two tabs both show a completion made in one of them, and send it once", async () => {
    await openInside(page, lessonAddress(PAPER));
    await expect(heading(page)).toHaveText(PAPER.title);
    const other = await context.newPage();
    await other.goto(lessonAddress(PAPER));
    await expect(markButton(other)).toBeVisible();
    const { taken } = watchCompletions(context);
    await context.setOffline(true);
    await markButton(page).click();
    for (const tab of [page, other]) await expect(waiting(tab)).toBeVisible();
    await context.setOffline(false);
    for (const tab of [page, other]) {
      await expect(waiting(tab)).toHaveCount(0);
      await expect(completed(tab)).toBeVisible();
    }
    expect(taken).toHaveLength(1);
    await other.close();
  });
});
