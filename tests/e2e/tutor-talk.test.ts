import { readFile, writeFile } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import { expect } from "playwright/test";
import { getMessage, getMessages, type SentMessage } from "../../src/contract/messages.ts";
import { answerTo } from "../answer-to.ts";
import { corporaPresent, naughtyStrings } from "../server/support/corpora.ts";
import { addConversations } from "./add-messages.ts";
import { failures, holdBack, someFailures } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { type Account, test } from "./school.ts";
import { speak } from "./speak.ts";
import { choose, heading, openInside, signIn } from "./steps.ts";

const TALK = "/tls/tutor-talk";
const CALL = "**/api/user/messages";

const tutor: Account = { username: "tutor", password: "demo-tutor", firstName: "Ruth" };

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);
const PDF = Buffer.from("%PDF-1.7\n% a pattern\n");
const photo = { name: "seam.png", mimeType: "image/png", buffer: PNG };
const sheet = { name: "גזרה <b>.pdf", mimeType: "application/pdf", buffer: PDF };

const ATTACK = "<img src=x onerror=alert('hem')>";

const list = (page: Page): Locator => page.getByRole("list", { name: "Conversations" });
const row = (page: Page, subject: string): Locator =>
  list(page).getByRole("link").filter({ hasText: subject });
const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name });
const send = (page: Page): Locator => page.getByRole("button", { name: "Send", exact: true });
const newMessage = (page: Page) => page.getByRole("button", { name: "New message" }).click();

/** Opens a new message and fills it in. */
const write = async (page: Page, subject: string, body: string): Promise<void> => {
  await newMessage(page);
  await field(page, "Subject").fill(subject);
  await field(page, "Message").fill(body);
};

/** Leaves the screen and opens it again, in English, which fetches the conversations again. */
const openAgain = async (page: Page, address = TALK): Promise<void> => {
  await openInside(page, "/tls/faq");
  await expect(heading(page)).toHaveText("FAQ");
  await openInside(page, address);
  await expect(heading(page)).toHaveText("Tutor talk");
};

/** Counts the signed-in person's messages at the school. */
const countAtSchool = (page: Page, subject: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const { token } = JSON.parse(localStorage.getItem("session.v1") ?? "");
    const answer = await fetch("/api/user/messages", {
      headers: { authorization: `Bearer ${token}` },
    });
    const { messages } = await answer.json();
    return messages.filter(({ subject: each }: { subject: string }) => each === wanted).length;
  }, subject);

/** Replaces the school's inbox. */
const answerWith = (page: Page, messages: SentMessage[], internal = true) =>
  page.route(CALL, (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: answerTo(getMessages, { messages, internal }) })
      : route.fallback(),
  );

const inboxMessage = (id: number, change: Partial<SentMessage> = {}): SentMessage => ({
  id,
  thread: id,
  subject: `Subject ${id}`,
  body: "Words",
  date: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString(),
  from: { id: 999, name: "Ruth Okafor", role: "tutor" },
  read: true,
  attachmentCount: 0,
  ...change,
});

