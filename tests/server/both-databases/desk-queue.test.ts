import { beforeAll, describe, expect, test } from "vitest";
import { CLAIM_MS } from "../../../src/server/desk/claims.ts";
import { setTaughtCourses } from "../../../src/server/desk/viewer.ts";
import { handIns } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { MINUTE, NOON, openSchool, type Person, PMB, PMS, SWB } from "../support/test-school.ts";

interface Entry {
  kind: string;
  id: number;
  since: string;
  student: { id: number };
}

const school = openSchool.shared();
const { student, handIn, answer } = handIns(() => school);
let tutor: Person & { token: string };
let other: Person & { token: string };
let stranger: Person & { token: string };

const staff = (level: number, teaches: number[] = []) => school.signedIn({ level, teaches });
const queue = (token: string, query = "") => school.call(`/desk/queue${query}`, { token });
const names = (entries: Entry[]) => entries.map(({ kind, id }) => `${kind} ${id}`);
const listed = async (token: string, query = "") => names((await queue(token, query)).json.entries);
const claim = (token: string, id: number, take_over = false) =>
  school.call(`/desk/hand-ins/${id}/claim`, { method: "PUT", token, json: { take_over } });
const unclaim = (token: string, id: number) =>
  school.call(`/desk/hand-ins/${id}/claim`, { method: "DELETE", token });

const waits = async () => {
  const person = await student();
  const { uploads } = (await handIn(person.token, { comment: "Look at the hip" })).json.assignment;
  return { ...person, upload: uploads.at(-1).id as number };
};
const asks = async (token: string, words: Record<string, string>) =>
  (await school.message(token, words)).json.message;

beforeAll(async () => {
  tutor = await staff(10, [PMB]);
  other = await staff(10, [PMB]);
  stranger = await staff(10, [SWB, PMS]);
});

describe("the queue", () => {
  test("what waits is listed oldest first, in pages, hand-ins and messages together", async () => {
    school.now += MINUTE;
    const first = await waits();
    school.now += MINUTE;
    const { thread } = await asks(first.token, { subject: "Darts", body: "How deep?" });
    school.now += MINUTE;
    const second = await waits();
    const expected = [`hand-in ${first.upload}`, `message ${thread}`, `hand-in ${second.upload}`];
    expect((await listed(tutor.token)).slice(-3)).toEqual(expected);

    const paged: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor ? `&before=${cursor}` : "";
      const { json } = await queue(tutor.token, `?limit=1${more}`);
      paged.push(...names(json.entries));
      cursor = json.cursor;
    }
    expect(paged.slice(-3)).toEqual(expected);
    school.now = NOON;
  });

  it("an entry says what, whose, of which course, and since when it waits", async () => {
    const noa = await waits();
    const { json } = await queue(tutor.token);
    expect(json.entries.find(({ id }: Entry) => id === noa.upload)).toMatchObject({
      kind: "hand-in",
      student: { id: noa.id, name: "Noa Brand" },
      course_id: PMB,
      title: expect.stringContaining("block"),
      excerpt: "Look at the hip",
      since: new Date(NOON).toISOString(),
      state: "waiting",
      claim: null,
      files: 1,
    });
  });

  it("the queue is filtered by kind and course, and refuses other words", async () => {
    const noa = await waits();
    const { thread } = await asks(noa.token, { subject: "Hem", body: "How wide?" });
    const has = async (query: string) => {
      const list = await listed(tutor.token, query);
      return [list.includes(`hand-in ${noa.upload}`), list.includes(`message ${thread}`)];
    };
    expect(await has("")).toEqual([true, true]);
    expect(await has("?kind=message")).toEqual([false, true]);
    expect(await has("?kind=hand-in")).toEqual([true, false]);
    expect(await has(`?course=${PMB}`)).toEqual([true, true]);
    expect(await has(`?course=${SWB}`)).toEqual([false, false]);
    expect(await has("?course=x")).toEqual([false, false]);
    for (const query of ["?kind=photo", "?show=none", "?before=1", "?limit=0"]) {
      expect([query, (await queue(tutor.token, query)).status]).toEqual([query, 422]);
    }
  });

  it("the queue does not tell who is in a course that the tutor does not teach", async () => {
    const both = await school.student({ course: PMB }, { course: SWB });
    const { thread } = await asks(both.token, { subject: "Hem", body: "How wide?" });
    expect(await listed(tutor.token, "?show=all")).toContain(`message ${thread}`);
    expect(await listed(tutor.token, `?show=all&course=${SWB}`)).toEqual([]);
    expect(await listed(stranger.token, `?show=all&course=${SWB}`)).toContain(`message ${thread}`);
  });

  it("answered work leaves what waits, and stays findable as answered, mine and all", async () => {
    const noa = await waits();
    const upload_id = noa.upload;
    const { thread } = await asks(noa.token, { subject: "Seam", body: "Which side?" });
    const said = { student_id: noa.id, upload_id, state: "returned", text: "Mend it" };
    expect((await answer(tutor.token, said)).status).toBe(200);
    await asks(tutor.token, { thread: String(thread), body: "The left" });
    const found = async (token: string, show: string) => {
      const { entries } = (await queue(token, `?show=${show}`)).json;
      return entries.flatMap(({ kind, id, state }: Entry & { state: string }) =>
        (kind === "hand-in" ? id === noa.upload : id === thread) ? [`${kind} ${state}`] : [],
      );
    };
    const both = ["hand-in returned", "message answered"];
    expect(await found(tutor.token, "waiting")).toEqual([]);
    for (const show of ["answered", "mine", "all"]) {
      expect([show, (await found(tutor.token, show)).toSorted()]).toEqual([show, both]);
    }
    expect(await found(other.token, "mine")).toEqual([]);
    expect((await found(other.token, "answered")).toSorted()).toEqual(both);
  });

  test("the counts are those of the whole queue, whatever is filtered, and of one's courses", async () => {
    const counts = async (token: string) => (await school.call("/desk/counts", { token })).json;
    const before = await counts(tutor.token);
    const elsewhere = await counts(stranger.token);
    const noa = await waits();
    await asks(noa.token, { subject: "Hem", body: "How wide?" });
    const after = { hand_ins: before.hand_ins + 1, messages: before.messages + 1 };
    expect(await counts(tutor.token)).toEqual(after);
    expect((await queue(tutor.token, "?kind=message&show=answered")).json.counts).toEqual(after);
    expect(await counts(stranger.token)).toEqual(elsewhere);
  });
});

