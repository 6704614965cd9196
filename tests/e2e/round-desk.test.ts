import { expect, type Locator, type Page } from "playwright/test";
import { addStudent } from "./add-student.ts";
import { expectNoFaults, findings } from "./axe-findings.ts";
import { handIn, handInAt, item, tellOfAnswers, tutor } from "./hand-ins.ts";
import { test } from "./school.ts";
import { speak, words as texts } from "./speak.ts";
import { heading, signIn, signInForm } from "./steps.ts";
import { tabTo } from "./tab-to.ts";

const PHOTO = "resources/demo-class/darts-jonas.jpg";

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Opens an entry of the queue by the keys of the desk. */
const openByKeys = async (page: Page, entry: Locator) => {
  await expect(entry).toBeVisible();
  for (let at = 0; at < 50; at += 1) {
    if (await entry.evaluate((link) => link === document.activeElement)) break;
    await press(page, "j");
  }
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/hand-ins?\//);
  await expect(heading(page)).toBeFocused();
};

const isPlayable = (audio: Locator) =>
  expect.poll(() => audio.evaluate((own: HTMLAudioElement) => own.readyState)).toBeGreaterThan(0);

test.use({ viewport: { width: 1280, height: 800 } });

for (const language of ["en", "he"] as const) {
  const text = texts[language];
  const inDark = language === "en";

  test(`a tutor signs in, pins a comment, speaks an answer and goes on, by keyboard alone, in ${language}`, {
    tag: language === "en" ? [] : "@all",
  }, async ({ page, elsewhere, running, school, student }) => {
    const [words, next] = [`The first of ${student.username}`, `After ${student.username}`];
    await handInAt(school, student, words, PHOTO);
    await handInAt(school, await addStudent(running.dataDir, ["PMB"]), next, PHOTO);
    const main = page.getByRole("main");
    const stage = page.getByRole("application");
    const button = (name: string) => main.getByRole("button", { name, exact: true });
    const entry = (having: string) =>
      page
        .getByRole("list", { name: text["desk.queue"] })
        .getByRole("link")
        .filter({ hasText: having });

    await test.step("signs in to the desk", async () => {
      // In Firefox one window has the focus: the one that was opened last.
      await page.bringToFront();
      await page.goto("/tls/");
      if (language !== "en") await speak(page, language);
      const form = signInForm(page, language);
      await tabTo(page, form.getByRole("textbox", { name: text["authorization.name"] }));
      await page.keyboard.type(tutor.username);
      await press(page, "Tab");
      await page.keyboard.type(tutor.password);
      await press(page, "Enter");
      await expect(heading(page)).toHaveText(text["desk.name"]);
      await expect(main).toBeFocused();
      await expect(entry(words)).toBeVisible();
      await expectNoFaults(page, "the queue", inDark);
      await openByKeys(page, entry(words));
    });

    await test.step("the whole photo, the tools and the answer are in sight at 1280 × 800", async () => {
      const buttons = ["waiting.accept", "waiting.return", "marking.pen", "marking.pin"] as const;
      const field = main.getByRole("textbox", { name: text["desk.your-answer"] });
      const parts = [stage, main.getByRole("img"), field];
      for (const part of [...parts, ...buttons.map((name) => button(text[name]))]) {
        await expect(part.first()).toBeInViewport({ ratio: 0.99 });
      }
      await expectNoFaults(page, "the work", inDark);
    });

    await test.step("a comment is pinned", async () => {
      // The keys of the tools come with the picture.
      await expect(async () => {
        await press(page, "p");
        const tool = button(text["marking.pin"]);
        await expect(tool).toHaveAttribute("aria-pressed", "true", { timeout: 1000 });
      }).toPass();
      await press(page, "ArrowUp", "Enter");
      await page.keyboard.type("Sharpen this corner");
      await press(page, "Enter");
      await expect(stage.locator("svg text")).toHaveText("1");
      await expect(main.getByRole("listitem").filter({ hasText: "Sharpen" }).first()).toBeVisible();
    });

    await test.step("the answer is spoken and written, and heard again before it is sent", async () => {
      await tabTo(page, button(text["desk.voice-record"]));
      await press(page, "Enter");
      // Which second is seen first depends on the machine.
      await expect(main.getByRole("timer")).toContainText(/0:(0[1-9]|[1-9]\d) \/ 2:00/);
      await expect(button(text["desk.voice-stop"])).toBeFocused();
      await press(page, "Enter");
      await isPlayable(main.locator("audio"));
      await tabTo(page, main.getByRole("textbox", { name: text["desk.your-answer"] }), "Shift+Tab");
      await page.keyboard.type("Nearly there");
      await expectNoFaults(page, "the answer", inDark);
    });

    await test.step("the answer is sent, and the next one opens", async () => {
      await tabTo(page, button(text["waiting.return"]));
      await press(page, "Enter");
      const sent = text["desk.returned"].replace(/\{.*/, "");
      await expect(page.getByRole("status").filter({ hasText: sent })).toBeVisible();
      await expect(main).toContainText(next);
      await expect(heading(page)).toBeFocused();
      await expectNoFaults(page, "the next one", inDark);
    });

    await test.step("the student reads the comments and hears the answer", async () => {
      await tellOfAnswers(running.dataDir, student);
      await signIn(elsewhere, student, `${school}/tls/assignments`);
      const answer = item(elsewhere).getByRole("blockquote");
      await expect(answer).toContainText("Sharpen this corner");
      await expect(answer).toContainText("Nearly there");
      await isPlayable(item(elsewhere).locator("audio"));
      expect(await findings(elsewhere, { inDark })).toEqual([]);
    });

    await test.step("the next attempt has the last one beside it, on a switch", async () => {
      await handIn(elsewhere, PHOTO, `The second of ${student.username}`);
      await page.bringToFront();
      await tabTo(page, page.getByRole("link", { name: text["desk.back"] }), "Shift+Tab");
      await press(page, "Enter");
      await openByKeys(page, entry(`The second of ${student.username}`));
      await expect(main.getByRole("switch", { name: text["desk.last-attempt"] })).toBeVisible();
      await press(page, "l");
      const attempt = main.getByRole("region", { name: text["desk.last-attempt"] });
      await expect(attempt).toContainText("Sharpen this corner");
      await expect(attempt.getByRole("img")).toBeInViewport({ ratio: 0.99 });
      await expect(stage.last()).toBeInViewport({ ratio: 0.99 });
      await expectNoFaults(page, "the last attempt", inDark);
    });
  });
}
