import { expect, type Page } from "playwright/test";
import { lookForFaults } from "../../scripts/matrix/look-for-faults.ts";
import { findings } from "./axe-findings.ts";
import { handIn, item, openAssignments, photo, tellOfAnswers, tutor } from "./hand-ins.ts";
import { test } from "./school.ts";
import { speak, words as texts } from "./speak.ts";
import { heading, openInside, signIn } from "./steps.ts";

const DESK = "/tls/desk";

/** Writes to the tutors. @returns the address of the conversation at the desk */
const ask = async (page: Page, words: string): Promise<string> => {
  await openInside(page, "/tls/tutor-talk?new");
  await page.getByRole("textbox", { name: "Subject" }).fill("Darts");
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(words);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page).toHaveURL(/\?thread=\d+$/);
  return `${DESK}/messages/${new URL(page.url()).searchParams.get("thread")}`;
};

const row = (page: Page, words: string) =>
  page.getByRole("list", { name: "Queue" }).getByRole("link").filter({ hasText: words });

const messages = (page: Page) => page.getByRole("list", { name: "Messages" });
const answer = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

test("a tutor answers at the desk by keyboard, and takes an answer back", async ({
  page,
  elsewhere,
  running,
  school,
  student,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (/\/tls\/desk[\w-]*\.|\/api\/desk/.test(request.url())) loaded.push(request.url());
  });
  const words = `The dart of ${student.username}`;
  await openAssignments(page, school, student);
  await handIn(page, await photo(page, "dart.jpg"), words);
  const question = `A question of ${student.username}`;
  const thread = await ask(page, question);
  await openInside(page, "/tls/assignments");
  await signIn(elsewhere, tutor, `${school}/tls/`);
  await expect(elsewhere).toHaveURL(school + DESK);
  await expect(
    elsewhere.getByRole("link", { name: /^Desk \d+ waits? for an answer$/ }),
  ).toBeVisible();
  const mine = row(elsewhere, words);
  await expect(mine).toContainText(/Noa.*Pattern making basics/);
  expect(await findings(elsewhere), "the queue").toEqual([]);

  await test.step("the desk fits a tablet and a phone, in both directions", async () => {
    const fits = async (what: string) =>
      expect(await elsewhere.evaluate(lookForFaults), what).toEqual([]);
    for (const language of ["he", "en"] as const) {
      await speak(elsewhere, language);
      for (const [width, height] of [
        [360, 740],
        [768, 1024],
      ] as const) {
        await elsewhere.setViewportSize({ width, height });
        await openInside(elsewhere, DESK);
        const link = elsewhere.getByRole("main").getByRole("link").filter({ hasText: words });
        await expect(link).toBeVisible();
        await fits(`the queue, ${width}, ${language}`);
        await link.click();
        await expect(elsewhere.getByRole("img", { name: "dart.jpg" })).toBeVisible();
        await fits(`the work, ${width}, ${language}`);
      }
      await openInside(elsewhere, thread);
      await expect(elsewhere.getByText(question)).toBeVisible();
      await fits(`the message, ${language}`);
      expect(await findings(elsewhere), `the message, ${language}`).toEqual([]);
    }
    await elsewhere.setViewportSize({ width: 1280, height: 720 });
    await openInside(elsewhere, DESK);
    await expect(mine).toBeVisible();
  });

  await test.step("the keys lead to a hand-in, and draw on it", async () => {
    await expect(elsewhere.getByRole("main")).toBeFocused();
    await elsewhere.keyboard.press("j");
    for (let at = 0; at < 50; at += 1) {
      if (await mine.evaluate((link) => link === document.activeElement)) break;
      await elsewhere.keyboard.press("j");
    }
    await elsewhere.keyboard.press("Enter");
    await expect(heading(elsewhere)).toBeFocused();
    await expect(elsewhere.getByRole("main")).toContainText(words);
    // The keys of the tools come with the picture.
    const picture = elsewhere.getByRole("img", { name: "dart.jpg" });
    await expect(picture).toHaveJSProperty("naturalWidth", 320);
    await elsewhere.getByRole("application").focus();
    for (const key of ["Enter", "ArrowRight", "ArrowDown", "Enter"]) {
      await elsewhere.keyboard.press(key);
    }
    await expect(elsewhere.getByText("Drawn on this page: 1")).toBeVisible();
    expect(await findings(elsewhere), "the work").toEqual([]);
  });

  await test.step("an answer is taken back before the student knows of it, and given again", async () => {
    const main = elsewhere.getByRole("heading", { level: 1 });
    await answer(elsewhere).fill("Turn the <i>grainline</i>");
    await elsewhere.keyboard.press("Control+Enter");
    await expect(elsewhere.getByRole("status").filter({ hasText: "Accepted: Noa" })).toBeVisible();
    await page.reload();
    await expect(item(page)).toContainText("Handed in");
    await expect(item(page)).not.toContainText("Accepted");
    await main.focus();
    await elsewhere.keyboard.press("u");
    await expect(answer(elsewhere)).toHaveValue("Turn the <i>grainline</i>");
    await main.focus();
    await elsewhere.keyboard.press("r");
    await expect(elsewhere.getByRole("status").filter({ hasText: "Returned: Noa" })).toBeVisible();
  });

  await test.step("a student sees the marked picture and what is new, on a phone and in Hebrew too", async () => {
    await tellOfAnswers(running.dataDir, student);
    await page.reload();
    await expect(item(page).getByRole("blockquote")).toContainText(
      /New.*Turn the <i>grainline<\/i>/,
    );
    await expect(item(page).getByRole("img", { name: "dart-marked.jpg" })).toHaveJSProperty(
      "naturalWidth",
      320,
    );
    await page.setViewportSize({ width: 360, height: 740 });
    await speak(page, "he");
    const form = page.getByRole("form", { name: texts.he["tutor-talk.answer"] });
    await page.getByText(texts.he["tutor-talk.answer"], { exact: true }).click();
    await expect(form).toBeVisible();
    expect(await page.evaluate(lookForFaults)).toEqual([]);
    expect(await findings(page, { inDark: true })).toEqual([]);
    await speak(page, "en");
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("the student answers below the feedback, and both go on in tutor talk", async () => {
    const form = item(page).getByRole("form", { name: "Answer" });
    const field = form.getByRole("textbox", { name: "Message" });
    await field.fill("Along the <i>hem</i>?");
    await field.press("Control+Enter");
    await expect(item(page).getByText("Your message has been sent.")).toBeVisible();
    const talk = item(page).getByRole("link", { name: "To the conversation" });
    await openInside(elsewhere, (await talk.getAttribute("href")) ?? "");
    await expect(messages(elsewhere)).toContainText("Along the <i>hem</i>?");
    await elsewhere.getByRole("textbox", { name: "Message" }).fill("Yes, along it");
    await elsewhere.getByRole("button", { name: "Send", exact: true }).click();
    await expect(messages(elsewhere)).toContainText("Yes, along it");
    await talk.click();
    await expect(messages(page)).toContainText("Yes, along it");
  });

  await test.step("a student has no desk, and loads nothing of it", async () => {
    await page.goto(school + DESK);
    await expect(heading(page)).toHaveText("Profile");
    await expect(page.getByRole("link", { name: /^Desk/ })).toHaveCount(0);
    expect(loaded).toEqual([]);
  });
});