describe("claims", () => {
  const claimedBy = async (token: string, upload: number) => {
    const { entries } = (await queue(token)).json;
    return entries.find(({ id, kind }: Entry) => kind === "hand-in" && id === upload)?.claim?.by.id;
  };

  test("the first claim holds until it is taken over, and others see whose it is", async () => {
    const { upload } = await waits();
    expect((await claim(tutor.token, upload)).json.claim.by.id).toBe(tutor.id);
    expect((await claim(other.token, upload)).json.claim.by.id).toBe(tutor.id);
    expect(await claimedBy(other.token, upload)).toBe(tutor.id);
    expect((await claim(other.token, upload, true)).json.claim.by.id).toBe(other.id);
    expect(await claimedBy(tutor.token, upload)).toBe(other.id);
  });

  test("two claims at once have one winner, whom both are told", async () => {
    const { upload } = await waits();
    const answers = await Promise.all([claim(tutor.token, upload), claim(other.token, upload)]);
    const winner = await claimedBy(tutor.token, upload);
    expect([tutor.id, other.id]).toContain(winner);
    expect(answers.at(-1)?.json.claim.by.id ?? winner).toBeDefined();
    expect((await claim(tutor.token, upload)).json.claim.by.id).toBe(winner);
  });

  test("a claim ends by itself, unless it is renewed, and where its owner ends it", async () => {
    const { upload } = await waits();
    await claim(tutor.token, upload);
    school.now = NOON + CLAIM_MS - 1;
    expect(await claimedBy(other.token, upload)).toBe(tutor.id);
    await claim(tutor.token, upload);
    school.now += CLAIM_MS - 1;
    expect(await claimedBy(other.token, upload)).toBe(tutor.id);
    school.now += 1;
    expect(await claimedBy(other.token, upload)).toBeUndefined();
    expect((await claim(other.token, upload)).json.claim.by.id).toBe(other.id);
    expect((await unclaim(tutor.token, upload)).status).toBe(204);
    expect(await claimedBy(tutor.token, upload)).toBe(other.id);
    expect((await unclaim(other.token, upload)).status).toBe(204);
    expect(await claimedBy(tutor.token, upload)).toBeUndefined();
    school.now = NOON;
  });

  test("a claim of a server whose clock is an hour ahead or behind keeps nobody out", async () => {
    for (const off of [60 * MINUTE, -60 * MINUTE]) {
      const { upload } = await waits();
      school.now = NOON + off;
      await claim(tutor.token, upload);
      school.now = NOON;
      expect(await claimedBy(other.token, upload)).toBeUndefined();
      expect((await claim(other.token, upload)).json.claim.by.id).toBe(other.id);
    }
  });

  it("nobody claims the work of another course, and a lost course ends what a claim is good for", async () => {
    const { upload, id } = await waits();
    expect((await claim(stranger.token, upload)).json.code).toBe("assignment/not_found");
    const leaving = await staff(10, [PMB]);
    await claim(leaving.token, upload);
    await school.database.write((db) => setTaughtCourses(db, leaving.id, [SWB]));
    expect((await claim(leaving.token, upload)).status).toBe(404);
    expect((await unclaim(leaving.token, upload)).status).toBe(204);
    expect((await claim(tutor.token, upload)).json.claim.by.id).toBe(tutor.id);
    await school.database.write((db) => db.deleteFrom("account").where("id", "=", id).execute());
    expect((await claim(tutor.token, upload)).status).toBe(404);
  });
});

