import { expect, test } from "vitest";
import { getMessage, getMessages } from "../../../src/contract/messages.ts";
import { decode } from "./decode.ts";

test("messages without their optional fields are read", () => {
  const read = {
    ...{ id: 4, thread: null, subject: "", body: "", date: null, read: false, attachmentCount: 0 },
    from: { id: null, name: "", role: "tutor" },
  };
  const list = { messages: [read], cursor: null, conversations: null, internal: true };
  expect(decode(getMessages, { messages: [{ id: "4" }] })).toEqual(list);
  const outside = decode(getMessages, { messages: [], internal: 0 });
  expect(outside).toEqual({ ...list, messages: [], internal: false });
});

test("line endings of mail are normalised, and a subject has one line", () => {
  const { messages } = decode(getMessages, {
    messages: [{ id: 1, subject: "a\r\nb", body: "a\r\nb\rc\nd" }],
  }) as { messages: object[] };
  expect(messages[0]).toMatchObject({ subject: "a b", body: "a\nb\nc\nd" });
});

test("a message's files are read with the fields that are known", () => {
  expect(decode(getMessage, { attachments: [{ data: "AAAA", extra: 1 }] })).toEqual({
    attachments: [{ name: "", type: "", size: null, data: "AAAA", url: null }],
  });
});

test("an answer with neither messages nor files is invalid", () => {
  for (const answer of [{}, [], ["surprise"], { messages: null, attachments: null }]) {
    expect([decode(getMessages, answer), decode(getMessage, answer)]).toEqual([null, null]);
  }
});
