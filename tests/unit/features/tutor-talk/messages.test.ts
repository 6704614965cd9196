import { expect, test } from "vitest";
import {
  getConversations,
  getMessages,
  type SentConversationHead,
  type SentMessage,
} from "../../../../src/contract/messages.ts";
import { matchFailure } from "../../../../src/core/match-failure.ts";
import { conversationsFailures } from "../../../../src/features/tutor-talk/messages.ts";
import { answerTo } from "../../../answer-to.ts";
import { DANA, noNetwork, openMessageBox, RUTH, sentMessage } from "../../support/message-box.ts";

const opened = async (...list: SentMessage[]) => {
  const box = openMessageBox();
  box.school.messages = list;
  await box.messages.load();
  return { ...box, state: box.messages.state };
};

const WITH_FILE = sentMessage(1, { attachmentCount: 1 });

const firstMessage = ({ messages }: Awaited<ReturnType<typeof opened>>) => {
  const message = messages.inbox.value?.conversations[0]?.messages[0];
  if (!message) throw new Error("There is no message");
  return message;
};

const otherShape = () => Response.json({ messages: 5 });

test.each([
  ["without a network", noNetwork, conversationsFailures.else],
  ["for an answer of another shape", otherShape, conversationsFailures.undecodable],
])("conversations stay the same %s, with an error", async (_, instead, message) => {
  const { school, messages } = await opened(sentMessage(1));
  school.instead.set("GET", instead);
  await messages.load();
  const { failure } = messages.inbox;
  expect(failure && matchFailure(failure, conversationsFailures)).toBe(message);
  expect(messages.inbox.value?.conversations).toHaveLength(1);
  school.instead.clear();
  await messages.load();
  expect(messages.inbox.failure).toBeNull();
});

const filesOf = ({ state }: Awaited<ReturnType<typeof opened>>) => {
  const attachments = state.attachments["1"];
  if (attachments?.status !== "fetched") throw new Error("not fetched");
  return attachments.files;
};

test("an opened message has the addresses of its files where the school gives them, and renews them in time", async () => {
  const box = await opened(WITH_FILE);
  const file = (url: string) => ({ name: "a.png", type: "image/png", size: 3, url });
  const base = "http://school.example/api";
  box.school.files = [file("/a?ticket=1")];
  await box.messages.open(firstMessage(box));
  expect(box.asked.at(-1)).toBe("GET /user/messages/1?files=url");
  expect(filesOf(box)).toEqual([file(`${base}/a?ticket=1`)]);
  box.school.files = [file("/a?ticket=2")];
  for (let times = 0; times < 2; times += 1) {
    await box.messages.renew(firstMessage(box));
    expect(filesOf(box)).toEqual([file(`${base}/a?ticket=2`)]);
    box.school.instead.set("GET", noNetwork);
  }
});

test.each([
  ["at an address that is not the school's", { url: "javascript:alert(1)" }],
  ["at another site's address", { url: "https://elsewhere.example/a" }],
  ["at an address without its path", { url: "a.png" }],
  ["that is damaged", { data: "no base64!" }],
])("an opened message has no file %s", async (_, sent) => {
  const box = await opened(WITH_FILE);
  box.school.files = [{ name: "a.png", type: "image/png", size: 3, ...sent }];
  await box.messages.open(firstMessage(box));
  expect(box.state.attachments["1"]).toEqual({ status: "failed" });
});

test("an opened message counts as read, and has its files while it is open", async () => {
  const box = await opened(WITH_FILE);
  box.school.files = [{ name: "a.png", type: "image/png", size: 3, data: btoa("abc") }];
  await box.messages.open(firstMessage(box));
  const [received] = filesOf(box);
  if (!received || !("file" in received)) throw new Error("no bytes");
  const { name, file } = received;
  expect([name, file.type, await file.text()]).toEqual(["a.png", "image/png", "abc"]);
  expect(box.messages.inbox.value?.conversations[0]?.unread).toBe(0);
  box.messages.close(1);
  expect(box.state.attachments).toEqual({});
  // Also if it is closed before they arrive.
  const opening = box.messages.open(firstMessage(box));
  box.messages.close(1);
  await opening;
  expect(box.state.attachments).toEqual({});
});

test("an opened message is fetched once, and not at all if there is nothing to fetch", async () => {
  const box = await opened(sentMessage(1, { read: true, attachmentCount: 1 }));
  const message = firstMessage(box);
  await Promise.all([box.messages.open(message), box.messages.open(message)]);
  await box.messages.open(message);
  expect(box.asked).toHaveLength(2);
  const plain = await opened(sentMessage(1, { from: DANA, read: true }));
  await plain.messages.open(firstMessage(plain));
  expect(plain.asked).toHaveLength(1);
});

