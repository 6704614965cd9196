import * as v from "valibot";
import { call } from "./call.ts";
import { cursor, PAGE_QUERY } from "./page.ts";
import { type DeepReadonly, date, flag, id, text, type WireSchema, withDefault } from "./wire.ts";

/** A text of several lines. Forms send CRLF line ends; a client reads LF. */
const lines = v.pipe(
  text,
  v.transform((value) => value.replace(/\r\n?/g, "\n")),
);

const sender = v.object({
  id: withDefault(id, null),
  name: v.fallback(text, ""),
  role: v.fallback(v.picklist(["student", "tutor"]), "tutor"),
});

export const message = v.object({
  id,
  /** The id of its conversation. A school may leave it out in the first message. */
  thread: withDefault(id, null),
  subject: v.pipe(
    lines,
    v.transform((value) => value.replaceAll("\n", " ")),
  ),
  body: lines,
  date,
  from: withDefault(sender, { id: null, name: "", role: "tutor" }),
  read: flag,
  attachmentCount: withDefault(v.number(), 0),
});

export type Message = DeepReadonly<v.InferOutput<typeof message>>;
export type SentMessage = v.InferInput<typeof message>;

/** A conversation without its messages. Only our school sends it. */
const conversationHead = v.object({
  thread: id,
  /** The id of its first message. */
  first: id,
  subject: text,
  /** The person whose conversation it is. A tutor may have written first. */
  student: text,
  /** The date and the sender of its last message. */
  date,
  from: sender,
  /** The unread messages of others among its last 100. */
  unread: v.number(),
  /** Whether its last message is a student's. */
  unanswered: flag,
});

export type ConversationHead = DeepReadonly<v.InferOutput<typeof conversationHead>>;
export type SentConversationHead = v.InferInput<typeof conversationHead>;

const conversationPage = v.object({ list: v.array(conversationHead), cursor });

/**
 * A page of the messages in the person's conversations, the newest ones, the earliest of them first;
 * for tutors and above those of all students. With `thread`, only those of one conversation.
 */
export const getMessages = call.get("/user/messages", {
  query: [...PAGE_QUERY, "thread"],
  answer: v.object({
    messages: v.array(message),
    cursor,
    /**
     * If these are not all messages: the first page of `getConversations`. With `thread`: that
     * conversation. Absent at a school without pages.
     */
    conversations: v.nullish(conversationPage, null),
    /** Whether the school answers in the app; false: by mail. */
    internal: v.nullish(
      v.pipe(
        v.unknown(),
        v.transform((value) => value !== false && value !== 0 && value !== "0"),
      ),
      true,
    ) as WireSchema<boolean>,
  }),
});

/**
 * Only at our school: a page of the person's conversations, the one with the newest message first.
 * Tutors get those of all students, and those that wait for an answer before the others.
 */
export const getConversations = call.get("/user/conversations", {
  query: PAGE_QUERY,
  answer: conversationPage,
});

export const attachment = v.object({
  name: text,
  type: text,
  size: withDefault(v.number(), null),
  /** The bytes in base64. */
  data: v.nullish(v.string(), null),
  /**
   * In place of the bytes, where `files=url` asks for it: their address, relative to that of the
   * calls. It needs no token, and is valid for an hour.
   */
  url: v.nullish(v.string(), null),
});

/**
 * The files of a message. This call marks the message as read. With `files=url` our school sends the
 * files' addresses; other schools send their bytes in any case.
 */
export const getMessage = call.get("/user/messages/:id", {
  query: ["files"],
  answer: v.object({ attachments: v.array(attachment) }),
});

/**
 * Only at our school: the bytes of a message's file, whole or a range. The first file has the number
 * 0. A ticket in the address replaces the token.
 */
export const getAttachment = call.get("/user/messages/:id/attachments/:number", {
  query: ["ticket"],
  answer: "bytes",
});

/**
 * Sends a message. The body is a form with `subject`, `body`, `thread` (absent: a new conversation)
 * and `attachments`. At our school also `upload`, in place of `thread`: the id of the hand-in that
 * it is about, whose conversation it starts or continues. 404 `message/not_found` for another
 * person's thread or hand-in.
 */
export const postMessage = call.post("/user/messages", {
  repeatable: true,
  answer: v.object({ message }),
});
