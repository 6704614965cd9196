import { expect, test } from "vitest";
import {
  getConversations,
  getMessage,
  getMessages,
  type SentMessage,
} from "../../src/contract/messages.ts";
import { MessageForm } from "../../src/features/tutor-talk/message-form.tsx";
import TutorTalkScreen from "../../src/features/tutor-talk/tutor-talk-screen.tsx";
import { answerTo } from "../answer-to.ts";
import { corporaPresent, naughtyStrings } from "../server/support/corpora.ts";
import { noNetwork, openMessageBox, RUTH, sentMessage } from "../unit/support/message-box.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { chooseFiles, click, enter, strike, visit, watchView } from "./person.ts";
import { act, axeFindings, type Opened, render, renderApp, says, waitUntil } from "./render.tsx";

const LIST = "GET /user/messages";
const PDF = "%PDF-1.7\n% a pattern\n";

const comeIntoView = watchView();

/** Tutor talk of a student whose school has these messages. */
const show = async (
  messages: readonly SentMessage[] = [],
  { address = "/tutor-talk", internal = true, before = (_: Opened) => {} } = {},
) => {
  const opened = await openSignedIn();
  const inbox = { messages: [...messages], cursor: null, conversations: null, internal };
  opened.school.answerWith(LIST, answerTo(getMessages, inbox));
  for (const { id } of messages) {
    opened.school.answerWith(`GET /user/messages/${id}`, answerTo(getMessage, { attachments: [] }));
  }
  before(opened);
  visit(address);
  await renderApp(opened.app, <TutorTalkScreen />);
  return opened;
};

const rows = () =>
  [...getByRole("list", "Conversations").querySelectorAll("a")].map(
    (link) => link.querySelectorAll("bdi")[1]?.textContent,
  );
const field = (name: string) => getByRole<HTMLTextAreaElement>("textbox", name);
const alerts = () => queryAllByRole("alert").map(({ textContent }) => textContent);
const said = (words: string) => waitUntil(() => alerts().join("\n").includes(words));

test("a student is told that the tutors of the school answer by mail", async () => {
  await show([], { internal: false });
  await says("Your tutors answer by email");
});

test("conversations that cannot be fetched show an error, and can be tried again", async () => {
  const before = ({ school }: Opened) => Object.assign(school.network, { up: false });
  const { school } = await show([], { before });
  await waitUntil(() => queryByRole("alert"));
  school.network.up = true;
  await click(getByRole("button", "Try again"));
  await says("You have no conversations yet.");
  expect(alerts()).toEqual([]);
});

test("attachments that cannot be fetched show an error, leave the message unread, and can be tried again", async () => {
  const { school } = await show([sentMessage(1, { attachmentCount: 1 })], {
    address: "/tutor-talk?thread=1",
    before: ({ school }) =>
      school.answer("GET /user/messages/1", () => school.refusal(500, "server/error")),
  });
  await said("The attachments could not be fetched.");
  expect(getByRole("list", "Conversations").textContent).toContain("1 unread message");
  const data = btoa("<script>alert(1)</script>");
  const attachments = [{ name: "x.html", type: "text/html", size: 25, data }];
  school.answerWith("GET /user/messages/1", answerTo(getMessage, { attachments }));
  await click(getByRole("button", "Try again"));
  const file = await waitUntil(() => document.querySelector("a[download]"));
  expect(file.getAttribute("download")).toBe("x.html");
});

test("a conversation of an unknown address is said not to exist", async () => {
  await show([sentMessage(1)], { address: "/tutor-talk?thread=77" });
  await said("There is no such conversation.");
});

/** The form for a new message, at a school that takes it. */
const write = async () => {
  const box = openMessageBox();
  const draft = box.letters.of(null);
  const sent: unknown[] = [];
  const onSent = (message: unknown) => sent.push(message);
  await render(<MessageForm name="New message" withSubject unsent={draft} onSent={onSent} />);
  return { ...box, sent, draft };
};
const writeWords = async (): Promise<void> => {
  await enter(field("Subject"), "A yoke");
  await enter(field("Message"), "Where does it end?");
};
const sendForm = () => click(getByRole("button", "Send"));

test("a message without subject or words is not sent, and its first field gets the focus", async () => {
  const { posted } = await write();
  await sendForm();
  expect(document.activeElement).toBe(field("Subject"));
  expect(descriptionOf(field("Subject"))).toBe("Please enter a subject");
  expect(descriptionOf(field("Message"))).toBe("Please write your message, or attach a file");
  expect(posted).toEqual([]);
  expect(await axeFindings()).toEqual([]);
});

