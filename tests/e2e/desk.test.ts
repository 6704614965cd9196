import { expect, type Page } from "playwright/test";
import { lookForFaults } from "../../scripts/matrix/look-for-faults.ts";
import { findings } from "./axe-findings.ts";
import { chooseFiles, comment, item, openAssignments, photo, tutor, upload } from "./hand-ins.ts";
import { type Account, admin, test } from "./school.ts";
import { choose, heading, openInside, signIn } from "./steps.ts";

const DESK = "/tls/desk";

/** Hands in a photo with a comment by which the tutors find it. */
const handIn = async (page: Page, school: string, student: Account): Promise<string> => {
  await openAssignments(page, school, student);
  const words = `The dart of ${student.username}`;
  await chooseFiles(item(page), await photo(page, "dart.jpg"));
  await comment(page).fill(words);
  await upload(page).click();
  await expect(item(page)).toContainText("Handed in.");
  return words;
};

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

const answer = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

/** Opens the hand-in with these words from the queue. */
const open = async (page: Page, words: string): Promise<void> => {
  await row(page, words).click();
  await expect(page.getByRole("main")).toContainText(words);
  await expect(answer(page)).toBeVisible();
};

test("a tutor answers at the desk by keyboard, and takes an answer back", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  const words = await handIn(page, school, student);
  await signIn(elsewhere, tutor, school + DESK);
  await expect(
    elsewhere.getByRole("link", { name: /^Desk \d+ waits? for an answer$/ }),
  ).toBeVisible();
  const mine = row(elsewhere, words);
  await expect(mine).toContainText(/Noa.*Pattern making basics/);
  expect(await findings(elsewhere), "the queue").toEqual([]);

  await test.step("the keys are listed, and lead to a hand-in", async () => {
    await elsewhere.keyboard.press("?");
    await expect(elsewhere.getByRole("dialog", { name: "Keys" })).toBeVisible();
    expect(await findings(elsewhere), "the keys").toEqual([]);
    await elsewhere.keyboard.press("Escape");
    await expect(elsewhere.getByRole("dialog")).toHaveCount(0);
    await elsewhere.keyboard.press("j");
    for (let at = 0; at < 50; at += 1) {
      if (await mine.evaluate((link) => link === document.activeElement)) break;
      await elsewhere.keyboard.press("j");
    }
    await elsewhere.keyboard.press("Enter");
    await expect(heading(elsewhere)).toBeFocused();
    await expect(elsewhere.getByRole("main")).toContainText(words);
    await expect(elsewhere.getByRole("img", { name: "dart.jpg" })).toHaveJSProperty(
      "naturalWidth",
      320,
    );
    expect(await findings(elsewhere), "the work").toEqual([]);
  });

  await test.step("a saved comment is written, and two letters insert it", async () => {
    await elsewhere.getByRole("button", { name: "Write and change saved comments" }).click();
    const dialog = elsewhere.getByRole("dialog", { name: "Saved comments" });
    await dialog.getByRole("button", { name: "New comment" }).click();
    await dialog.getByRole("textbox", { name: /^Name/ }).fill(`Zz ${student.username}`);
    await dialog.getByRole("textbox", { name: "Text" }).fill("Turn the <i>grainline</i>");
    expect(await findings(elsewhere), "a saved comment").toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("listitem").filter({ hasText: student.username })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await elsewhere.getByRole("textbox", { name: "Saved comments" }).fill("zz");
    await elsewhere.keyboard.press("Enter");
    await expect(answer(elsewhere)).toHaveValue("Turn the <i>grainline</i>");
    await expect(answer(elsewhere)).toBeFocused();
  });

  await test.step("an answer is taken back before the student knows of it, and given again", async () => {
    await elsewhere.keyboard.press("Control+Enter");
    const said = elsewhere.getByRole("status").filter({ hasText: "Accepted: Noa" });
    await expect(said).toBeVisible();
    await page.reload();
    await expect(item(page)).toContainText("Handed in");
    await expect(item(page)).not.toContainText("Accepted");
    await elsewhere.getByRole("heading", { level: 1 }).focus();
    await elsewhere.keyboard.press("u");
    await expect(answer(elsewhere)).toHaveValue("Turn the <i>grainline</i>");
    await expect(elsewhere.getByRole("main")).toContainText(words);
    await elsewhere.getByRole("heading", { level: 1 }).focus();
    await elsewhere.keyboard.press("r");
    await expect(elsewhere.getByRole("status").filter({ hasText: "Returned: Noa" })).toBeVisible();
  });

  await openInside(elsewhere, `${DESK}?show=answered`);
  await expect(row(elsewhere, words)).toContainText("Returned");
  await expect(async () => {
    await page.reload();
    await expect(item(page).getByRole("blockquote")).toContainText("Turn the <i>grainline</i>", {
      timeout: 1000,
    });
  }).toPass();
});

