import type { Message } from "../contract/messages.ts";
import type { Id } from "../contract/wire.ts";

/** Longer ones are refused. */
export const MAX_SUBJECT_LENGTH = 300;
export const MAX_BODY_LENGTH = 20_000;

/** Messages that answer one another. */
export interface Conversation {
  readonly id: Id;
  /** Of its first message. */
  readonly subject: string;
  /** The earliest first. */
  readonly messages: readonly Message[];
  /** When something was last said in it. */
  readonly date: string;
  /** Who began it. */
  readonly student: string;
  /** Messages of others that have not been read. */
  readonly unread: number;
  /** Whether the last word is a student's. */
  readonly unanswered: boolean;
}

const timeOf = ({ date }: Pick<Message, "date">): number => (date ? Date.parse(date) : 0);

const withTimeout = (a: Message, b: Message): number =>
  timeOf(a) - timeOf(b) ||
  // Of the same moment: in the order in which the school numbered them.
  (typeof a.id === "number" && typeof b.id === "number" ? a.id - b.id : 0);

const conversationOf = (id: Id, all: readonly Message[], personId: Id): Conversation | null => {
  const messages = all.toSorted(withTimeout);
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
 * Messages as conversations, those in which something was said last first.
 * @param unansweredFirst for tutors: whoever waits for an answer comes before all others
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
