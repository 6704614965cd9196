import { expect, type Page } from "playwright/test";
import { markFirstFile } from "../server/support/hand-ins.ts";
import { openServedDatabase } from "../support/served-database.ts";
import { findings } from "./axe-findings.ts";
import {
  chooseFiles,
  comment,
  item,
  openAssignments,
  PRACTICE,
  photo,
  tutor,
  upload,
} from "./hand-ins.ts";
import { type Account, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { heading, openInside, signIn } from "./steps.ts";

/** Returns the student's hand-in with a marked copy of its first file. */
const returnMarked = async (dataDir: string, student: Account, text: string): Promise<void> => {
  const database = await openServedDatabase(dataDir);
  try {
    const { id } = await database.read
      .selectFrom("upload")
      .innerJoin("account", "account.id", "upload.account_id")
      .select("upload.id")
      .where("username", "=", student.username)
      .where("latest", "=", 1)
      .executeTakeFirstOrThrow();
    await markFirstFile(database, id);
    const now = Date.now();
    const answer = { state: "returned", feedback: text, tutor: "Ruth Okafor" } as const;
    await database.write((db) =>
      db
        .updateTable("upload")
        .set({ ...answer, feedback_at: now, told: now, seen: 0 })
        .where("id", "=", id)
        .execute(),
    );
  } finally {
    await database.close();
  }
};

const isNew = (page: Page) => item(page).locator("mark");

test("a student sees the marked picture and what is new, and talks about it with the tutor", async ({
  page,
  elsewhere,
  school,
  running,
  student,
}) => {
  await openAssignments(page, school, student);
  await chooseFiles(item(page), await photo(page, "dart.jpg"));
  await comment(page).fill(`The dart of ${student.username}`);
  await upload(page).click();
  await expect(item(page)).toContainText("Handed in.");
  await returnMarked(running.dataDir, student, "Turn the grainline");

  const seen = page.waitForResponse("**/seen");
  await page.reload();
  await expect(isNew(page)).toHaveText("New");
  await expect(item(page).getByRole("img", { name: "marked-dart.jpg" })).toHaveJSProperty(
    "naturalWidth",
    320,
  );
  const withMarks = item(page).getByRole("checkbox", { name: "With marks" });
  await withMarks.uncheck();
  await expect(item(page).getByRole("img", { name: "dart.jpg", exact: true })).toBeVisible();
  await expect(item(page).getByRole("img", { name: "marked-dart.jpg" })).toBeHidden();
  await withMarks.check();
  expect(await findings(page, { inDark: true }), "an answer").toEqual([]);
  await isNew(page).scrollIntoViewIfNeeded();
  expect((await seen).status()).toBe(204);
  await page.reload();
  await expect(item(page).getByRole("blockquote")).toContainText("Turn the grainline");
  await expect(isNew(page)).toHaveCount(0);

  const details = item(page).getByRole("group").filter({ hasText: "Answer" });
  await details.locator("summary").press("Enter");
  const form = item(page).getByRole("form", { name: "Answer" });
  await form.getByRole("textbox", { name: "Message" }).fill("Along the <i>hem</i>?");
  await page.reload();
  await details.locator("summary").press("Enter");
  const field = form.getByRole("textbox", { name: "Message" });
  await expect(field).toHaveValue("Along the <i>hem</i>?");
  expect(await findings(page), "a message about it").toEqual([]);
  await field.press("Control+Enter");
  await expect(details.getByRole("status")).toHaveText("Your message has been sent.");

  await signIn(elsewhere, tutor, `${school}/tls/tutor-talk`);
  await elsewhere
    .getByRole("list", { name: "Conversations" })
    .getByRole("link")
    .filter({ hasText: PRACTICE.title })
    .first()
    .click();
  await expect(elsewhere.getByRole("list", { name: "Messages" })).toContainText(
    "Along the <i>hem</i>?",
  );
  await elsewhere.getByRole("textbox", { name: "Message" }).fill("Yes, along it");
  await elsewhere.getByRole("button", { name: "Send", exact: true }).click();

  await item(page).getByRole("link", { name: "To the conversation" }).click();
  await expect(heading(page)).toHaveText("Tutor talk");
  await expect(page.getByRole("list", { name: "Messages" })).toContainText("Yes, along it");
  await openInside(page, "/tls/assignments");
  await expect(item(page).getByRole("link", { name: "To the conversation" })).toBeVisible();
});

test("a marked hand-in fits a phone, in Hebrew too", async ({ page, school, running, student }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAssignments(page, school, student);
  await chooseFiles(item(page), await photo(page, `${"long-name-".repeat(8)}.jpg`));
  await upload(page).click();
  await expect(item(page)).toContainText("Handed in.");
  await returnMarked(running.dataDir, student, "Turn the grainline");
  await page.reload();
  for (const language of ["en", "he"] as const) {
    await speak(page, language);
    const word = words[language];
    const answered = page.getByRole("blockquote");
    await expect(answered).toContainText(word["assignments.new"]);
    await page.getByText(word["tutor-talk.answer"], { exact: true }).click();
    await expect(page.getByRole("form", { name: word["tutor-talk.answer"] })).toBeVisible();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    expect(await findings(page, { inDark: true }), language).toEqual([]);
    await page.getByText(word["tutor-talk.answer"], { exact: true }).click();
  }
});
