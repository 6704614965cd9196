import { describe, expect, test } from "vitest";
import { insertUpload } from "../../../src/server/assignments/uploads.ts";
import { insertConversation, insertMessage } from "../../../src/server/messages/conversations.ts";
import { handIns, TASK } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { MINUTE, NOON, openSchool, type Person } from "../support/test-school.ts";

type Entry = { id: number };
type Json = Record<string, unknown>;

/** Messages that another client could not post in a test's time. */
const MANY = 450;
const LONGEST = "x".repeat(20_000);

const school = openSchool.shared();
const tutor = sharedPerson(school, { level: 10 });
const { student: studentWithTask } = handIns(() => school);

const get = async (token: string, path: string): Promise<Json> =>
  (await school.call(path, { token })).json;

/** Follows the cursors to the end of a list. */
const pages = async (token: string, path: string, limit: number): Promise<Json[]> => {
  const all: Json[] = [];
  const first = `${path}${path.includes("?") ? "&" : "?"}limit=${limit}`;
  for (let cursor: unknown = ""; cursor !== null; ) {
    const page = await get(token, cursor === "" ? first : `${first}&before=${cursor}`);
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
      const [author_id, author] = role === "student" ? [id, "Noa Brand"] : [0, "Ruth Okafor"];
      const message = { conversation_id: thread, account_id: id, author_id, author, role, body };
      const created = NOON + messages.length;
      const titled = messages.length === 0 ? subject : "";
      messages.push(await insertMessage(db, { ...message, subject: titled, created }));
    }
    return { thread, messages };
  });
const idsOf = (list: unknown): number[] => (list as Entry[]).map(({ id }) => id);

describe("tutor talk", () => {
  it("a client that knows no pages gets the newest 200 messages and a cursor", async () => {
    const { token, id } = await school.student();
    const { thread, messages } = await talk({ id }, Array(MANY).fill({}));
    const first = await get(token, "/user/messages");
    expect(idsOf(first.messages)).toEqual(messages.slice(-200));
    // More than a page comes with its conversations.
    expect(first.conversations).toMatchObject({ list: [{ thread }], cursor: null });
    const second = await get(token, `/user/messages?before=${first.cursor}`);
    expect(idsOf(second.messages)).toEqual(messages.slice(-400, -200));
    const third = await get(token, `/user/messages?before=${second.cursor}`);
    expect(idsOf(third.messages)).toEqual(messages.slice(0, -400));
    expect(third.cursor).toBeNull();
  });

  test("a page of messages is bounded in bytes, however long they are", async () => {
    const { token, id } = await school.student();
    // Two and three bytes for each character.
    const body = "ה".repeat(20_000) + "€".repeat(9_000);
    const { messages } = await talk({ id }, Array(120).fill({ body }));
    const answer = await school.call("/user/messages", { token });
    expect(answer.bytes.length).toBeLessThan(4.5 * 1024 * 1024);
    const all = await pages(token, "/user/messages", 200);
    expect(all.flatMap((page) => idsOf(page.messages)).toSorted((a, b) => a - b)).toEqual(messages);
  });

  test("conversations are listed once, without messages, the ones that wait for tutors first", async () => {
    const [noa, dana] = [await school.student(), await school.student()];
    const old = await talk(noa, [{}, { role: "tutor" }], "Answered");
    const waiting = await talk(noa, [{ role: "tutor" }, {}], "Waiting");
    const posts = [...Array(MANY).fill({ body: LONGEST }), { role: "tutor" }];
    const long = await talk(dana, posts, "Long");
    const listed = (await pages(tutor.token, "/user/conversations", 3)).flatMap(
      ({ list }) => list as (Json & { thread: number })[],
    );
    const threads = listed.map(({ thread }) => thread);
    expect(new Set(threads).size).toBe(threads.length);
    const ours = [waiting, long, old].map(({ thread }) => thread);
    expect(threads.filter((thread) => ours.includes(thread))).toEqual(ours);
    expect(listed.find(({ thread }) => thread === long.thread)).toEqual({
      ...{ thread: long.thread, first: long.messages[0], subject: "Long", student: "Noa Brand" },
      ...{ date: new Date(NOON + MANY).toISOString(), unread: 100, unanswered: false },
      from: { id: 0, name: "Ruth Okafor", role: "tutor" },
    });
    const own = await pages(noa.token, "/user/conversations", 1);
    expect(own.map(({ list }) => (list as Json[])[0])).toMatchObject([
      { subject: "Waiting", unanswered: true, unread: 1 },
      { subject: "Answered", unread: 1 },
    ]);
  });

  it("the messages of one conversation are given to those who may read it", async () => {
    const { token, id } = await school.student();
    const other = await school.student();
    const { thread, messages } = await talk({ id }, Array(5).fill({}));
    await talk({ id }, Array(3).fill({}));
    const path = `/user/messages?thread=${thread}`;
    for (const reader of [token, tutor.token]) {
      const found = await pages(reader, path, 3);
      expect(found.map((page) => idsOf(page.messages))).toEqual([
        ...[messages.slice(2), messages.slice(0, 2)],
      ]);
      expect(found[0]?.conversations).toMatchObject({ list: [{ thread }], cursor: null });
    }
    expect((await get(other.token, path)).code).toBe("message/not_found");
  });
});

