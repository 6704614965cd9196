import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import { expect } from "playwright/test";
import { getMessages, type SentMessage } from "../../src/contract/messages.ts";
import { answerTo } from "../answer-to.ts";
import { photo, sheet, tutor } from "./hand-ins.ts";
import { test } from "./school.ts";
import { choose, heading, openInside, signIn } from "./steps.ts";

const TALK = "/tls/tutor-talk";
const CALL = "**/api/user/messages";

const list = (page: Page): Locator => page.getByRole("list", { name: "Conversations" });
const row = (page: Page, subject: string): Locator =>
  list(page).getByRole("link").filter({ hasText: subject });
const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name });
const send = (page: Page): Locator => page.getByRole("button", { name: "Send", exact: true });
const newMessage = (page: Page) => page.getByRole("button", { name: "New message" }).click();

/** Leaves the screen and opens it again, in English, which fetches the conversations again. */
const openAgain = async (page: Page, address = TALK): Promise<void> => {
  await openInside(page, "/tls/faq");
  await expect(heading(page)).toHaveText("FAQ");
  await openInside(page, address);
  await expect(heading(page)).toHaveText("Tutor talk");
};

const inboxMessage = (id: number): SentMessage => ({
  id,
  thread: id,
  subject: `Subject ${id}`,
  body: "x".repeat(400),
  date: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString(),
  from: { id: 999, name: "Ruth Okafor", role: "tutor" },
  read: true,
  attachmentCount: 0,
});

test("a student asks with files, a tutor answers, and both see what is new", {
  tag: "@runtime",
}, async ({ page, elsewhere, school, student }) => {
  const subject = `How deep may a dart of ${student.username} be?`;
  await signIn(page, student);
  await choose(page, "Hello, Noa", "Tutor talk");
  await newMessage(page);
  await field(page, "Subject").fill(subject);
  await field(page, "Message").fill("Dear tutor,\n\nfour centimetres?");
  const pdf = sheet("גזרה <b>.pdf");
  await page.getByLabel("Attach files").setInputFiles([await photo(page, "seam.jpg"), pdf]);
  await expect(page.getByRole("list", { name: "Chosen files" }).getByRole("listitem")).toHaveCount(
    2,
  );
  await send(page).click();
  await expect(page.getByRole("heading", { name: subject, level: 2 })).toBeFocused();
  await expect(row(page, subject)).toHaveAttribute("aria-current", "true");
  await expect(page.getByText("Your message has been sent.")).toBeVisible();
  await test.step("Back leads to the list, and not to the form that was sent", async () => {
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${TALK}$`));
    await expect(row(page, subject)).toBeFocused();
  });

  await signIn(elsewhere, tutor, `${school}${TALK}`);
  await expect(elsewhere.getByRole("button", { name: "New message" })).toHaveCount(0);
  await expect(row(elsewhere, subject)).toContainText(/1 unread message.*Waiting for an answer/);
  await row(elsewhere, subject).click();
  await expect(elsewhere.getByText("four centimetres?")).toBeVisible();
  const files = elsewhere.getByRole("list", { name: "Attachments" }).getByRole("link");
  await expect(files).toHaveCount(2);
  const download = elsewhere.waitForEvent("download");
  await files.last().click();
  const saved = await download;
  expect(saved.suggestedFilename()).toContain("גזרה");
  expect(await readFile(await saved.path())).toEqual(pdf.buffer);
  await field(elsewhere, "Message").fill("Two of three are better.");
  await send(elsewhere).click();
  await expect(elsewhere.getByText("Two of three are better.")).toBeVisible();
  await expect(row(elsewhere, subject)).not.toContainText("Waiting");

  await openAgain(page);
  await expect(row(page, subject)).toContainText("1 unread message");
  await row(page, subject).click();
  await expect(page.getByText("Two of three are better.")).toBeVisible();
  await openAgain(page, page.url());
  await expect(row(page, subject)).not.toContainText("unread");
});

test("on a phone tutor talk fits, and Back returns to the same place in the list", async ({
  page,
  student,
}) => {
  await signIn(page, student, "/tls/faq");
  const messages = Array.from({ length: 100 }, (_, at) => inboxMessage(at + 1));
  await page.route(CALL, (route) =>
    route.fulfill({ json: answerTo(getMessages, { messages, internal: true }) }),
  );

  await page.setViewportSize({ width: 360, height: 740 });
  const fits = async (what: string) =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      what,
    ).toBeLessThanOrEqual(0);
  await openAgain(page);
  await fits("the list");
  await row(page, "Subject 90").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Subject 90" })).toBeFocused();
  await expect(list(page)).toBeHidden();
  await fits("a conversation");
  await page.goBack();
  await expect(row(page, "Subject 90")).toBeFocused();
  await newMessage(page);
  await fits("a new message");
});