test("an answer at the desk survives a lost network and a reload", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  const words = await handIn(page, school, student);
  await signIn(elsewhere, tutor, school + DESK);
  await open(elsewhere, words);
  await answer(elsewhere).fill("Half of it");
  await elsewhere.route("**/answer", (route) => route.abort());
  await elsewhere.getByRole("button", { name: "Accept" }).click();
  await expect(
    elsewhere.getByRole("region", { name: "Your answer" }).getByRole("alert"),
  ).toContainText("It is kept here.");
  await elsewhere.reload();
  await expect(answer(elsewhere)).toHaveValue("Half of it");
  await elsewhere.getByRole("button", { name: "Accept" }).click();
  const again = elsewhere.getByRole("button", { name: "Try again" });
  // The call is under way until then, and would reach the school.
  await expect(again).toBeVisible();
  await elsewhere.unroute("**/answer");
  await again.click();
  await expect(elsewhere.getByRole("status").filter({ hasText: "Accepted: Noa" })).toBeVisible();
});

test("two tutors at one hand-in see each other, and lose nothing", async ({
  page,
  elsewhere,
  browser,
  school,
  student,
}) => {
  const words = await handIn(page, school, student);
  await signIn(elsewhere, tutor, school + DESK);
  await open(elsewhere, words);
  const context = await browser.newContext();
  const third = await context.newPage();
  await signIn(third, admin, school + DESK);
  await expect(row(third, words)).toContainText("Ruth Okafor is working on it");
  await open(third, words);
  await expect(third.getByRole("main")).toContainText("Ruth Okafor is working on it");
  await third.getByRole("button", { name: "Take over" }).click();
  await expect(third.getByRole("button", { name: "Take over" })).toHaveCount(0);
  await answer(third).fill("Not yet");
  await answer(elsewhere).fill("Good");
  await elsewhere.getByRole("button", { name: "Accept" }).click();
  await expect(elsewhere.getByRole("status").filter({ hasText: "Accepted: Noa" })).toBeVisible();
  await third.getByRole("button", { name: "Return" }).click();
  await expect(
    third.getByRole("heading", { name: "Ruth Okafor has answered meanwhile" }),
  ).toBeVisible();
  await expect(third.getByRole("main").getByRole("blockquote").first()).toHaveText("Good");
  await expect(answer(third)).toHaveValue("Not yet");
  expect(await findings(third), "two answers").toEqual([]);
  await third.getByRole("button", { name: "Send mine in its place" }).click();
  await expect(third.getByRole("status").filter({ hasText: "Returned: Noa" })).toBeVisible();
  await context.close();
});

test("the desk fits a tablet and a phone, in both directions", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  const words = await handIn(page, school, student);
  const question = `A question of ${student.username}`;
  const thread = await ask(page, question);
  await signIn(elsewhere, tutor, school + DESK);
  for (const language of ["English", "עברית"]) {
    if (language !== "English") await choose(elsewhere, "Language", language);
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1024, 768],
    ] as const) {
      await elsewhere.setViewportSize({ width, height });
      await openInside(elsewhere, DESK);
      await expect(
        elsewhere.getByRole("main").getByRole("link").filter({ hasText: words }),
      ).toBeVisible();
      expect(await elsewhere.evaluate(lookForFaults), `the queue, ${width}, ${language}`).toEqual(
        [],
      );
      await elsewhere.getByRole("main").getByRole("link").filter({ hasText: words }).click();
      await expect(elsewhere.getByRole("img", { name: "dart.jpg" })).toBeVisible();
      expect(await elsewhere.evaluate(lookForFaults), `the work, ${width}, ${language}`).toEqual(
        [],
      );
    }
    expect(await findings(elsewhere), `the work, ${language}`).toEqual([]);
    await openInside(elsewhere, thread);
    await expect(elsewhere.getByText(question)).toBeVisible();
    expect(await elsewhere.evaluate(lookForFaults), `the message, ${language}`).toEqual([]);
    expect(await findings(elsewhere), `the message, ${language}`).toEqual([]);
  }
});

test("a student has no desk, and loads nothing of it", async ({ page, student }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (/\/tls\/desk[\w-]*\.|\/api\/desk/.test(request.url())) loaded.push(request.url());
  });
  await signIn(page, student, DESK);
  await expect(heading(page)).toHaveText("Profile");
  await expect(page.getByRole("link", { name: /^Desk/ })).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(loaded).toEqual([]);
});