describe("saved comments", () => {
  const save = (token: string, saved: Record<string, unknown>, id?: number) =>
    school.call(`/desk/comments${id === undefined ? "" : `/${id}`}`, {
      method: id === undefined ? "POST" : "PUT",
      token,
      json: { name: "", shared: false, ...saved },
    });
  const fill = (account_id: number | null, length: number, to = school) =>
    to.database.write((db) =>
      db
        .insertInto("saved_comment")
        .values(Array.from({ length }, (_, at) => ({ account_id, name: "", text: `${at}` })))
        .execute(),
    );
  const mine = async (token: string) =>
    (await school.call("/desk/comments", { token })).json.comments.map(
      ({ text }: { text: string }) => text,
    );

  it("one's own comments are one's own, and the school's are everybody's at the desk", async () => {
    const manager = await staff(20);
    await save(tutor.token, { name: "gr", text: "Grainline is missing" });
    await save(manager.token, { name: "al", text: "Allowances please", shared: true });
    const both = ["Allowances please", "Grainline is missing"];
    expect(await mine(tutor.token)).toEqual(expect.arrayContaining(both));
    expect(await mine(other.token)).toContain("Allowances please");
    expect(await mine(other.token)).not.toContain("Grainline is missing");
  });

  it("a tutor changes neither the school's comments nor another tutor's", async () => {
    const manager = await staff(20);
    const shared = (await save(manager.token, { text: "Of the school", shared: true })).json
      .comment;
    const theirs = (await save(other.token, { text: "Of another" })).json.comment;
    expect((await save(tutor.token, { text: "Mine", shared: true })).status).toBe(403);
    for (const { id } of [shared, theirs, { id: 999_999 }]) {
      const changed = await save(tutor.token, { text: "Taken" }, id);
      expect([changed.status, changed.json.code]).toEqual([404, "comment/not_found"]);
      const path = `/desk/comments/${id}`;
      expect((await school.call(path, { method: "DELETE", token: tutor.token })).status).toBe(404);
    }
    expect((await save(manager.token, { text: "Anew", shared: true }, shared.id)).status).toBe(200);
    const path = `/desk/comments/${theirs.id}`;
    expect((await school.call(path, { method: "DELETE", token: other.token })).status).toBe(204);
    expect(await mine(other.token)).toContain("Anew");
  });

  it("a comment is never empty or endless, and there are at most 200", async () => {
    const long = await staff(10);
    expect((await save(long.token, { text: " " })).status).toBe(422);
    expect((await save(long.token, { text: "x".repeat(5001) })).status).toBe(422);
    expect((await save(long.token, { text: "x".repeat(100_000) })).status).toBe(413);
    expect((await save(long.token, { name: "x".repeat(101), text: "x" })).status).toBe(422);
    await fill(long.id, 200);
    const refused = await save(long.token, { text: "One more" });
    expect([refused.status, refused.json.code]).toEqual([409, "account/limit_reached"]);
  });

  test("managers who share comments at once, new ones or their own, share no more than 200", async () => {
    const own = await openSchool();
    const managers = await Promise.all(
      ["mona", "maya"].map(async (username) => own.token(await own.add({ username, level: 20 }))),
    );
    const post = (token: string, saved: object, id?: number) =>
      own.call(`/desk/comments${id === undefined ? "" : `/${id}`}`, {
        ...{ method: id === undefined ? "POST" : "PUT", token },
        json: { name: "", text: "Press it", shared: false, ...saved },
      });
    const mine = await Promise.all(managers.map(async (token) => (await post(token, {})).json));
    await fill(null, 199, own);
    const shared = await Promise.all(
      managers.flatMap((token, at) => [
        post(token, { shared: true }),
        post(token, { shared: true }, mine[at]?.comment.id),
      ]),
    );
    const refusals = shared.filter(({ status }) => status >= 400).map(({ json }) => json.code);
    expect(refusals).toEqual(Array(3).fill("account/limit_reached"));
    const { count } = await own.database.read
      .selectFrom("saved_comment")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("account_id", "is", null)
      .executeTakeFirstOrThrow();
    expect(count).toBe(200);
  });
});
