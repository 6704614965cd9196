import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { importSchool } from "../../../src/server/content/import-school.ts";
import { FILES, formRequest } from "../support/form.ts";
import { openMailingSchool } from "../support/news.ts";
import { it } from "../support/on-sqlite.ts";
import { diskStore } from "../support/stored-path.ts";
import { DAY, fixtureSchool, NOON, openSchool } from "../support/test-school.ts";

const QUESTION = { subject: "Darts", body: "How deep may a dart be?" };

const school = openSchool.shared();

const post = (token: string, words: object, files?: Record<string, Buffer>) =>
  school.message(token, { ...words }, files);
/** Sends a question with a file, the same one each time. */
const postingOnce = (words: object, fileName: string, body: Buffer, to = school) => {
  const fields = Object.entries(words).map(([name, text]) => ({ name, body: String(text) }));
  const parts = [...fields, { name: "attachments", fileName, body }];
  const key = { "Idempotency-Key": randomUUID() };
  return (token: string) => to.call("/user/messages", formRequest(token, parts, key));
};
const list = async (token: string) =>
  (await school.call("/user/messages", { token })).json.messages;
const openMessage = (token: string, id: number | string) =>
  school.call(`/user/messages/${id}`, { token });
const tutor = async (level = 10) => school.token(await school.add({ level }));

test("a conversation starts with a student's message and continues with a tutor's answer", async () => {
  const student = await school.student();
  const teacher = await tutor();
  const asked = await post(student.token, QUESTION);
  expect(asked.status).toBe(201);
  const { message } = asked.json;
  const { thread } = message;
  expect(message).toEqual({
    ...{ id: expect.any(Number), thread: expect.any(Number), ...QUESTION },
    ...{ date: new Date(NOON).toISOString(), read: true, attachmentCount: 0 },
    from: { id: student.id, name: "Noa Brand", role: "student" },
  });
  const words = { subject: "Re: Darts", body: "As deep as the body.", thread };
  const { message: answer } = (await post(teacher, words)).json;
  expect(answer).toMatchObject({ thread, from: { role: "tutor" } });
  expect((await school.call("/user/messages", { token: student.token })).json).toEqual({
    ...{ messages: [message, { ...answer, read: false }], cursor: null },
    ...{ conversations: null, internal: true },
  });
  const more = await post(student.token, { body: "Thank you", thread });
  expect(more.json.message).toMatchObject({ thread, subject: "" });
});

it("a conversation is private to the student, and visible to tutors and above", async () => {
  const [noa, other] = [await school.student(), await school.student()];
  const { message } = (await post(noa.token, QUESTION)).json;
  expect(await list(other.token)).toEqual([]);
  for (const answer of [
    await openMessage(other.token, message.id),
    await openMessage(other.token, "%00"),
    await post(other.token, { ...QUESTION, thread: message.thread }),
    await post(other.token, { ...QUESTION, thread: "" }),
  ]) {
    expect([answer.status, answer.json.code]).toEqual([404, "message/not_found"]);
  }
  for (const level of [10, 20, 100]) {
    const all = await list(await tutor(level));
    expect(all.map(({ id }: { id: number }) => id)).toContain(message.id);
  }
  expect((await school.call("/user/messages")).status).toBe(401);
});

it("a message is marked as read for the person who opens it only", async () => {
  const student = await school.student();
  const [first, second] = [await tutor(), await tutor()];
  const { message } = (await post(student.token, QUESTION)).json;
  const isRead = async (token: string) =>
    (await list(token)).find(({ id }: { id: number }) => id === message.id).read;
  expect([await isRead(student.token), await isRead(first)]).toEqual([true, false]);
  for (const _time of [1, 2]) {
    expect((await openMessage(first, message.id)).json).toEqual({ attachments: [] });
  }
  expect([await isRead(first), await isRead(second)]).toEqual([true, false]);
});

it("a message keeps files of the allowed types byte for byte", async () => {
  const { token } = await school.student();
  const files = [
    [FILES.jpeg(2 * 1024 * 1024), "seam.JPG", "image/jpeg"],
    [FILES.png(), "../../sleeve.png", "image/png"],
    [FILES.webp(), "hem.webp", "image/webp"],
    [FILES.pdf(), "תבנית.pdf", "application/pdf"],
  ] as const;
  const named = Object.fromEntries(files.map(([body, name]) => [name, body]));
  const { json } = await post(token, QUESTION, named);
  expect(json.message.attachmentCount).toBe(4);
  const { attachments } = (await openMessage(token, json.message.id)).json;
  expect(attachments).toEqual(
    files.map(([body, name, type]) => ({
      name: name.split("/").at(-1),
      type,
      size: body.length,
      data: body.toString("base64"),
    })),
  );
});

