import { beforeAll, describe, expect, test } from "vitest";
import { insertUpload } from "../../../src/server/assignments/uploads.ts";
import { insertConversation, insertMessage } from "../../../src/server/messages/conversations.ts";
import { handIns, TASK } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { MINUTE, NOON, openSchool, type Person } from "../support/test-school.ts";

type Entry = { id: number };
type Json = Record<string, unknown>;

/** Messages that another client could not post in a test's time. */
const MANY = 450;
const LONGEST = "x".repeat(20_000);

const school = openSchool.shared();
let tutor: string;
beforeAll(async () => {
  tutor = await school.token(await school.add({ level: 10 }));
});
const { student: studentWithTask } = handIns(() => school);

const get = async (token: string, path: string): Promise<Json> =>
  (await school.call(path, { token })).json;

/** Follows the cursors to the end of a list. */
const pages = async (token: string, path: string, limit: number): Promise<Json[]> => {
  const all: Json[] = [];
  for (let cursor: unknown = ""; cursor !== null; ) {
    const before = cursor === "" ? "" : `&before=${cursor}`;
    const page = await get(
      token,
      `${path}${path.includes("?") ? "&" : "?"}limit=${limit}${before}`,
    );
    all.push(page);
    cursor = page.cursor;
    if (all.length > 100) throw new Error(`${path} never ends`);
  }
  return all;
};

/** Posts to a conversation of its own, straight into the database. */
const talk = (
  { id }: Pick<Person, "id">,
  posts: readonly { role?: "student" | "tutor"; body?: string }[],
  subject = "Darts",
): Promise<{ thread: number; messages: number[] }> =>
  school.database.write(async (db) => {
    const thread = await insertConversation(db, id);
    const messages: number[] = [];
    for (const { role = "student", body = "How deep?" } of posts) {
      messages.push(
        await insertMessage(db, {
          conversation_id: thread,
          account_id: id,
          author_id: role === "student" ? id : 0,
          author: role === "student" ? "Noa Brand" : "Ruth Okafor",
          role,
          subject: messages.length === 0 ? subject : "",
          body,
          created: NOON + messages.length,
        }),
      );
    }
    return { thread, messages };
  });
const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);
const idsOf = (list: unknown): number[] => (list as Entry[]).map(({ id }) => id);

describe("tutor talk", () => {
  it("a client that knows no pages gets the newest 200 messages and a cursor", async () => {
    const { token, id } = await school.student();
    const { messages } = await talk({ id }, times(MANY, {}));
    const first = await get(token, "/user/messages");
    expect(idsOf(first.messages)).toEqual(messages.slice(-200));
    const second = await get(token, `/user/messages?before=${first.cursor}`);
    expect(idsOf(second.messages)).toEqual(messages.slice(-400, -200));
    const third = await get(token, `/user/messages?before=${second.cursor}`);
    expect(idsOf(third.messages)).toEqual(messages.slice(0, -400));
    expect(third.cursor).toBeNull();
  });

  test("a page of messages is bounded in bytes, however long they are", async () => {
    const { token, id } = await school.student();
    // Three bytes for each character.
    const { messages } = await talk(
      { id },
      times(120, { body: "ה".repeat(20_000) + "€".repeat(9_000) }),
    );
    const answer = await school.call("/user/messages", { token });
    expect(answer.bytes.length).toBeLessThan(4.5 * 1024 * 1024);
    const all = await pages(token, "/user/messages", 200);
    expect(all.flatMap((page) => idsOf(page.messages)).toSorted((a, b) => a - b)).toEqual(messages);
  });

  test("conversations are listed once, without messages, the ones that wait for tutors first", async () => {
    const [noa, dana] = [await school.student(), await school.student()];
    const old = await talk(noa, [{}, { role: "tutor" }], "Answered");
    const waiting = await talk(noa, [{ role: "tutor" }, {}], "Waiting");
    const long = await talk(dana, [...times(MANY, { body: LONGEST }), { role: "tutor" }], "Long");
    const listed = (await pages(tutor, "/user/conversations", 3)).flatMap(
      ({ list }) => list as (Json & { thread: number })[],
    );
    const threads = listed.map(({ thread }) => thread);
    expect(new Set(threads).size).toBe(threads.length);
    const [first, second, third] = [waiting, long, old].map(({ thread }) =>
      threads.indexOf(thread),
    );
    expect(first).toBeGreaterThanOrEqual(0);
    expect(second).toBeGreaterThan(first ?? 0);
    expect(third).toBeGreaterThan(second ?? 0);
    expect(listed[second ?? 0]).toEqual({
      thread: long.thread,
      first: long.messages[0],
      subject: "Long",
      student: "Noa Brand",
      date: new Date(NOON + MANY).toISOString(),
      from: { id: 0, name: "Ruth Okafor", role: "tutor" },
      unread: 100,
      unanswered: false,
    });
    const own = await pages(noa.token, "/user/conversations", 1);
    expect(own.map(({ list }) => (list as Json[])[0])).toMatchObject([
      { subject: "Waiting", unanswered: true, unread: 1 },
      { subject: "Answered", unread: 1 },
    ]);
  });

  test("messages of more than a page come with their conversations", async () => {
    const { token, id } = await school.student();
    const older = await talk({ id }, [{}], "Older");
    expect((await get(token, "/user/messages")).conversations).toBeNull();
    const newer = await talk({ id }, times(201, {}), "Newer");
    const { conversations } = (await get(token, "/user/messages")) as {
      conversations: { list: { thread: number }[]; cursor: string | null };
    };
    expect(conversations.list.map(({ thread }) => thread)).toEqual([newer.thread, older.thread]);
    expect(conversations.cursor).toBeNull();
  });

  it("the messages of one conversation are given to those who may read it", async () => {
    const { token, id } = await school.student();
    const other = await school.student();
    const { thread, messages } = await talk({ id }, times(5, {}));
    await talk({ id }, times(3, {}));
    const path = `/user/messages?thread=${thread}`;
    for (const reader of [token, tutor]) {
      const first = await get(reader, `${path}&limit=3`);
      expect(idsOf(first.messages)).toEqual(messages.slice(2));
      expect(first.conversations).toMatchObject({ list: [{ thread }], cursor: null });
      const rest = await get(reader, `${path}&limit=3&before=${first.cursor}`);
      expect(rest).toMatchObject({ cursor: null, conversations: null });
      expect(idsOf(rest.messages)).toEqual(messages.slice(0, 2));
    }
    const refused = await school.call(path, { token: other.token });
    expect([refused.status, refused.json.code]).toEqual([404, "message/not_found"]);
    expect((await school.call("/user/messages?thread=abc", { token })).status).toBe(404);
  });
});