test("a student asks with files, a tutor answers, and both see what is new", {
  tag: "@runtime",
}, async ({ page, elsewhere, school, student }) => {
  const subject = `How deep may a dart of ${student.username} be?`;
  await signIn(page, student);
  await choose(page, "Hello, Noa", "Tutor talk");
  await expect(page).toHaveTitle(/^Tutor talk · /);
  await expect(page.getByText("You have no conversations yet.")).toBeVisible();
  await write(page, subject, "Dear tutor,\n\nfour centimetres?");
  await page.getByLabel("Attach files").setInputFiles([photo, sheet]);
  await expect(page.getByRole("list", { name: "Chosen files" }).getByRole("listitem")).toHaveCount(
    2,
  );
  await send(page).click();
  await expect(page.getByRole("heading", { name: subject, level: 2 })).toBeFocused();
  await expect(row(page, subject)).toHaveAttribute("aria-current", "true");
  await expect(page.getByText("Your message has been sent.")).toBeVisible();

  await signIn(elsewhere, tutor, `${school}${TALK}`);
  await expect(elsewhere.getByRole("button", { name: "New message" })).toHaveCount(0);
  await expect(row(elsewhere, subject)).toContainText("1 unread message");
  await expect(row(elsewhere, subject)).toContainText("Waiting for an answer");
  await row(elsewhere, subject).click();
  await expect(elsewhere.getByText("four centimetres?")).toHaveText(
    "Dear tutor,\n\nfour centimetres?",
    { useInnerText: true },
  );
  await expect(row(elsewhere, subject)).not.toContainText("unread");
  const files = elsewhere.getByRole("list", { name: "Attachments" }).getByRole("link");
  await expect(files).toHaveCount(2);
  const download = elsewhere.waitForEvent("download");
  await files.last().click();
  const saved = await download;
  expect(saved.suggestedFilename()).toContain("גזרה");
  expect(await readFile(await saved.path())).toEqual(PDF);
  await field(elsewhere, "Message").fill("Two of three are better.");
  await send(elsewhere).click();
  await expect(elsewhere.getByText("Two of three are better.")).toBeVisible();
  await expect(field(elsewhere, "Message")).toHaveValue("");
  await expect(row(elsewhere, subject)).not.toContainText("Waiting");

  await choose(page, "Hello, Noa", "FAQ");
  await choose(page, "Hello, Noa", "Tutor talk");
  await expect(row(page, subject)).toContainText("1 unread message");
  await row(page, subject).click();
  await expect(page.getByText("Two of three are better.")).toBeVisible();
  await expect(row(page, subject)).not.toContainText("unread");
  await openAgain(page, page.url());
  await expect(page.getByText("Two of three are better.")).toBeVisible();
  await expect(row(page, subject)).not.toContainText("unread");
});

