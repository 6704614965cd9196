import { expect } from "playwright/test";
import { testFlags } from "../../scripts/browser/chromium-flags.ts";
import { findings } from "./axe-findings.ts";
import { chooseFiles, comment, item, openAssignments, tutor, upload } from "./hand-ins.ts";
import { test } from "./school.ts";
import { signIn } from "./steps.ts";

// A microphone that beeps, and a person who allows it.
const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({
  launchOptions: { executablePath: process.env.CHROMIUM, args: [...testFlags, ...MICROPHONE] },
});

const PHOTO = "resources/demo-class/darts-jonas.jpg";

test("a tutor sees photo and answer at once, pins a comment by keyboard, and speaks the answer", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await openAssignments(page, school, student);
  const words = `The first of ${student.username}`;
  await chooseFiles(item(page), PHOTO);
  await comment(page).fill(words);
  await upload(page).click();
  await expect(item(page)).toContainText("Handed in.");
  await elsewhere.setViewportSize({ width: 1280, height: 800 });
  await signIn(elsewhere, tutor, `${school}/tls/desk`);
  const queue = elsewhere.getByRole("list", { name: "Queue" });
  await queue.getByRole("link").filter({ hasText: words }).click();
  const main = elsewhere.getByRole("main");
  const stage = elsewhere.getByRole("application");

  await test.step("the whole photo, the tools and the answer are in sight at 1280 × 800", async () => {
    const field = main.getByRole("textbox", { name: "Your answer" });
    const buttons = ["Accept", "Return", "Pen", "Pin a comment"].map((name) =>
      main.getByRole("button", { name, exact: true }),
    );
    for (const part of [stage, main.getByRole("img"), field, ...buttons]) {
      await expect(part.first()).toBeInViewport({ ratio: 0.99 });
    }
    expect(await findings(elsewhere)).toEqual([]);
  });

  await test.step("a comment is pinned by the keyboard alone", async () => {
    await elsewhere.getByRole("heading", { level: 1 }).focus();
    for (const key of ["p", "ArrowUp", "Enter"]) await elsewhere.keyboard.press(key);
    await elsewhere.keyboard.type("Sharpen this corner");
    await elsewhere.keyboard.press("Enter");
    await expect(stage.locator("svg text")).toHaveText("1");
    await expect(main.getByRole("listitem").filter({ hasText: "Sharpen" }).first()).toBeVisible();
  });

  await test.step("the answer is spoken, and heard again before it is sent", async () => {
    await main.getByRole("button", { name: "Record an answer" }).click();
    await expect(main.getByRole("timer")).toContainText("0:01 / 2:00");
    await main.getByRole("button", { name: "Stop recording" }).click();
    const audio = main.locator("audio");
    await expect
      .poll(() => audio.evaluate((own: HTMLAudioElement) => own.readyState))
      .toBeGreaterThan(0);
    expect(await findings(elsewhere)).toEqual([]);
    await elsewhere.getByRole("heading", { level: 1 }).focus();
    await elsewhere.keyboard.press("r");
    await expect(elsewhere.getByRole("status").filter({ hasText: "Returned: Noa" })).toBeVisible();
  });

  await test.step("the student reads the comment and hears the answer", async () => {
    await expect(async () => {
      await page.reload();
      await expect(item(page).getByRole("blockquote")).toContainText("Sharpen this corner", {
        timeout: 1000,
      });
    }).toPass();
    const audio = item(page).locator("audio");
    await expect
      .poll(() => audio.evaluate((own: HTMLAudioElement) => own.readyState))
      .toBeGreaterThan(0);
    expect(await findings(page)).toEqual([]);
  });

  await test.step("the next attempt has the last one beside it, on a switch", async () => {
    await chooseFiles(item(page), PHOTO);
    await comment(page).fill(`The second of ${student.username}`);
    await upload(page).click();
    await expect(item(page)).toContainText("Handed in.");
    await elsewhere.goto(`${school}/tls/desk`);
    await queue.getByRole("link").filter({ hasText: "The second of" }).click();
    await main.getByRole("switch", { name: "Last attempt" }).click();
    const attempt = main.getByRole("region", { name: "Last attempt" });
    await expect(attempt).toContainText("Sharpen this corner");
    await expect(attempt.getByRole("img")).toBeInViewport({ ratio: 0.99 });
    await expect(stage.last()).toBeInViewport({ ratio: 0.99 });
    expect(await findings(elsewhere)).toEqual([]);
  });
});
