import type { ConversationHead, Message } from "../contract/messages.ts";
import type { Id } from "../contract/wire.ts";

/** The school refuses longer texts. */
export const MAX_SUBJECT_LENGTH = 300;
export const MAX_BODY_LENGTH = 20_000;

/** Messages of one thread. */
export interface Conversation {
  readonly id: Id;
  /** The subject of its first message. */
  readonly subject: string;
  /** The messages that have been fetched: the last ones, the earliest of them first. */
  readonly messages: readonly Message[];
  /** Whether there are earlier messages that have not been fetched. */
  readonly hasEarlier: boolean;
  /** The sender of its last message. */
  readonly last: Message["from"];
  /** The date of the last message. */
  readonly date: string;
  /** The sender of the first message. */
  readonly student: string;
  /** The number of unread messages of others. */
  readonly unread: number;
  /** Whether the last message is from a student. */
  readonly unanswered: boolean;
}

const timeOf = ({ date }: Pick<Message, "date">): number => (date ? Date.parse(date) : 0);

const byTime = (a: Message, b: Message): number =>
  timeOf(a) - timeOf(b) ||
  // Messages of the same moment keep the order of their ids.
  (typeof a.id === "number" && typeof b.id === "number" ? a.id - b.id : 0);

const conversationOf = (id: Id, all: readonly Message[], personId: Id): Conversation | null => {
  const messages = all.toSorted(byTime);
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return null;
  return {
    id,
    subject: messages.map(({ subject }) => subject.trim()).find(Boolean) ?? "",
    messages,
    hasEarlier: false,
    last: last.from,
    date: last.date ?? "",
    student: first.from.name,
    unread: messages.filter(({ read, from }) => !read && from.id !== personId).length,
    unanswered: last.from.role === "student",
  };
};

export const threadOf = ({ thread, id }: Message): Id => thread ?? id;

const conversationOfHead = (head: ConversationHead, known: readonly Message[]): Conversation => {
  const messages = known.toSorted(byTime);
  return {
    id: head.thread,
    subject: head.subject.trim(),
    messages,
    hasEarlier: messages[0]?.id !== head.first,
    last: head.from,
    date: head.date ?? "",
    student: head.student,
    unread: head.unread,
    unanswered: head.unanswered,
  };
};

/**
 * Groups messages into conversations, the one with the latest message first.
 * @param unansweredFirst for tutors: conversations that wait for an answer come before all others
 * @param heads the conversations to list, if not all messages are here; null: all are
 */
export const conversationsOf = (
  messages: readonly Message[],
  personId: Id,
  unansweredFirst: boolean,
  heads: readonly ConversationHead[] | null = null,
): Conversation[] => {
  const threads = Map.groupBy(messages, threadOf);
  const conversations = heads
    ? heads.map((head) => conversationOfHead(head, threads.get(head.thread) ?? []))
    : [...threads].flatMap(([id, thread]) => conversationOf(id, thread, personId) ?? []);
  const waits = ({ unanswered }: Conversation) => Number(unansweredFirst && unanswered);
  return conversations.toSorted((a, b) => waits(b) - waits(a) || timeOf(b) - timeOf(a));
};

export const unreadIn = (conversations: readonly Conversation[]): number =>
  conversations.reduce((sum, { unread }) => sum + unread, 0);
