import type { Page } from "playwright";
import type { SchoolApi } from "../school/school-api.ts";

const CONVERSATIONS = 900;
/** Messages in the last conversation, which is opened first. */
const ANSWERS = 100;
const AT_ONCE = 20;
/** Milliseconds between keys of somebody who types fast. */
const BETWEEN_KEYS_MS = 120;

/**
 * Sends 1,000 messages to the school: many short conversations and a long one.
 * @throws an Error if the school refuses a message
 */
export const fillInbox = async (url: string, { token }: SchoolApi): Promise<void> => {
  const post = async (fields: Record<string, string>): Promise<number> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/user/messages`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`A message was answered with ${response.status}.`);
    const { message } = (await response.json()) as { message: { thread: number } };
    return message.thread;
  };
  const body = "How deep may a dart be, and where does it end? ".repeat(5);
  let thread = 0;
  for (let from = 1; from <= CONVERSATIONS; from += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => from + at);
    const threads = await Promise.all(
      numbers.map((number) => post({ subject: `Question ${number}`, body })),
    );
    thread = threads.at(-1) ?? thread;
  }
  for (let answer = 1; answer <= ANSWERS; answer += 1) await post({ body, thread: String(thread) });
};

/** Reads and writes messages as a tutor does. */
export const walkInbox = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: /^Hello/ }).click();
  await page.getByRole("menuitem", { name: "Tutor talk" }).click();
  const rows = page.getByRole("list", { name: "Conversations" }).getByRole("link");
  await rows.first().waitFor();
  for (let at = 0; at < 5; at += 1) {
    await rows.nth(at * 5).click();
    const message = page.getByRole("textbox", { name: "Message" });
    await message.pressSequentially("Two are better", { delay: BETWEEN_KEYS_MS });
    const earlier = page.getByRole("button", { name: "Show earlier messages" });
    if (await earlier.isVisible()) await earlier.click();
    await page.getByRole("link", { name: "All conversations" }).click();
    await rows.first().waitFor();
    await rows.last().scrollIntoViewIfNeeded();
  }
};
