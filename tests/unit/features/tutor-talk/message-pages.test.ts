import { expect, test } from "vitest";
import {
  getConversations,
  getMessages,
  type SentConversationHead,
  type SentMessage,
} from "../../../../src/contract/messages.ts";
import { answerTo } from "../../../answer-to.ts";
import { noNetwork, openMessageBox, RUTH, sentMessage } from "../../support/message-box.ts";

const head = (thread: number): SentConversationHead => ({
  ...{ thread, first: thread * 100, subject: `Subject ${thread}`, student: "Dana" },
  ...{ date: `2026-03-02T09:00:${60 - thread}Z`, from: RUTH, unread: 1, unanswered: false },
});

const message = (id: number, change: Partial<SentMessage> = {}): SentMessage => {
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
      messages: [message(101), message(102, { read: true })],
      conversations: { list: [head(1), head(2)], cursor: "0.7" },
    }),
    [THREAD]: answerTo(getMessages, {
      ...{ internal: true, cursor: null, conversations: null },
      messages: [message(100, { read: true })],
    }),
    [MORE]: answerTo(getConversations, { list: [head(2), head(3)], cursor: null }),
    ...change,
  };
  box.school.pages = (address) => answers[address] ?? null;
  await box.messages.load();
  const conversations = () => box.messages.inbox.value?.conversations ?? [];
  return { ...box, answers, conversations, ids: () => conversations().map(({ id }) => id) };
};

test("conversations at a school with pages are those that the school lists, with the messages that are here", async () => {
  const { conversations } = await openPages();
  expect(conversations()).toMatchObject([
    { id: 1, subject: "Subject 1", unread: 1, hasEarlier: true, messages: [{ id: 101 }, {}] },
    { id: 2, hasEarlier: true, messages: [] },
  ]);
});

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
      messages: [message(900)],
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
