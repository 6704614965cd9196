import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importSchool } from "../../../src/server/content/import-school.ts";
import { corporaPresent, naughtyStrings, WITHOUT_CORPORA } from "../support/corpora.ts";
import { FILES, formRequest } from "../support/form.ts";
import { MailServer } from "../support/mail-server.ts";
import { it } from "../support/on-sqlite.ts";
import { diskStore } from "../support/stored-path.ts";
import {
  fixtureSchool,
  MINUTE,
  NOON,
  openSchool,
  type TestSchool,
} from "../support/test-school.ts";

const QUESTION = { subject: "Darts", body: "How deep may a dart be?" };

let school: TestSchool;
const openForGroup = (options?: Parameters<typeof openSchool.shared>[0]) => {
  const opened = openSchool.shared(options);
  beforeAll(() => {
    school = opened;
  });
};

const post = (token: string, words: object, files?: Record<string, Buffer>) =>
  school.message(token, { ...words }, files);
/** Sends the question with a file, under a key. */
const postOnce = (token: string, key: string, words: object, fileName: string, body: Buffer) => {
  const fields = Object.entries(words).map(([name, text]) => ({ name, body: String(text) }));
  const parts = [...fields, { name: "attachments", fileName, body }];
  return school.call("/user/messages", formRequest(token, parts, { "Idempotency-Key": key }));
};
const list = async (token: string) =>
  (await school.call("/user/messages", { token })).json.messages;
const openMessage = (token: string, id: number | string) =>
  school.call(`/user/messages/${id}`, { token });
const tutor = async (level = 10) => school.token(await school.add({ level }));

describe("tutor talk", () => {
  openForGroup();

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
    const key = randomUUID();
    const send = (who = token) => postOnce(who, key, QUESTION, "seam.png", FILES.png());
    const together = await Promise.all([1, 2, 3].map(() => send()));
    const later = await send();
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

  // `hostile-texts.test.ts` has them on each database.
  const tested = corporaPresent ? it : test.skip;
  tested(
    `a message returns naughty strings unchanged${corporaPresent ? "" : ` (${WITHOUT_CORPORA})`}`,
    async () => {
      const { token } = await school.student();
      const strings = naughtyStrings();
      const said = strings.filter((text) => text.trim() !== "");
      for (const text of strings) {
        const { status } = await post(token, { subject: text, body: text });
        expect([text, status]).toEqual([text, said.includes(text) ? 201 : 422]);
      }
      const back: (typeof QUESTION)[] = [];
      let before = "";
      do {
        const { json } = await school.call(`/user/messages?${before}`, { token });
        back.unshift(...json.messages);
        before = json.cursor === null ? "" : `before=${json.cursor}`;
      } while (before);
      expect(back.map(({ subject }) => subject)).toEqual(said);
      expect(back.map(({ body }) => body)).toEqual(said);
    },
  );
});

describe("a school that answers by mail", () => {
  const mailServer = new MailServer();
  afterAll(() => mailServer.stop());
  openForGroup(async () => ({ smtpUrl: await mailServer.start() }));
  beforeAll(async () => {
    const mailing = { ...(await fixtureSchool()), tutorTalk: "mail" } as const;
    await importSchool(school.database, diskStore(school.dataDir), mailing);
    await school.server.refresh();
  });

  test("a school that answers by mail says so, and gets each student's message once by mail", async () => {
    const before = mailServer.mails.length;
    const student = await school.student();
    const key = randomUUID();
    const words = { subject: "Darts\r\nBcc: all@thimble.example", body: "How deep?" };
    const send = () => postOnce(student.token, key, words, "block.pdf", FILES.pdf());
    const { message } = (await send()).json;
    await send();
    await post(student.token, { body: "And how long?", thread: message.thread });
    await post(await tutor(), { body: "As deep as the body.", thread: message.thread });
    await mailServer.received(before + 2);
    await school.server.idle();
    const mails = mailServer.mails.slice(before);
    expect(mails).toHaveLength(2);
    const { organisation } = await fixtureSchool();
    for (const { to } of mails) expect(to).toEqual([organisation.email]);
    const first = mails.find(({ raw }) => raw.includes("How deep?"))?.raw ?? "";
    expect(first).toContain(`Reply-To: Noa Brand <${student.email}>`);
    expect(first).toContain("filename=block.pdf");
    expect(first).not.toMatch(/^Bcc:/m);
    const { json } = await school.call("/user/messages", { token: student.token });
    expect(json.internal).toBe(false);
    expect(json.messages).toHaveLength(3);
  });
});

describe("announcements", () => {
  openForGroup();

  test("announcements come from the school's folder, and disappear with it", async () => {
    const translations = [{ language: "en", title: "Closed", body: "On Friday." }];
    const announcement = (id: number, from: string, to: string) => ({ id, from, to, translations });
    const all = [
      announcement(1, "2026-11-01", "2026-11-18"),
      announcement(2, "2026-11-18", "2026-12-01"),
      announcement(3, "2026-11-19", "2026-12-01"),
    ];
    const { database, dataDir } = school;
    const own = await fixtureSchool();
    const active = async () =>
      (await school.call("/organizations/1/announcements/active")).json.announcements;
    await importSchool(database, diskStore(dataDir), { ...own, announcements: all });
    expect(await active()).toEqual(all.slice(0, 2));
    const { token } = await school.student();
    const answer = await school.call("/organizations/1/announcements", { token });
    expect(answer.json.announcements).toEqual(all);
    school.now = NOON + 12 * 60 * MINUTE;
    expect(await active()).toEqual(all.slice(1));
    school.now = NOON;
    await importSchool(database, diskStore(dataDir), own);
    expect(await active()).toEqual([]);
  });
});
