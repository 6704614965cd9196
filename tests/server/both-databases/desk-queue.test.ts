import { describe, expect, test } from "vitest";
import { CLAIM_MS } from "../../../src/server/desk/claims.ts";
import { setTaughtCourses } from "../../../src/server/desk/viewer.ts";
import { handIns } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { MINUTE, NOON, openSchool, PMB, PMS, SWB } from "../support/test-school.ts";

interface Entry {
  kind: string;
  id: number;
  since: string;
  student: { id: number };
}

const school = openSchool.shared();
const { student, handIn, answer } = handIns(() => school);
const tutor = sharedPerson(school, { level: 10, teaches: [PMB] });
const other = sharedPerson(school, { level: 10, teaches: [PMB] });
const stranger = sharedPerson(school, { level: 10, teaches: [SWB, PMS] });

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
    const [entry] = (await queue(tutor.token)).json.entries.slice(-1);
    expect(entry).toMatchObject({
      ...{ kind: "hand-in", student: { id: second.id, name: "Noa Brand" }, course_id: PMB },
      ...{ title: expect.stringContaining("block"), excerpt: "Look at the hip", files: 1 },
      ...{ since: new Date(school.now).toISOString(), state: "waiting", claim: null },
    });
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { json } = await queue(tutor.token, `?limit=1${cursor && `&before=${cursor}`}`);
      paged.push(...names(json.entries));
      cursor = json.cursor as string | null;
    }
    expect(paged.slice(-3)).toEqual(expected);
    school.now = NOON;
  });

  it("the queue is filtered by kind and course, and refuses other words", async () => {
    const noa = await waits();
    const { thread } = await asks(noa.token, { subject: "Hem", body: "How wide?" });
    const has = async (query: string) => {
      const list = await listed(tutor.token, query);
      return [list.includes(`hand-in ${noa.upload}`), list.includes(`message ${thread}`)];
    };
    for (const [query, handIn, message] of [
      ["", true, true],
      ["?kind=message", false, true],
      ["?kind=hand-in", true, false],
      [`?course=${PMB}`, true, true],
      [`?course=${SWB}`, false, false],
    ] as const) {
      expect([query, ...(await has(query))]).toEqual([query, handIn, message]);
    }
    expect((await queue(tutor.token, "?kind=photo")).status).toBe(422);
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
    const { unseen } = (await school.call("/user/unseen", { token: tutor.token })).json;
    expect(unseen).toMatchObject({ desk: after, answers: [] });
  });
});

describe("claims", () => {
  const claimedBy = async (token: string, upload: number) => {
    const { entries } = (await queue(token)).json;
    return entries.find(({ id, kind }: Entry) => kind === "hand-in" && id === upload)?.claim?.by.id;
  };

  test("two claims at once have one winner, who keeps it until it is taken over", async () => {
    const { upload } = await waits();
    const by = async (...claiming: Parameters<typeof claim>) =>
      (await claim(...claiming)).json.claim.by.id;
    const told = await Promise.all([by(tutor.token, upload), by(other.token, upload)]);
    const winner = await claimedBy(tutor.token, upload);
    expect(told).toEqual([winner, winner]);
    const loser = winner === tutor.id ? other : tutor;
    expect(await by(loser.token, upload)).toBe(winner);
    expect(await by(loser.token, upload, true)).toBe(loser.id);
    expect(await claimedBy(tutor.token, upload)).toBe(loser.id);
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
  const save = (token: string, saved: object, id?: number, to = school) => {
    const [path, method] = id === undefined ? ["", "POST"] : [`/${id}`, "PUT"];
    const json = { name: "", shared: false, ...saved };
    return to.call(`/desk/comments${path}`, { method, token, json });
  };
  const fill = (account_id: number | null, length: number, to = school) => {
    const rows = Array.from({ length }, (_, at) => ({ account_id, name: "", text: `${at}` }));
    return to.database.write((db) => db.insertInto("saved_comment").values(rows).execute());
  };
  const mine = async (token: string) =>
    (await school.call("/desk/comments", { token })).json.comments.map(
      ({ text }: { text: string }) => text,
    );

  it("a tutor sees the school's comments and not another tutor's, and changes neither", async () => {
    const manager = await staff(20);
    const ofSchool = { text: "Of the school", shared: true };
    const shared = (await save(manager.token, ofSchool)).json.comment;
    const theirs = (await save(other.token, { text: "Of another" })).json.comment;
    const remove = async (token: string, id: number) =>
      (await school.call(`/desk/comments/${id}`, { method: "DELETE", token })).status;
    const seen = await mine(tutor.token);
    expect(seen).toContain("Of the school");
    expect(seen).not.toContain("Of another");
    expect((await save(tutor.token, { text: "Mine", shared: true })).status).toBe(403);
    for (const { id } of [shared, theirs, { id: 999_999 }]) {
      const changed = await save(tutor.token, { text: "Taken" }, id);
      expect([changed.status, changed.json.code]).toEqual([404, "comment/not_found"]);
      expect(await remove(tutor.token, id)).toBe(404);
    }
    expect((await save(manager.token, { ...ofSchool, text: "Anew" }, shared.id)).status).toBe(200);
    expect(await remove(other.token, theirs.id)).toBe(204);
    expect(await mine(other.token)).toContain("Anew");
  });

  it("a comment is never empty or endless, and there are at most 200", async () => {
    const long = await staff(10);
    for (const text of [" ", "x".repeat(5001)]) {
      expect((await save(long.token, { text })).status).toBe(422);
    }
    await fill(long.id, 200);
    const refused = await save(long.token, { text: "One more" });
    expect([refused.status, refused.json.code]).toEqual([409, "account/limit_reached"]);
  });

  test("managers who share comments at once, new ones or their own, share no more than 200", async () => {
    const own = await openSchool();
    const post = (token: string, shared: boolean, id?: number) =>
      save(token, { text: "Press it", shared }, id, own);
    const add = async (username: string) => {
      const { token } = await own.signedIn({ username, level: 20 });
      return { token, mine: (await post(token, false)).json.comment.id as number };
    };
    const managers = [await add("mona"), await add("maya")];
    await fill(null, 199, own);
    const shared = await Promise.all(
      managers.flatMap(({ token, mine }) => [post(token, true), post(token, true, mine)]),
    );
    const refusals = shared.filter(({ status }) => status >= 400).map(({ json }) => json.code);
    expect(refusals).toEqual(Array(3).fill("account/limit_reached"));
    const all = await own.rows("saved_comment");
    expect(all.filter(({ account_id }) => account_id === null)).toHaveLength(200);
  });
});
