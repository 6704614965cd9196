import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, flag, id, orElse, text, type WireSchema } from "./wire.ts";

/** What a browser sends of a text in a form has the line ends of mail; on screen there is one kind. */
const lines = v.pipe(
  text,
  v.transform((value) => value.replace(/\r\n?/g, "\n")),
);

const sender = v.object({
  id: orElse(id, null),
  name: v.fallback(text, ""),
  role: v.fallback(v.picklist(["student", "tutor"]), "tutor"),
});

export const message = v.object({
  id,
  /** The conversation it belongs to; a school may leave it out of the message that begins one. */
  thread: orElse(id, null),
  subject: v.pipe(
    lines,
    v.transform((value) => value.replaceAll("\n", " ")),
  ),
  body: lines,
  date,
  from: orElse(sender, { id: null, name: "", role: "tutor" }),
  read: flag,
  attachmentCount: orElse(v.number(), 0),
});

export type Message = DeepReadonly<v.InferOutput<typeof message>>;
export type SentMessage = v.InferInput<typeof message>;

/** One's own conversations; for tutors and above those of all students. */
export const getMessages = call({
  method: "GET",
  path: "/user/messages",
  answer: v.object({
    messages: v.array(message),
    /** Whether the school answers here; else it answers by mail. */
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
  size: orElse(v.number(), null),
  /** The bytes in base64. */
  data: v.string(),
});

/** A message's files; asking for them marks it read. */
export const getMessage = call({
  method: "GET",
  path: "/user/messages/:id",
  answer: v.object({ attachments: v.array(attachment) }),
});

/**
 * A form of `subject`, `body`, `thread` (absent: a new conversation) and `attachments`.
 * 404 `message/not_found` for a thread of somebody else's.
 */
export const postMessage = call({
  method: "POST",
  path: "/user/messages",
  repeatable: true,
  answer: v.object({ message }),
});
