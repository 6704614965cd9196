import { expect, test } from "vitest";
import type { ConversationHead, Message } from "../../../../src/contract/messages.ts";
import {
  createInbox,
  EMPTY,
  type Inbox,
  keepEarlier,
  withRead,
  withSent,
} from "../../../../src/features/tutor-talk/inbox.ts";
import { DANA, sentMessage as message, RUTH } from "../../support/message-box.ts";

const head = (thread: number, change: Partial<ConversationHead> = {}): ConversationHead => ({
  ...{ thread, first: 10 * thread, subject: "Darts", student: "Dana" },
  ...{ date: "2026-03-02T09:00:10Z", from: RUTH, unread: 1, unanswered: false, ...change },
});

const toInbox = createInbox(DANA.id, false);
const byPage = (heads: ConversationHead[], messages: Message[]): Inbox =>
  toInbox({ ...EMPTY, heads, messages }, null);
const idsOf = ({ messages }: { messages: readonly Message[] }) => messages.map(({ id }) => id);
const unreadOf = ({ heads }: { heads: readonly ConversationHead[] | null }) =>
  heads && Object.fromEntries(heads.map(({ thread, unread }) => [thread, unread]));

test("earlier messages of a conversation stay when a new fetch goes on where they end", () => {
  const third = message(5, { thread: 3, date: "2026-03-02T09:00:10Z" });
  const all = [message(8), message(9), message(10), message(6, { thread: 2 }), third];
  const before = byPage([head(1), head(2), head(3)], all);
  const heads = [head(1, { date: "2026-03-02T09:00:11Z" }), head(2), head(3)];
  const next = { ...EMPTY, heads, messages: [message(10), message(11)] };
  // Conversation 2 has newer messages that are not here; 3 has none.
  expect(new Set(idsOf(keepEarlier(next, before)))).toEqual(new Set([5, 8, 9, 10, 11]));
  const far = { ...next, messages: [message(20)] };
  expect(idsOf(keepEarlier(far, before))).not.toContain(8);
});

test("a message that is read counts as unread no more, in its own conversation", () => {
  const inbox = byPage(
    [head(1, { unread: 2 }), head(2)],
    [message(10), message(11, { from: DANA }), message(12, { thread: 2 })],
  );
  const isOwn = ({ from }: Message) => from.id === DANA.id;
  const read = withRead(inbox, 10, isOwn);
  expect(unreadOf(read)).toEqual({ 1: 1, 2: 1 });
  expect(read.messages.map((each) => each.read)).toEqual([true, false, false]);
  expect(withRead(read, 10, isOwn)).toBe(read);
  expect(unreadOf(withRead(inbox, 11, isOwn))).toEqual({ 1: 2, 2: 1 });
  const none = byPage([head(2, { unread: 0 })], [message(12, { thread: 2 })]);
  expect(unreadOf(withRead(none, 12, isOwn))).toEqual({ 2: 0 });
});

test("a message that was sent updates its conversation, and begins a new one", () => {
  const inbox = byPage([head(1), head(2)], []);
  const sent = message(30, { thread: 2, from: DANA, date: "2026-03-03T09:00:00Z" });
  const answered = withSent(inbox, sent).heads;
  const second = head(2, { date: sent.date, from: DANA, unanswered: true });
  expect(new Set(answered)).toEqual(new Set([head(1), second]));
  const fromTutor = withSent(inbox, message(31, { thread: 3, from: RUTH })).heads;
  const begun = { first: 31, subject: "Darts", unread: 0, unanswered: false };
  expect(fromTutor?.find(({ thread }) => thread === 3)).toMatchObject(begun);
});
