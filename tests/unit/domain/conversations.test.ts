import { expect, test } from "vitest";
import type { Message } from "../../../src/contract/messages.ts";
import { conversationsOf } from "../../../src/domain/conversations.ts";

const DANA = 7;

const message = (id: number, thread: number | null, change: Partial<Message> = {}): Message => ({
  ...{ id, thread, subject: `Subject ${id}`, body: "Words", read: true, attachmentCount: 0 },
  date: `2026-03-02T09:00:${String(id).padStart(2, "0")}Z`,
  from: { id: DANA, name: "Dana", role: "student" },
  ...change,
});
const tutor = { id: 2, name: "Ruth", role: "tutor" } as const;

const ids = (messages: readonly Message[], forTutor = false) =>
  conversationsOf(messages, DANA, forTutor).map(({ id }) => id);

/** The conversations of these messages, as their student sees them. */
const threads = (...messages: Message[]) => conversationsOf(messages, DANA, false);

test("conversations contain the messages that answer one another, the earliest first", () => {
  const [first, ...rest] = threads(message(3, 1, { subject: "" }), message(1, 1), message(2, 9));
  expect(first?.messages.map(({ id }) => id)).toEqual([1, 3]);
  expect(first?.subject).toBe("Subject 1");
  expect(rest).toHaveLength(1);
});

test("conversations start with a message without a conversation, and may be named by its id", () => {
  const [only, ...rest] = threads(message(1, null), message(2, 1));
  expect(only).toMatchObject({ id: 1, student: "Dana" });
  expect(only?.messages).toHaveLength(2);
  expect(rest).toEqual([]);
});

test("conversations that are unanswered come first for tutors, the newest of them first", () => {
  const answered = [message(1, 1), message(5, 1, { from: tutor })];
  const waiting = [message(2, 2), message(3, 3)];
  expect(ids([...answered, ...waiting], true)).toEqual([3, 2, 1]);
  expect(ids([...answered, ...waiting])).toEqual([1, 3, 2]);
  // Unanswered again once the student has replied.
  const [thread] = conversationsOf([...answered, message(6, 1)], DANA, true);
  expect(thread).toMatchObject({ id: 1, unanswered: true });
});

test("conversations count unread messages of others, and never the person's own", () => {
  const from = (id: number, change: Partial<Message>) => message(id, 1, { read: false, ...change });
  const [thread] = threads(
    ...[from(1, {}), from(2, { from: tutor }), from(3, { from: tutor })],
    from(4, { from: tutor, read: true }),
  );
  expect(thread?.unread).toBe(2);
});

test("conversations list messages of one moment by their numbers, and text ids as the school sends them", () => {
  const date = "2026-03-02T09:00:00Z";
  const order = (...all: Message["id"][]) =>
    threads(...all.map((id) => message(1, 1, { id, date })))[0]?.messages.map(({ id }) => id);
  expect(order(10, 9)).toEqual([9, 10]);
  expect(order("10", "9")).toEqual(["10", "9"]);
  expect(order("10", 9)).toEqual(["10", 9]);
});

test("conversations have the first subject that is not blank", () => {
  const subjectOf = (...subjects: string[]) =>
    threads(...subjects.map((subject, at) => message(at + 1, 1, { subject })))[0]?.subject;
  expect(subjectOf(" Hem ", "Re: Hem")).toBe("Hem");
  expect(subjectOf("  ", " Dart ", "Seam")).toBe("Dart");
  expect(subjectOf("", " ")).toBe("");
});

test("conversations are listed before their messages are fetched", () => {
  const head = (thread: number) => ({
    ...{ thread, subject: " Hem ", first: thread, from: tutor, date: null, student: "Dana" },
    ...{ unread: 2, unanswered: false },
  });
  const heads = [head(1), head(5)] as unknown as Parameters<typeof conversationsOf>[3];
  const [known, unknown] = conversationsOf([message(2, 1), message(1, 1)], DANA, false, heads);
  expect(known).toMatchObject({ id: 1, subject: "Hem", date: "", hasEarlier: false, unread: 2 });
  expect(known?.messages.map(({ id }) => id)).toEqual([1, 2]);
  expect(unknown).toMatchObject({ id: 5, messages: [], hasEarlier: true, last: tutor });
});