test("an opened message can be opened again when its files could not be fetched, and stays unread until then", async () => {
  const box = await opened(WITH_FILE);
  box.school.instead.set("GET", noNetwork);
  await box.messages.open(firstMessage(box));
  expect(box.state.attachments["1"]).toEqual({ status: "failed" });
  expect(box.messages.inbox.value?.conversations[0]?.unread).toBe(1);
  box.school.instead.clear();
  await box.messages.open(firstMessage(box));
  expect(box.state.attachments["1"]?.status).toBe("fetched");
});

test.each(["text/html", "image/svg+xml", "text/javascript", ""])(
  "an opened message offers a file of type %o as plain bytes that no browser runs",
  async (type) => {
    const box = await opened(WITH_FILE);
    box.school.files = [{ name: "a.html", type, data: btoa("<script>") }];
    await box.messages.open(firstMessage(box));
    const [received] = filesOf(box);
    expect(received).toMatchObject({ file: { type: "application/octet-stream" } });
  },
);

const head = (thread: number): SentConversationHead => ({
  ...{ thread, first: thread * 100, subject: `Subject ${thread}`, student: "Dana" },
  ...{ date: `2026-03-02T09:00:${60 - thread}Z`, from: RUTH, unread: 1, unanswered: false },
});

const paged = (id: number, change: Partial<SentMessage> = {}): SentMessage => {
  const { thread, date } = head(Math.floor(id / 100));
  return sentMessage(id, { thread, date, ...change });
};

const ALL = "/user/messages";
const THREAD = "/user/messages?thread=1&limit=50&before=101";
const MORE = "/user/conversations?before=0.7";

/** A school whose messages are more than a page: two conversations, and a third on the next page. */
const openPages = async (change: Record<string, object | null> = {}) => {
  const box = openMessageBox();
  const answers: Record<string, object | null> = {
    [ALL]: answerTo(getMessages, {
      ...{ internal: true, cursor: "101" },
      messages: [paged(101), paged(102, { read: true })],
      conversations: { list: [head(1), head(2)], cursor: "0.7" },
    }),
    [THREAD]: answerTo(getMessages, {
      ...{ internal: true, cursor: null, conversations: null },
      messages: [paged(100, { read: true })],
    }),
    [MORE]: answerTo(getConversations, { list: [head(2), head(3)], cursor: null }),
    ...change,
  };
  box.school.pages = (address) => answers[address] ?? null;
  await box.messages.load();
  const conversations = () => box.messages.inbox.value?.conversations ?? [];
  return { ...box, answers, conversations, ids: () => conversations().map(({ id }) => id) };
};

test("conversations at a school with pages are continued by the next page, each once, also after a failure", async () => {
  const { messages, school, ids } = await openPages();
  school.instead.set("GET", noNetwork);
  expect(await messages.loadMore()).toBe(false);
  expect(ids()).toEqual([1, 2]);
  school.instead.clear();
  for (let again = 0; again < 2; again += 1) {
    expect(await messages.loadMore()).toBe(true);
    expect(ids()).toEqual([1, 2, 3]);
    expect(messages.inbox.value?.cursor).toBeNull();
  }
});

test("conversations at a school with pages get their earlier messages when they are asked for, and keep them at the next visit", async () => {
  const { messages, conversations } = await openPages();
  expect(await messages.loadEarlier(1)).toBe(true);
  const whole = { hasEarlier: false, messages: [{ id: 100 }, { id: 101 }, { id: 102 }] };
  expect(conversations()[0]).toMatchObject(whole);
  await messages.load();
  expect(conversations()[0]).toMatchObject(whole);
});

test("conversations at a school with pages are found by their address if they are on no page, or are unknown", async () => {
  const { messages, ids, school } = await openPages({
    "/user/messages?thread=9&limit=50": answerTo(getMessages, {
      messages: [paged(900)],
      cursor: null,
      conversations: { list: [head(9)], cursor: null },
      internal: true,
    }),
  });
  await messages.find("9");
  expect(ids()).toEqual([1, 2, 9]);
  await messages.find("77");
  expect(messages.state.looked).toMatchObject({ 9: "found", 77: "unknown" });
  school.instead.set("GET", noNetwork);
  await messages.find("78");
  expect(messages.state.looked["78"]).toBe("failed");
});