describe("hand-ins", () => {
  const open = { state: "uploaded", feedback: null, feedback_at: null, tutor: null } as const;
  const upload = (account_id: number, created: number, comment = "") =>
    school.database.write((db) =>
      insertUpload(db, { ...open, account_id, lesson_id: TASK, created, comment }),
    );

  test("an assignment lists its last 20 hand-ins, and gives the earlier ones to student and tutors", async () => {
    const { token, id } = await studentWithTask();
    const uploads: number[] = [];
    for (let at = 0; at < 45; at += 1) uploads.push(await upload(id, NOON + at));
    const [listed] = (await get(token, "/user/assignments")).assignments as Json[];
    expect(listed?.state).toBe("uploaded");
    expect(idsOf(listed?.uploads)).toEqual(uploads.slice(-20));
    for (const [reader, student] of [
      [token, ""],
      [tutor.token, `&student=${id}`],
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
    const { token: other } = await school.student();
    const path = `/user/assignments/${TASK}?student=${id}`;
    expect((await school.call(path, { token: other })).status).toBe(403);
  });

  test("tutors see each assignment that waits once, the longest waiting first", async () => {
    const people = [await studentWithTask(), await studentWithTask(), await studentWithTask()];
    for (const [at, { id }] of people.entries()) await upload(id, NOON + at);
    // Somebody who hands in again waits from then on.
    await upload(people[0]?.id ?? 0, NOON + MINUTE);
    const listed = (await pages(tutor.token, "/user/assignments?state=uploaded", 2)).flatMap(
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
  const rows = lessons.map((lesson_id, at) => ({
    ...{ account_id: id, lesson_id, text: "€".repeat(10_000), updated: NOON + Math.floor(at / 2) },
  }));
  await school.database.write((db) => db.insertInto("note").values(rows).execute());
  const answer = await school.call("/user/notes", { token });
  expect(answer.bytes.length).toBeLessThan(4.5 * 1024 * 1024);
  const all = (await pages(token, "/user/notes", 200)).flatMap(
    ({ notes }) => notes as { lesson_id: number }[],
  );
  expect(all.map(({ lesson_id }) => lesson_id)).toEqual(lessons.toReversed());
});

test("measurement tables come in pages, the one that was saved last first, with one default", async () => {
  const { token, id } = await school.student();
  const rows = Array.from({ length: 230 }, (_, at) => ({
    ...{ account_id: id, name: `Table ${at}`, units: "cm" as const, data: "{}" },
    ...{ updated: NOON + Math.floor(at / 2), is_default: Number(at === 0) },
  }));
  await school.database.write((db) => db.insertInto("measurement").values(rows).execute());
  const first = (await get(token, "/user/measurements")).measurements as Json[];
  expect(first).toHaveLength(200);
  const all = (await pages(token, "/user/measurements", 60)).flatMap(
    ({ measurements }) => measurements as { id: number; name: string; is_default: number }[],
  );
  expect(all.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toReversed());
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

test("search results go on where a page ended", async () => {
  const admin = await school.token(await school.add({ level: 100 }));
  const path = "/products/PM/search?q=a&language=en";
  const whole = (await get(admin, path)).results as Json[];
  expect(whole.length).toBeGreaterThan(4);
  const parts = await pages(admin, path, 2);
  expect(parts.flatMap(({ results }) => results)).toEqual(whole);
  expect(parts.length).toBe(Math.ceil(whole.length / 2));
});
