import { randomUUID } from "node:crypto";
import { expect, type Page } from "playwright/test";
import { expectNoFaults, findings } from "./axe-findings.ts";
import { callAs } from "./call-as.ts";
import { phonePhoto, photo, reachAssignment, tellOfAnswers, tutor, uploadsAt } from "./hand-ins.ts";
import { PHONE, test } from "./school.ts";
import { speak, words as texts } from "./speak.ts";
import { heading, lessonAddress, openInside, submitSignIn, WORKPLACE } from "./steps.ts";

const LESSON = lessonAddress({ key: "practice-sheet" });
const POST = /\/api\/user\/assignments$/;

test.use({
  viewport: PHONE.viewport,
  // Playwright cannot make a released Firefox a phone.
  hasTouch: ({ browserName }, use) => use(browserName === "chromium"),
  isMobile: ({ browserName }, use) => use(browserName === "chromium"),
});

/** A tutor marks the first file of a hand-in at the desk, and returns it. @param comment finds it */
const giveBack = async (school: string, comment: string, text: string): Promise<void> => {
  const send = await callAs(school, tutor);
  const { assignments } = await send("/user/assignments?state=uploaded&limit=200");
  const uploads = assignments.flatMap((one: { uploads: object[] }) => one.uploads);
  const { id } = uploads.find((upload: { comment: string }) => upload.comment === comment);
  const at = { x: 1000, y: 5000 };
  const shapes = [{ kind: "line", ink: "red", from: at, to: { ...at, x: 9000 } }];
  const drawings = [{ file: 0, pages: [{ page: 1, turn: 0, shapes }] }];
  await send(
    `/desk/hand-ins/${id}/answer`,
    { state: "returned", text, replaces: null, drawings },
    { headers: { "Idempotency-Key": randomUUID() } },
  );
};