test("messages are written, sent and kept, whatever the line does", async ({ page, student }) => {
  await signIn(page, student, "/tls/faq");

  await test.step("conversations and attachments that cannot be fetched show an error, and can be tried again", async () => {
    const main = page.getByRole("main");
    const again = main.getByRole("button", { name: "Try again" });
    for (const name of someFailures) {
      await page.route(CALL, failures[name]);
      await openAgain(page);
      await expect(main.getByRole("alert"), name).toBeVisible();
      await page.unroute(CALL);
      await again.click();
      await expect(main.getByText("You have no conversations yet.")).toBeVisible();
      await expect(main.getByRole("alert")).toHaveCount(0);
    }
    await answerWith(page, [inboxMessage(1, { read: false, attachmentCount: 1 })]);
    await page.route(`${CALL}/1?*`, failures["no network"]);
    await openAgain(page);
    await row(page, "Subject 1").click();
    await expect(main.getByRole("alert")).toHaveText(
      "The attachments could not be fetched. Please check your internet connection and try again",
    );
    await expect(row(page, "Subject 1")).toContainText("1 unread message");
    await page.unroute(`${CALL}/1?*`);
    await page.route(`${CALL}/1?*`, (route) =>
      route.fulfill({
        json: answerTo(getMessage, {
          attachments: [
            {
              name: "x.html",
              type: "text/html",
              size: 25,
              data: btoa("<script>alert(1)</script>"),
            },
          ],
        }),
      }),
    );
    await again.click();
    const file = main.getByRole("link", { name: "x.html" });
    await expect(file).toHaveAttribute("download", "x.html");
    await openInside(page, `${TALK}?thread=77`);
    await expect(main.getByRole("alert")).toHaveText("There is no such conversation.");
    await page.unrouteAll();
  });

  await test.step("a message that cannot be sent shows an error, keeps everything, and arrives once", async () => {
    await openAgain(page);
    await write(page, "A dart", "How long?");
    await page.getByLabel("Attach files").setInputFiles(photo);
    for (const name of someFailures) {
      await page.route(CALL, failures[name]);
      await send(page).click();
      const alert = page.getByRole("form").getByRole("alert");
      await expect(alert, name).toHaveText(
        "Error sending message. Please check your internet connection and try again",
      );
      await page.unroute(CALL);
      await expect(field(page, "Subject")).toHaveValue("A dart");
      await expect(field(page, "Message")).toHaveValue("How long?");
      await expect(page.getByRole("list", { name: "Chosen files" })).toContainText("seam.png");
    }
    // The school accepts it, and its answer is lost.
    await page.route(CALL, async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await send(page).click();
    await expect(page.getByRole("form").getByRole("alert")).toBeVisible();
    await page.unroute(CALL);
    await send(page).dblclick();
    await expect(page.getByRole("heading", { name: "A dart", level: 2 })).toBeVisible();
    expect(await countAtSchool(page, "A dart")).toBe(1);
  });

  await test.step("sending shows its progress, can be cancelled, and is not repeated by Back", async () => {
    await openAgain(page);
    await newMessage(page);
    await send(page).click();
    await expect(field(page, "Subject")).toBeFocused();
    await expect(field(page, "Subject")).toHaveAccessibleDescription("Please enter a subject");
    await expect(field(page, "Message")).toHaveAccessibleDescription(
      "Please write your message, or attach a file",
    );
    await field(page, "Subject").fill("A yoke");
    await field(page, "Message").fill("Where does it end?");
    const release = await holdBack(page, CALL);
    await send(page).click();
    await expect(page.getByRole("progressbar", { name: "Sending" })).toBeVisible();
    await expect(field(page, "Message")).not.toBeEditable();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("progressbar", { name: "Sending" })).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(send(page)).toBeFocused();
    await release();
    await field(page, "Message").press("Control+Enter");
    await expect(page.getByRole("heading", { name: "A yoke", level: 2 })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "A yoke", level: 2 })).toHaveCount(0);
    await expect(row(page, "A yoke")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${TALK}$`));
    expect(await countAtSchool(page, "A yoke")).toBe(1);
  });

  await test.step("files that may not be sent are refused with the reason", async () => {
    await openAgain(page, `${TALK}?new`);
    const choice = page.getByLabel("Attach files");
    const refusal = page.getByRole("form").getByRole("alert");
    const chosen = test.info().outputPath("hem.pdf");
    for (const [buffer, reason] of [
      [Buffer.concat([PDF, Buffer.alloc(2 * 1024 * 1024)]), "Attachment too big, maximum allowed"],
      [Buffer.from("<script>alert(1)</script>"), "Only JPEG, PNG, WebP and HEIC photos and PDF"],
      [Buffer.alloc(0), "The file is empty"],
    ] as const) {
      await writeFile(chosen, buffer);
      await choice.setInputFiles(chosen);
      await expect(refusal).toContainText(reason);
    }
    await field(page, "Subject").fill("A seam");
    await choice.setInputFiles(photo);
    await expect(refusal).toHaveCount(0);
    // The school checks files too, and may allow less.
    await page.route(CALL, (route) => route.fulfill({ status: 413, json: { code: "x/y" } }));
    await send(page).click();
    await expect(refusal).toHaveText("Attachment too big, maximum allowed size is 2MB");
    await page.unroute(CALL);
    await send(page).click();
    await expect(page.getByRole("list", { name: "Attachments" }).getByRole("link")).toHaveCount(1);
  });
});

test("shows any number of conversations as plain text", async ({ page, running, student }) => {
  await signIn(page, student, "/tls/faq");

  await test.step("a school that answers by mail is announced on the page", async () => {
    await answerWith(page, [], false);
    await openAgain(page);
    await expect(page.getByText("Your tutors answer by email, not here.")).toBeVisible();
    await page.unroute(CALL);
  });

  await test.step("messages are shown literally, and run nothing", async () => {
    const alarms: string[] = [];
    page.on("dialog", (dialog) => {
      alarms.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol !== "blob:" && hostname !== "127.0.0.1") alarms.push(request.url());
    });
    const strings = [ATTACK, ...(corporaPresent ? naughtyStrings() : [])].filter(
      (text) => text.trim() && !/[\r\n]/.test(text),
    );
    await answerWith(
      page,
      strings.map((text, at) =>
        inboxMessage(strings.length - at, { subject: text, body: text, thread: at }),
      ),
    );
    await openAgain(page);
    await expect(list(page)).toBeVisible();
    // The rows come as the list is scrolled to its end.
    const rows = await list(page).evaluate(async (element, wanted) => {
      for (let tries = 0; element.children.length < wanted && tries < 1000; tries += 1) {
        element.lastElementChild?.scrollIntoView();
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return element.children.length;
    }, strings.length);
    expect(rows).toBe(strings.length);
    const shown = await list(page)
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.querySelectorAll("bdi")[1]?.textContent));
    expect(shown).toEqual(strings.map((text) => text.trim()));
    await openInside(page, `${TALK}?thread=0`);
    await expect(page.getByText(ATTACK, { exact: true })).toHaveCount(3);
    expect(alarms).toEqual([]);
    await page.unroute(CALL);
  });

  await test.step("on a phone the list leads to a conversation, and Back returns to the same place in the list", async () => {
    const window = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 360, height: 740 });
    await answerWith(
      page,
      Array.from({ length: 100 }, (_, at) => inboxMessage(at + 1, { body: "x".repeat(400) })),
    );
    const fits = async (what: string) =>
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        what,
      ).toBeLessThanOrEqual(0);
    await openAgain(page);
    await expect(row(page, "Subject 100")).toBeVisible();
    await fits("the list");
    await row(page, "Subject 90").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Subject 90" })).toBeFocused();
    await expect(list(page)).toBeHidden();
    await fits("a conversation");
    await page.goBack();
    await expect(row(page, "Subject 90")).toBeFocused();
    await row(page, "Subject 80").click();
    await page.getByRole("link", { name: "All conversations" }).click();
    await expect(row(page, "Subject 80")).toBeFocused();
    await newMessage(page);
    await fits("a new message");
    await page.setViewportSize(window);
    await page.unroute(CALL);
  });

  await test.step("axe finds nothing in tutor talk, in Hebrew and in English", async () => {
    await answerWith(page, [
      inboxMessage(1, { attachmentCount: 1 }),
      inboxMessage(2, { read: false, subject: "גובה הברך", body: "שלום" }),
    ]);
    await openAgain(page);
    await speak(page, "he");
    await expect(heading(page)).toHaveText("שיחה עם המורה");
    const conversations = page.getByRole("list", { name: "שיחות" });
    await expect(conversations).toContainText("הודעה אחת שלא נקראה");
    expect(await findings(page), "the list").toEqual([]);
    await conversations.getByRole("link").last().click();
    await expect(page.getByRole("alert")).toBeVisible();
    expect(await findings(page), "a conversation").toEqual([]);
    await page.getByRole("button", { name: "הודעה חדשה" }).click();
    await page.getByRole("button", { name: "שליחה", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "נושא" })).toBeFocused();
    expect(await findings(page), "a new message").toEqual([]);
    await choose(page, "שפה", "English");
    await expect(heading(page)).toHaveText("Tutor talk");
    expect(await findings(page, { inDark: false }), "a new message in English").toEqual([]);
    await page.unroute(CALL);
  });

  await test.step("a long inbox is shown page by page, by keyboard, and a conversation by its address", async () => {
    // Their order is that in which they arrive, so the first one is the oldest. No message of the long
    // one is among those that come with the list.
    const [oldest, long] = await addConversations(running.dataDir, student.username, [
      { subject: "The oldest", bodies: ["The oldest words"] },
      { subject: "A long one", bodies: ["Opening words", ...Array(57).fill("Later words")] },
      ...Array.from({ length: 57 }, (_, at) => ({
        subject: `Question ${at + 2}`,
        bodies: ["How deep?"],
      })),
      { subject: "Question 1", bodies: ["How deep?", ...Array(150).fill("Later words")] },
    ]);
    await openAgain(page);
    await expect(row(page, "Question 1").first()).toBeVisible();
    await expect(row(page, "The oldest")).toHaveCount(0);
    const more = page.getByRole("button", { name: "Show earlier conversations" });
    await expect(async () => {
      await list(page).getByRole("link").last().scrollIntoViewIfNeeded();
      await expect(list(page).getByRole("link")).toHaveCount(50, { timeout: 500 });
    }).toPass();
    await more.focus();
    await page.keyboard.press("Enter");
    await expect(list(page).getByRole("link").nth(50)).toBeFocused();
    await expect(more).toHaveCount(0);
    // The dark colours are those of the short list above.
    expect(await findings(page, { inDark: false })).toEqual([]);
    await row(page, "The oldest").click();
    await expect(page.getByText("The oldest words")).toBeVisible();

    await page.goto(`${TALK}?thread=${oldest}`);
    await expect(page.getByRole("heading", { name: "The oldest" })).toBeFocused();
    await openInside(page, `${TALK}?thread=${long}`);
    const sheets = page.getByRole("list", { name: "Messages" }).getByRole("listitem");
    await expect(sheets).toHaveCount(8);
    const earlier = page.getByRole("button", { name: "Show earlier messages" });
    for (const shown of [16, 24, 32, 40, 48, 56, 58]) {
      await earlier.focus();
      await page.keyboard.press("Enter");
      await expect(sheets).toHaveCount(shown);
    }
    await expect(sheets.first()).toContainText("Opening words");
    await expect(earlier).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
  });
});
