import { type BrowserContext, expect, type Page, type Request } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { heading, lessonAddress, openInside, PAPER, signIn, WORKPLACE } from "./steps.ts";

const COMPLETE = "**/complete";
const markButton = (page: Page) => page.getByRole("button", { name: "Mark as complete" });
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
    await expect(page.getByRole("link", { name: "Next lesson" })).toBeVisible();
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