test("a message that cannot be sent shows an error, keeps everything, and arrives once", async () => {
  const { school, posted, sent } = await write();
  await writeWords();
  await chooseFiles(new File([PDF], "seam.pdf"));
  await says("seam.pdf");
  // The school accepts it, and its answer is lost.
  school.takesFirst = true;
  school.instead.set("POST", noNetwork);
  await sendForm();
  await said("Error sending message.");
  expect(field("Subject").value).toBe("A yoke");
  expect(field("Message").value).toBe("Where does it end?");
  expect(document.body.textContent).toContain("seam.pdf");
  school.instead.clear();
  await sendForm();
  await waitUntil(() => sent.length === 1);
  expect(posted).toMatchObject([{ subject: "A yoke", files: ["seam.pdf"] }]);
});

test("sending a message shows its progress, can be cancelled, and is sent by a key afterwards", async () => {
  const { school, sent, draft } = await write();
  await writeWords();
  const { promise, reject } = Promise.withResolvers<Response>();
  school.instead.set("POST", () => promise as never);
  await sendForm();
  expect(getByRole("progressbar", "Sending").getAttribute("value")).toBe("1");
  expect(field("Message").readOnly).toBe(true);
  await click(getByRole("button", "Cancel"));
  reject(new DOMException("Aborted", "AbortError"));
  await waitUntil(() => draft.state.sending === null);
  await waitUntil(() => !queryByRole("progressbar", "Sending"));
  expect(alerts()).toEqual([]);
  expect(document.activeElement).toBe(getByRole("button", "Send"));
  school.instead.clear();
  field("Message").focus();
  await strike("Enter", { ctrlKey: true });
  await waitUntil(() => sent.length === 1);
});

test("files that may not be sent with a message are refused with the reason", async () => {
  const { school } = await write();
  for (const [content, reason] of [
    [PDF.padEnd(2 * 1024 * 1024 + 1), "Attachment too big, maximum allowed"],
    ["<script>", "Only JPEG, PNG, WebP and HEIC photos and PDF"],
    ["", "The file is empty"],
  ] as const) {
    await chooseFiles(new File([content], "hem.pdf"));
    await said(reason);
  }
  await writeWords();
  await chooseFiles(new File([PDF], "seam.pdf"));
  await waitUntil(() => alerts().length === 0);
  // The school checks files, too, and may allow less.
  school.instead.set("POST", () => Response.json({ code: "x/y" }, { status: 413 }));
  await sendForm();
  await said("Attachment too big, maximum allowed size is 2MB");
});

test("messages are shown literally, and run nothing", async () => {
  const attack = "<img src=x onerror=alert('hem')>";
  const strings = [attack, ...(corporaPresent ? naughtyStrings() : [])].filter(
    (text) => text.trim() && !/[\r\n]/.test(text),
  );
  const messages = strings.map((text, at) => {
    const date = new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString();
    return sentMessage(at, { thread: at, subject: text, body: text, read: true, date });
  });
  await show(messages, { address: "/tutor-talk?thread=0" });
  await waitUntil(() => queryByRole("list", "Conversations"));
  while (rows().length < strings.length) await comeIntoView();
  expect(rows()).toEqual(strings.map((text) => text.trim()));
  expect(getByRole("heading", attack).textContent).toBe(attack);
  expect(getByRole("list", "Messages").querySelector("p")?.textContent).toBe(attack);
  expect(document.querySelectorAll("main :is(img, script, iframe, svg a)")).toHaveLength(0);
});

test("an inbox of several pages is continued by a button, and the focus moves to the first new row", async () => {
  const head = (thread: number) => ({
    ...{ thread, first: thread * 100, subject: `Question ${thread}`, student: "Dana" },
    ...{ date: "2026-03-02T09:00:00Z", from: RUTH, unread: 0, unanswered: false },
  });
  await show([], {
    before: ({ school }) => {
      const answer = answerTo(getMessages, {
        messages: [sentMessage(101, { thread: 1 })],
        ...{ cursor: "101", internal: true },
        conversations: { list: [head(1), head(2)], cursor: "0.2" },
      });
      const next = answerTo(getConversations, { list: [head(3)], cursor: null });
      school.answerWith(LIST, answer);
      school.answerWith("GET /user/conversations", next);
    },
  });
  const more = await waitUntil(() => queryByRole("button", "Show earlier conversations"));
  await click(more);
  await waitUntil(() => rows().length === 3);
  expect(document.activeElement?.textContent).toContain("Question 3");
  expect(queryByRole("button", "Show earlier conversations")).toBe(null);
});

test("a long conversation is shown eight messages at a time, back to its first one", async () => {
  const bodies = ["Opening words", ...Array(18).fill("Later words")];
  await show(
    bodies.map((body, at) => sentMessage(at, { body, read: true })),
    { address: "/tutor-talk?thread=1" },
  );
  await waitUntil(() => queryByRole("list", "Messages"));
  const sheets = () => getByRole("list", "Messages").querySelectorAll(":scope > li");
  for (const shown of [8, 16, 19]) {
    expect(sheets()).toHaveLength(shown);
    await act(() => queryByRole("button", "Show earlier messages")?.click());
  }
  expect(sheets()[0]?.textContent).toContain("Opening words");
  expect(queryByRole("button", "Show earlier messages")).toBe(null);
});
