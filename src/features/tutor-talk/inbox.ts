import type { ConversationHead, Message } from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import { appendEntries } from "../../core/create-resource.ts";
import { type Conversation, conversationsOf, threadOf } from "../../domain/conversations.ts";

/** What the school has sent, with the changes made here. */
export interface Inbox {
  readonly messages: readonly Message[];
  /**
   * The conversations that have been fetched. Null: all messages are here, and the conversations
   * are made of them.
   */
  readonly heads: readonly ConversationHead[] | null;
  /** Where the next page of conversations starts; null at the end. */
  readonly cursor: string | null;
  readonly conversations: readonly Conversation[];
  /** False: the school answers by mail. */
  readonly internal: boolean;
}

type Parts = Omit<Inbox, "conversations">;

export const EMPTY: Parts = { messages: [], heads: null, cursor: null, internal: true };

/** Keeps the objects of unchanged conversations, so that their rows are not rendered again. */
const keepUnchanged = (next: readonly Conversation[], before: readonly Conversation[]) => {
  const earlier = new Map(before.map((conversation) => [conversation.id, conversation]));
  return next.map((conversation) => {
    const old = earlier.get(conversation.id);
    const isSame =
      old?.messages.length === conversation.messages.length &&
      old.messages.every((each, at) => each === conversation.messages[at]) &&
      old.date === conversation.date &&
      old.unread === conversation.unread &&
      old.hasEarlier === conversation.hasEarlier;
    return isSame ? old : conversation;
  });
};

/** Creates the inbox of one person from its parts. */
export const createInbox =
  (personId: Id, unansweredFirst: boolean) =>
  (parts: Parts, before: Inbox | null): Inbox => {
    const { messages, heads } = parts;
    const conversations = conversationsOf(messages, personId, unansweredFirst, heads);
    return { ...parts, conversations: keepUnchanged(conversations, before?.conversations ?? []) };
  };

const keyOfHead = ({ thread }: ConversationHead): Id => thread;
const keyOfMessage = ({ id }: Message): Id => id;

export const withHeads = (
  inbox: Parts,
  heads: readonly ConversationHead[],
  cursor = inbox.cursor,
): Parts => ({ ...inbox, heads: appendEntries(inbox.heads ?? [], heads, keyOfHead), cursor });

export const withMessages = (inbox: Parts, messages: readonly Message[]): Parts => ({
  ...inbox,
  messages: appendEntries(inbox.messages, messages, keyOfMessage),
});

/**
 * Keeps the earlier messages of a conversation after a new fetch, if the new messages go on where
 * they end.
 */
export const keepEarlier = (next: Parts, before: Inbox | null): Parts => {
  if (!next.heads || !before) return next;
  const fetched = Map.groupBy(next.messages, threadOf);
  const last = new Map(next.heads.map(({ thread, date }) => [thread, date]));
  const kept = before.conversations.filter(({ id, messages }) => {
    const [first] = fetched.get(id) ?? [];
    return first
      ? messages.some((message) => message.id === first.id)
      : messages.at(-1)?.date === last.get(id);
  });
  const earlier = kept.flatMap(({ messages }) => messages);
  return { ...next, messages: appendEntries(earlier, next.messages, keyOfMessage) };
};

/** Marks a message as read. @param isOwn own messages never count as unread */
export const withRead = (inbox: Parts, id: Id, isOwn: (message: Message) => boolean): Parts => {
  const unread = inbox.messages.find((message) => message.id === id && !message.read);
  if (!unread) return inbox;
  const counts = Number(!isOwn(unread));
  return {
    ...inbox,
    messages: inbox.messages.map((each) => (each === unread ? { ...each, read: true } : each)),
    heads:
      inbox.heads?.map((head) =>
        head.thread === threadOf(unread)
          ? { ...head, unread: Math.max(0, head.unread - counts) }
          : head,
      ) ?? null,
  };
};

/** Adds a message that was just sent, and its conversation if it is a new one. */
export const withSent = (inbox: Parts, sent: Message): Parts => {
  const next = withMessages(inbox, [sent]);
  if (!next.heads) return next;
  const thread = threadOf(sent);
  const { date, from, subject, id } = sent;
  const head: ConversationHead = next.heads.find((each) => each.thread === thread) ?? {
    ...{ thread, first: id, subject, student: from.name, date, from, unread: 0, unanswered: false },
  };
  return withHeads(next, [{ ...head, date, from, unanswered: from.role === "student" }]);
};