it("a message may be files without text, and is refused with neither", async () => {
  const { token } = await school.student();
  const photo = { "seam.jpg": FILES.jpeg() };
  expect((await post(token, { subject: "See", body: " " }, photo)).status).toBe(201);
  for (const body of [" \n", "x".repeat(20_001)]) {
    const answer = await post(token, { subject: "See", body });
    expect([answer.status, answer.json.errors[0].path]).toEqual([422, "body"]);
  }
  expect(await list(token)).toHaveLength(1);
});

it.each([
  ["over 2 MB", FILES.jpeg(2 * 1024 * 1024 + 1), 413, "attachment/too_large"],
  ["of a wrong kind", FILES.html(), 415, "attachment/wrong_kind"],
  ["empty", FILES.empty(), 422, "attachment/empty"],
  ["a HEIC that nobody could see", FILES.heic(), 415, "attachment/heic"],
])("a file that is %s is refused, with its message", async (_, body, status, code) => {
  const { token } = await school.student();
  const folder = path.join(school.dataDir, "uploads");
  const before = await readdir(folder).catch(() => []);
  const answer = await post(token, QUESTION, { "a.pdf": FILES.pdf(), "b.jpg": body });
  expect([answer.status, answer.json.code]).toEqual([status, code]);
  expect(await list(token)).toEqual([]);
  expect(await readdir(folder).catch(() => [])).toEqual(before);
});

test("a message is stored once for a key, however often and concurrently it is sent", async () => {
  const { token } = await school.student();
  const send = postingOnce(QUESTION, "seam.png", FILES.png());
  const together = await Promise.all([1, 2, 3].map(() => send(token)));
  const later = await send(token);
  for (const answer of [...together, later]) {
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual(later.json);
  }
  expect(await list(token)).toHaveLength(1);
  const { attachments } = (await openMessage(token, later.json.message.id)).json;
  expect(attachments).toHaveLength(1);
  // The same key of another person is another key.
  const other = await school.student();
  expect((await send(other.token)).json).not.toEqual(later.json);
});

test("a school that answers by mail says so, and gets each student's message once by mail", async () => {
  const { school, mailServer } = await openMailingSchool();
  const content = await fixtureSchool();
  const mailing = { ...content, tutorTalk: "mail" } as const;
  await importSchool(school.database, diskStore(school.dataDir), mailing);
  await school.server.refresh();
  const { token, email } = await school.student();
  const words = { subject: "Darts\r\nBcc: all@thimble.example", body: "How deep?" };
  const send = postingOnce(words, "block.pdf", FILES.pdf(), school);
  const { thread } = (await send(token)).json.message;
  await send(token);
  await school.message(token, { body: "And how long?", thread });
  const teacher = await school.signedIn({ level: 10 });
  await school.message(teacher.token, { body: "As deep as the body.", thread });
  await mailServer.received(2);
  await school.server.idle();
  const { mails } = mailServer;
  expect(mails.map(({ to }) => to)).toEqual(Array(2).fill([content.organisation.email]));
  const first = mails.find(({ raw }) => raw.includes("How deep?"))?.raw ?? "";
  expect(first).toContain(`Reply-To: Noa Brand <${email}>`);
  expect(first).toContain("filename=block.pdf");
  expect(first).not.toMatch(/^Bcc:/m);
  const { json } = await school.call("/user/messages", { token });
  expect(json.internal).toBe(false);
  expect(json.messages).toHaveLength(3);
});

test("announcements come from the school's folder, and disappear with it", async () => {
  const school = await openSchool();
  const translations = [{ language: "en", title: "Closed", body: "On Friday." }];
  const announcement = (id: number, from: string, to: string) => ({ id, from, to, translations });
  const all = [
    announcement(1, "2026-11-01", "2026-11-18"),
    announcement(2, "2026-11-18", "2026-12-01"),
    announcement(3, "2026-11-19", "2026-12-01"),
  ];
  const own = await fixtureSchool();
  const announce = (announcements: typeof own.announcements) =>
    importSchool(school.database, diskStore(school.dataDir), { ...own, announcements });
  const active = async () =>
    (await school.call("/organizations/1/announcements/active")).json.announcements;
  await announce(all);
  expect(await active()).toEqual(all.slice(0, 2));
  const { token } = await school.student();
  const answer = await school.call("/organizations/1/announcements", { token });
  expect(answer.json.announcements).toEqual(all);
  school.now = NOON + DAY / 2;
  expect(await active()).toEqual(all.slice(1));
  await announce(own.announcements);
  expect(await active()).toEqual([]);
});
