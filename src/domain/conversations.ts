import type { Message } from "../contract/messages.ts";
import type { Id } from "../contract/wire.ts";

/** The school refuses longer texts. */
export const MAX_SUBJECT_LENGTH = 300;
export const MAX_BODY_LENGTH = 20_000;

/** Messages of one thread. */
export interface Conversation {
  readonly id: Id;
  /** The subject of its first message. */
  readonly subject: string;
  /** In order of time, the earliest first. */
  readonly messages: readonly Message[];
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
    subject:
      first.subject.trim() || (messages.find(({ subject }) => subject.trim())?.subject ?? ""),
    messages,
    date: last.date ?? "",
    student: first.from.name,
    unread: messages.filter(({ read, from }) => !read && from.id !== personId).length,
    unanswered: last.from.role === "student",
  };
};

/**
 * Groups messages into conversations, the one with the latest message first.
 * @param unansweredFirst for tutors: conversations that wait for an answer come before all others
 */
export const conversationsOf = (
  messages: readonly Message[],
  personId: Id,
  unansweredFirst: boolean,
): Conversation[] => {
  const threads = new Map<Id, Message[]>();
  for (const message of messages) {
    const id = message.thread ?? message.id;
    const thread = threads.get(id);
    if (thread) thread.push(message);
    else threads.set(id, [message]);
  }
  const waits = ({ unanswered }: Conversation) => Number(unansweredFirst && unanswered);
  return [...threads]
    .flatMap(([id, thread]) => conversationOf(id, thread, personId) ?? [])
    .toSorted((a, b) => waits(b) - waits(a) || timeOf(b) - timeOf(a));
};