describe("hand-ins", () => {
  const upload = (accountId: number, created: number, comment = "") =>
    school.database.write((db) =>
      insertUpload(db, {
        account_id: accountId,
        lesson_id: TASK,
        created,
        comment,
        state: "uploaded",
        feedback: null,
        feedback_at: null,
        tutor: null,
      }),
    );

  test("an assignment lists its last 20 hand-ins, and gives the earlier ones to student and tutors", async () => {
    const { token, id } = await studentWithTask();
    const uploads: number[] = [];
    for (let at = 0; at < 45; at += 1)
      uploads.push(await upload(id, NOON + at, LONGEST.slice(0, 10_000)));
    const [listed] = (await get(token, "/user/assignments")).assignments as Json[];
    expect(listed?.state).toBe("uploaded");
    expect(idsOf(listed?.uploads)).toEqual(uploads.slice(-20));
    for (const [reader, student] of [
      [token, ""],
      [tutor, `&student=${id}`],
    ] as const) {
      const next = async (before: unknown) =>
        (await get(reader, `/user/assignments/${TASK}?before=${before}${student}`))
          .assignment as Json;
      const second = await next(listed?.uploads_cursor);
      expect(idsOf(second.uploads)).toEqual(uploads.slice(5, 25));
      const third = await next(second.uploads_cursor);
      expect(idsOf(third.uploads)).toEqual(uploads.slice(0, 5));
      expect(third.uploads_cursor ?? null).toBeNull();
    }
    const other = await school.student();
    const refused = await school.call(`/user/assignments/${TASK}?student=${id}`, {
      token: other.token,
    });
    expect(refused.status).toBe(403);
  });

  test("tutors see each assignment that waits once, the longest waiting first", async () => {
    const people = [await studentWithTask(), await studentWithTask(), await studentWithTask()];
    for (const [at, { id }] of people.entries()) await upload(id, NOON + at);
    // Somebody who hands in again waits from then on.
    await upload(people[0]?.id ?? 0, NOON + MINUTE);
    const listed = (await pages(tutor, "/user/assignments?state=uploaded", 2)).flatMap(
      ({ assignments }) => assignments as { student: Entry; uploads: Entry[] }[],
    );
    const ids = listed.map(({ student }) => student.id);
    expect(new Set(ids).size).toBe(ids.length);
    const [a, b, c] = people.map(({ id }) => id);
    expect(ids.filter((id) => [a, b, c].includes(id))).toEqual([b, c, a]);
    expect(listed.find(({ student }) => student.id === a)?.uploads).toHaveLength(2);
  });
});

