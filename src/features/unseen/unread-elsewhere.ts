import { getMessages } from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import { conversationsOf, unreadIn } from "../../domain/conversations.ts";
import type { Send } from "../../transport/transport.ts";

/** The number of unread messages at a school that does not say what is new; null if it does not answer. */
export const fetchUnread = async (send: Send, personId: Id): Promise<number | null> => {
  // Earlier versions of our school send the conversations with their numbers, any other all messages.
  const answer = await send(getMessages, { query: { limit: 1 }, isQuiet: true });
  if (!answer.ok) return null;
  const { messages, conversations } = answer.value;
  return unreadIn(conversationsOf(messages, personId, false, conversations?.list ?? null));
};