/** As when the person comes back to the page: it asks at once. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

for (const language of ["en", "he"] as const) {
  const text = texts[language];
  const inDark = language === "en";

  test(`a student hands in inside the lesson on a phone, and sees the answer at once, in ${language}`, {
    tag: language === "en" ? [] : "@all",
  }, async ({ page, running, school, student, hasTouch, browserName }) => {
    const words = `The side curve of ${student.username}`;
    const said = "Square the corner at B";
    const region = page.getByRole("region", { name: text["assignments.one"], exact: true });
    const upload = region.getByRole("button", { name: text["assignments.upload"], exact: true });
    const comment = region.getByRole("textbox", { name: text["assignments.comment"] });
    const notice = page.getByRole("complementary", { name: text["assignments.title"] });
    const tab = page
      .getByRole("navigation", { name: text["phone.label"] })
      .getByRole("link", { name: new RegExp(`^${text["phone.assignments"]}`) });
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (/\/tls\/talk\.|\/api\/user\/assignments/.test(request.url())) fetched.push(request.url());
    });
    await reachAssignment(school, student);
    await page.goto("/tls/");
    if (language !== "en") await speak(page, language);
    await submitSignIn(page, student, language);
    await expect(heading(page)).toHaveText(text["profile.title"]);
    await expectNoFaults(page, "home", inDark);

    await test.step("a lesson without an assignment fetches nothing of it", async () => {
      await openInside(page, lessonAddress(WORKPLACE));
      await expect(page.getByRole("link", { name: text["lesson.next"] })).toBeVisible();
      expect(fetched).toEqual([]);
    });

    await test.step("Today leads to the form at the end of the lesson", async () => {
      await openInside(page, "/tls/progress");
      const waiting = page.getByRole("list", { name: text["progress.assignments"] });
      await waiting.getByRole("link").click();
      await expect(page).toHaveURL(/practice-sheet/);
      await expect(region.getByRole("heading", { level: 2 })).toBeFocused();
      await expect(region.getByRole("heading", { level: 3 })).toBeInViewport();
      await expectNoFaults(page, "the open assignment", inDark);
    });

    await test.step("two photos of a phone are handed in at the end of the lesson, also after the line was cut", async () => {
      const large = await phonePhoto(page, "large.jpg", 3 * 1024 * 1024);
      const choice = region.getByLabel(text["assignments.choose"]);
      // The camera is offered where fingers press, and opens directly.
      const camera = hasTouch ? region.getByLabel(text["attachments.camera"]) : choice;
      if (hasTouch) {
        await expect(camera).toHaveAttribute("capture", "environment");
        await expect(camera).toHaveAttribute("accept", "image/*");
        await expect(choice).not.toHaveAttribute("capture");
      }
      await camera.setInputFiles(await photo(page, "corner.jpg"));
      await choice.setInputFiles(large);
      const chosen = region.getByRole("list", { name: text["attachments.chosen"] });
      await expect(chosen.getByRole("listitem")).toHaveCount(2);
      await expect(chosen).toContainText(text["attachments.made-smaller"].split("{")[0] as string);
      // The camera was held upright: the picture is 240 pixels wide and 320 high.
      await expect(chosen.locator("img").last()).toHaveJSProperty("naturalHeight", 320);
      await comment.fill(words);
      await expectNoFaults(page, "the filled form", inDark);

      await page.route(POST, (route) => route.abort("internetdisconnected"), { times: 1 });
      await upload.click();
      await expect(region.getByRole("alert")).toBeInViewport();
      await expect(comment).toHaveValue(words);
      await upload.click();

      const handedIn = region
        .getByRole("status")
        .filter({ hasText: text["assignments.handed-in"] });
      await expect(handedIn).toBeInViewport();
      await expect(region.getByRole("heading", { level: 3 })).toBeFocused();
      await expect(page).toHaveURL(/practice-sheet/);
      await expectNoFaults(page, "the assignment that was handed in", inDark);
    });

    await test.step("an answer is said on each screen while the app is open, and after a sign-in", async () => {
      await openInside(page, lessonAddress(WORKPLACE));
      await expect(page.getByRole("article")).toBeVisible();
      await giveBack(school, words, said);
      await tellOfAnswers(running.dataDir, student);
      const news = text["phone.answered"].match(/one \{(.*?)\{/)?.[1] as string;
      await expect(async () => {
        await comeBack(page);
        const alert = page.getByRole("status").filter({ hasText: news });
        await expect(alert).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(tab).toHaveAccessibleName(/, \S/);
      await expect(notice).toContainText(news);
      await expectNoFaults(page, "a lesson with the news", inDark);
      await page.evaluate(() => localStorage.removeItem("session.v1"));
      await page.goto("/tls/");
      await submitSignIn(page, student, language);
      await expect(notice).toBeVisible();
    });

    await test.step("the answer is first, and its marked picture opens as large as the screen", async () => {
      await notice.getByRole("link").click();
      await expect(heading(page)).toHaveText(text["assignments.title"]);
      const first = page.getByRole("main").locator("[data-own] > li").first();
      await expect(first.getByRole("blockquote")).toContainText(said);
      await first.getByText(text["assignments.new"], { exact: true }).scrollIntoViewIfNeeded();
      await first
        .getByRole("button", { name: /corner-marked\.jpg/ })
        .last()
        .click();
      const dialog = page.getByRole("dialog");
      await expect.poll(async () => (await dialog.getByRole("img").boundingBox())?.width).toBe(360);
      expect(await findings(page, { inDark }), "the marked picture").toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      // What was seen is new no more.
      await expect(tab).toHaveAccessibleName(text["phone.assignments"]);
    });

    await test.step("the tutor's answer stands in the lesson, on the screen and on paper", async () => {
      await page.goto(LESSON);
      const answer = region.getByRole("blockquote");
      await expect(answer).toContainText(said);
      await expect(region).toContainText(text["assignments.state-returned"]);
      expect(await findings(page, { inDark }), "the answer in the lesson").toEqual([]);
      // Playwright cannot have a released Firefox print.
      if (browserName === "firefox") return;
      await page.emulateMedia({ media: "print" });
      await expect(answer).toBeVisible();
      await expect(region.getByRole("list", { name: text["assignments.criteria"] })).toBeVisible();
      await expect(upload).toBeHidden();
      await page.emulateMedia({ media: null });
    });

    // Asking the school ends the session here.
    const [stored, more] = await uploadsAt(school, student);
    expect(more).toBeUndefined();
    expect(stored?.files.map(({ name }) => name)).toEqual(["corner.jpg", "large.jpg"]);
    expect(stored?.files[1]?.size).toBeLessThan(100_000);
  });
}
