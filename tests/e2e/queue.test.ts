import { type BrowserContext, expect, type Page, type Request } from "playwright/test";
import { type Runtime, startSchool } from "../../scripts/school/start-school.ts";
import { findings } from "./axe-findings.ts";
import { copySchool } from "./prepared-school.ts";
import { admin, test } from "./school.ts";
import {
  choose,
  heading,
  lessonAddress,
  signIn,
  signInForm,
  submitSignIn,
  WORKPLACE,
} from "./steps.ts";

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

test("a lesson completed without a network counts, and is sent once the network is back: once, with its own time", async ({
  page,
  context,
  student,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  const { sent, taken } = watchCompletions(context);
  await context.setOffline(true);
  await markButton(page).click();
  await expect(completed(page)).toBeVisible();
  await expect(waiting(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Next lesson" })).toBeVisible();
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await expect(page.getByRole("link", { name: WORKPLACE.title })).toHaveAccessibleDescription(
    "Completed",
  );
  expect(taken).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByRole("status").filter({ hasText: "You are back online" })).toBeVisible();
  await expect.poll(() => taken.length).toBe(1);
  expect(taken[0]?.headers()["x-queued-at"]).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(new Set(sent.map(keyOf)).size).toBe(1);
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(completed(page)).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  expect(taken).toHaveLength(1);
});

test("a completion whose answer was lost is sent again at the next visit as the same request", async ({
  page,
  context,
  student,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  const { sent, taken } = watchCompletions(context);
  await page.route(COMPLETE, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await markButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await page.close();
  expect(taken).toEqual([]);

  const later = await context.newPage();
  await later.goto("/tls/");
  await expect(completed(later)).toBeVisible();
  await expect.poll(() => taken.length).toBe(1);
  await expect(waiting(later)).toHaveCount(0);
  expect(new Set(sent.map(keyOf)).size).toBe(1);
});

test("a waiting completion is held when the session ends, never sent by another person, and sent after the same person signs in", async ({
  page,
  context,
  student,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  const { sent, taken } = watchCompletions(context);
  await page.route(COMPLETE, (route) => route.fulfill({ status: 401, json: {} }));
  await markButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Your session has ended.");
  await expect(signInForm(page)).toBeVisible();
  await page.unroute(COMPLETE);

  await submitSignIn(page, admin);
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await expect(markButton(page)).toBeVisible();
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await choose(page, /^Hello/, "Logout");
  expect(sent).toHaveLength(1);

  await signIn(page, student, lessonAddress(WORKPLACE));
  await expect(completed(page)).toBeVisible();
  await expect.poll(() => taken.length).toBe(1);
  expect(keyOf(taken[0])).toBe(keyOf(sent[0]));
});

test("two tabs both show a completion made in one of them, and send it once", async ({
  page,
  context,
  student,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  const other = await context.newPage();
  await other.goto(lessonAddress(WORKPLACE));
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
});

for (const [locale, word] of Object.entries({
  "en-US": {
    failed: "The lesson could not be marked as complete",
    heading: "Not accepted by the school",
    count: "1 entry was not accepted by the school",
    show: "Show",
    reason: "The lesson is not yet active.",
    dismiss: "Dismiss",
  },
  "he-IL": {
    failed: "לא ניתן היה לסמן את השיעור כהושלם",
    heading: "לא התקבל בבית הספר",
    count: "עדכון אחד לא התקבל בבית הספר",
    show: "הצגה",
    reason: "השיעור עדיין לא פעיל.",
    dismiss: "סגירה",
  },
})) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`a completion that the school refuses for good is shown until it is dismissed (${locale})`, async ({
      page,
      student,
    }) => {
      await page.goto(lessonAddress(WORKPLACE));
      await page.locator("[name=username]").fill(student.username);
      await page.locator("[name=password]").fill(student.password);
      await page.locator("[name=password]").press("Enter");
      const mark = page.getByRole("article").getByRole("button").last();
      await page.route(COMPLETE, (route) =>
        route.fulfill({ status: 403, json: { code: "lesson/not_active" } }),
      );
      await mark.click();
      await expect(page.getByRole("alert")).toContainText(word.failed);
      await expect(mark).not.toHaveAttribute("aria-disabled");
      await page.reload();
      const notice = page.getByRole("complementary", { name: word.heading });
      await expect(notice).toContainText(word.count);
      await notice.getByRole("button", { name: word.show }).click();
      const dialog = page.getByRole("dialog", { name: word.heading });
      const entry = dialog.getByRole("listitem");
      await expect(entry).toHaveCount(1);
      await expect(entry).toContainText(word.reason);
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(notice.getByRole("button", { name: word.show })).toBeFocused();
      await expect(dialog).toHaveCount(0);
      await page.keyboard.press("Enter");
      await entry.getByRole("button", { name: word.dismiss }).click();
      await expect(dialog).toHaveCount(0);
      await expect(notice).toHaveCount(0);
      await expect(page.getByRole("main")).toBeFocused();
      await page.reload();
      await expect(mark).toBeVisible();
      await expect(notice).toHaveCount(0);
    });
  });
}

test("a completion made while the school is killed is sent once it runs again", async ({ page }, {
  project,
}) => {
  const dataDir = copySchool();
  const runtime = project.name as Runtime;
  const school = await startSchool({ runtime, dataDir });
  await signIn(page, admin, school.url + lessonAddress(WORKPLACE));
  process.kill(school.pid, "SIGKILL");
  await school.stop();
  await markButton(page).click();
  await expect(waiting(page)).toBeVisible();
  const again = await startSchool({ runtime, dataDir, port: new URL(school.url).port });
  await expect(waiting(page)).toHaveCount(0, { timeout: 40_000 });
  await page.reload();
  await expect(completed(page)).toBeVisible();
  await page.close();
  await again.stop({ keepData: false });
});