test("notes come in pages of bounded length, the one that was changed last first", async () => {
  const { token, id } = await school.student();
  const lessons = Array.from({ length: 230 }, (_, at) => 1000 + at);
  await school.database.write(async (db) => {
    const note = (lesson_id: number, at: number) => ({
      account_id: id,
      lesson_id,
      text: "€".repeat(10_000),
      updated: NOON + Math.floor(at / 2),
    });
    for (const [at, lesson] of lessons.entries()) {
      await db.insertInto("note").values(note(lesson, at)).execute();
    }
  });
  const answer = await school.call("/user/notes", { token });
  expect(answer.bytes.length).toBeLessThan(4.5 * 1024 * 1024);
  const all = (await pages(token, "/user/notes", 200)).flatMap(
    ({ notes }) => notes as { lesson_id: number }[],
  );
  expect(all.map(({ lesson_id }) => lesson_id)).toEqual(lessons.toReversed());
});

test("measurement tables come in pages, the one that was saved last first, with one default", async () => {
  const { token, id } = await school.student();
  await school.database.write(async (db) => {
    for (let at = 0; at < 230; at += 1) {
      const table = { account_id: id, name: `Table ${at}`, units: "cm", data: "{}" } as const;
      const updated = NOON + Math.floor(at / 2);
      await db
        .insertInto("measurement")
        .values({ ...table, updated, is_default: Number(at === 0) })
        .execute();
    }
  });
  const first = (await get(token, "/user/measurements")).measurements as Json[];
  expect(first).toHaveLength(200);
  const all = (await pages(token, "/user/measurements", 60)).flatMap(
    ({ measurements }) => measurements as { id: number; name: string; is_default: number }[],
  );
  expect(all.map(({ name }) => name)).toEqual(
    Array.from({ length: 230 }, (_, at) => `Table ${229 - at}`),
  );
  expect(all.filter(({ is_default }) => is_default === 1)).toMatchObject([{ name: "Table 0" }]);
  const [newest] = all;
  const json = { is_default: 1 };
  await school.call(`/user/measurements/${newest?.id}`, { method: "PUT", token, json });
  const { measurement } = await get(token, "/user/measurements/default");
  expect(measurement).toMatchObject({ name: "Table 229" });
  await school.call(`/user/measurements/${newest?.id}`, { method: "DELETE", token });
  const after = await get(token, "/user/measurements/default");
  expect(after.measurement).toMatchObject({ name: "Table 228" });
});

it("announcements come in pages, sorted by first day", async () => {
  const { token } = await school.student();
  await school.database.write(async (db) => {
    for (let id = 1; id <= 7; id += 1) {
      await db
        .insertInto("announcement")
        .values({
          id,
          organisation_id: 1,
          from_date: `2026-11-0${8 - Math.ceil(id / 2)}`,
          to_date: "2026-12-01",
          translations: "[]",
        })
        .execute();
    }
  });
  for (const call of ["announcements", "announcements/active"]) {
    const all = await pages(token, `/organizations/1/${call}`, 2);
    expect(all.flatMap(({ announcements }) => idsOf(announcements))).toEqual([7, 5, 6, 3, 4, 1, 2]);
  }
});

test("search results go on where a page ended", async () => {
  const admin = await school.token(await school.add({ level: 100 }));
  const path = "/products/PM/search?q=a&language=en";
  const whole = (await get(admin, path)).results as Json[];
  expect(whole.length).toBeGreaterThan(4);
  const parts = await pages(admin, path, 2);
  expect(parts.flatMap(({ results }) => results)).toEqual(whole);
  expect(parts.length).toBe(Math.ceil(whole.length / 2));
});

it.each([
  ["limit=0", "limit"],
  ["limit=-1", "limit"],
  ["limit=abc", "limit"],
  ["before=", "before"],
  ["before=abc", "before"],
  ["before=99999999999999999999", "before"],
  ["before=1.2.3.4", "before"],
  ["before=%00", "before"],
])("a page of a list is refused for %s, which is named", async (query, path) => {
  const { token } = await school.student();
  for (const call of [
    "/user/messages",
    "/user/conversations",
    "/user/assignments",
    "/user/notes",
    "/user/measurements",
    "/organizations/1/announcements",
  ]) {
    const answer = await school.call(`${call}?${query}`, { token });
    expect([call, answer.status, answer.json.errors?.[0].path]).toEqual([call, 422, path]);
  }
});
