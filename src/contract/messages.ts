import * as v from "valibot";
import { call } from "./call.ts";
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

/** The messages of the person's conversations; for tutors and above those of all students. */
export const getMessages = call({
  method: "GET",
  path: "/user/messages",
  answer: v.object({
    messages: v.array(message),
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

export const attachment = v.object({
  name: text,
  type: text,
  size: withDefault(v.number(), null),
  /** The bytes in base64. */
  data: v.string(),
});

/** The files of a message. This call marks the message as read. */
export const getMessage = call({
  method: "GET",
  path: "/user/messages/:id",
  answer: v.object({ attachments: v.array(attachment) }),
});

/**
 * Sends a message. The body is a form with `subject`, `body`, `thread` (absent: a new conversation)
 * and `attachments`. 404 `message/not_found` for another person's thread.
 */
export const postMessage = call({
  method: "POST",
  path: "/user/messages",
  repeatable: true,
  answer: v.object({ message }),
});
