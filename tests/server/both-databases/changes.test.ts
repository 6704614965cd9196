import { beforeAll, describe, expect, test } from "vitest";
import type { SchoolChange } from "../../../src/contract/audit.ts";
import type { Actor } from "../../../src/domain/audit.ts";
import type { Day } from "../../../src/domain/calendar.ts";
import { type RecordedChange, recordChange } from "../../../src/server/audit/record-change.ts";
import { removePeople } from "../../../src/server/people/removal.ts";
import { it } from "../support/on-sqlite.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { diskStore } from "../support/stored-path.ts";
import { DAY, MINUTE, NOON, openSchool, type Person } from "../support/test-school.ts";

const COMMAND: Actor = { kind: "command" };

const school = openSchool.shared();
let manager: Person & { token: string };
let admin: Person & { token: string };

beforeAll(async () => {
  manager = await school.signedIn({ level: 20 });
  admin = await school.signedIn({ level: 100 });
});

const record = (change: Partial<RecordedChange>, at = school.now) =>
  school.database.write((db) =>
    recordChange(db, at, {
      ...{ actor: COMMAND, action: "changed", kind: "content", subject: "PM", name: "" },
      ...change,
    }),
  );

const list = async (token: string, query: Record<string, string> = {}) =>
  school.call(`/staff/changes?${new URLSearchParams(query)}`, { token });

const names = async (token: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await list(token, query)).json.changes.map(({ name }: SchoolChange) => name);

const personAs = ({ id, username }: Person): Actor => ({ kind: "person", id, name: username });

describe("who changed what", () => {
  it("a change is listed with who, when, what, and the values before and now", async () => {
    const { id, username } = await school.add();
    const details = { level: [0, 10], courses: ["PMB", "SWB"], note: null };
    const actor = personAs(admin);
    await record({ actor, kind: "person", subject: id, name: username, details });
    expect((await list(manager.token, { person: String(id) })).json).toEqual({
      changes: [
        {
          id: expect.any(Number),
          at: new Date(NOON).toISOString(),
          actor: "person",
          actor_id: admin.id,
          actor_name: admin.username,
          action: "changed",
          kind: "person",
          subject: String(id),
          name: username,
          details: [
            { field: "level", before: ["0"], now: ["10"] },
            { field: "courses", before: null, now: ["PMB", "SWB"] },
            { field: "note", before: null, now: [] },
          ],
        },
      ],
      total: 1,
      cursor: null,
    });
  });

  it("managers see no change of the school itself, nor of somebody who stands above them", async () => {
    const tutor = await school.add({ level: 10 });
    for (const kind of ["setting", "site", "serial", "licence", "key", "backup"] as const) {
      await record({ kind, name: `above ${kind}` });
    }
    const about = (name: string, { id }: Person) => record({ kind: "person", subject: id, name });
    await about("below one", tutor);
    await about("above admin", admin);
    // It does not help that the person is no administrator any more.
    const lowered = { kind: "person", subject: tutor.id, name: "above before" } as const;
    await record({ ...lowered, details: { level: [100, 10] } });
    await record({ kind: "hand-in", name: "below hand-in" });
    expect(await names(manager.token, { search: "above" })).toEqual([]);
    expect(await names(manager.token, { search: "below" })).toEqual(["below hand-in", "below one"]);
    expect((await names(admin.token, { search: "above" })).length).toBe(8);
  });

  test("a search finds names in any spelling, of who and of what", async () => {
    const actor = { ...personAs(manager), name: "ÉLODIE Weiß" };
    await record({ actor, name: "Κώστας Παπαδόπουλος" });
    for (const search of ["elodie", "weiss", "παπαδοπουλος κωστας", "lod παπα"]) {
      expect(await names(admin.token, { search })).toEqual(["Κώστας Παπαδόπουλος"]);
    }
    for (const search of ["elodie nobody", "%", "_", "🙂"]) {
      expect(await names(admin.token, { search })).toEqual([]);
    }
  });

  test("changes are filtered by the school's days, by kind and by action", async () => {
    await record({ name: "eve one" }, NOON - DAY);
    await record({ name: "eve two", action: "published" }, NOON);
    await record({ name: "eve three", kind: "term" }, NOON + DAY);
    const found = (query: Record<string, string>) =>
      names(admin.token, { search: "eve", ...query });
    expect(await found({ from: "2026-11-18" })).toEqual(["eve three", "eve two"]);
    expect(await found({ to: "2026-11-18" })).toEqual(["eve two", "eve one"]);
    expect(await found({ from: "2026-11-18", to: "2026-11-18" })).toEqual(["eve two"]);
    expect(await found({ kind: "term" })).toEqual(["eve three"]);
    expect(await found({ action: "published" })).toEqual(["eve two"]);
  });

  test("changes of a person are those by this person and those about this person", async () => {
    const [one, other] = [await school.add(), await school.add()];
    await record({ actor: personAs(one), name: "by one" });
    await record({ kind: "person", subject: one.id, name: "about one" });
    await record({ kind: "lesson", subject: one.id, name: "a lesson with that id" });
    await record({ actor: personAs(other), name: "by other" });
    expect(await names(admin.token, { person: String(one.id) })).toEqual(["about one", "by one"]);
  });

  test("pages of changes follow each other, also while new ones come", async () => {
    for (const name of ["page 1", "page 2", "page 3", "page 4", "page 5"]) await record({ name });
    const first = (await list(admin.token, { search: "page", limit: "2" })).json;
    await record({ name: "page 6" });
    const query = { search: "page", limit: "2", before: first.cursor };
    const second = (await list(admin.token, query)).json;
    const third = (await list(admin.token, { ...query, before: second.cursor })).json;
    const all = [first, second, third].flatMap(({ changes }) => changes);
    expect(all.map(({ name }: SchoolChange) => name)).toEqual([
      "page 5",
      "page 4",
      "page 3",
      "page 2",
      "page 1",
    ]);
    expect([first.total, second.total, third.cursor]).toEqual([5, 6, null]);
  });

  it("a table of changes has all of them as far as the person may see them, and no formula", async () => {
    await record({ name: "=cmd()", kind: "term" });
    await record({ name: "=key()", kind: "key" });
    const table = async (token: string, format: string) =>
      school.call(`/staff/changes/table?format=${format}`, { token });
    const { text, headers } = await table(manager.token, "csv");
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(text).toMatch(/,term,PM,'=cmd\(\),/);
    expect(text).not.toContain("key()");
    expect((await table(admin.token, "csv")).text).toContain("key()");
    expect((await table(admin.token, "xlsx")).text.slice(0, 2)).toBe("PK");
    expect((await table(admin.token, "pdf")).status).toBe(422);
  });

  it("what a removed person has changed stays, with the username of that time", async () => {
    const person = await school.add({ level: 20 });
    await record({ actor: personAs(person), name: "stays" });
    const store = diskStore(school.dataDir);
    await removePeople(school.database, store, [person.id], async () => ({
      ...{ actor: { kind: "command" }, now: NOON, today: "2026-11-18" as Day<"school"> },
    }));
    const [change] = (await list(admin.token, { search: "stays" })).json.changes;
    expect(change).toMatchObject({ actor_id: null, actor_name: person.username });
  });

  test("the command lists changes, with the same filters", async () => {
    const { id, username } = await school.add();
    const details = { level: [0, 10] };
    await record({ kind: "person", subject: id, name: username, details });
    await record({ kind: "person", subject: id, name: username }, NOON - 9 * DAY);
    const run = (...words: string[]) => runInProcess(["audit", "list", ...words], school.variables);
    const words = ["--person", username.toUpperCase(), "--kind", "person"];
    expect((await run(...words, "--since", "2026-11-18")).out).toBe(
      `2026-11-18T12:00  command line  changed  person  ${username}  level: 0 → 10\n`,
    );
    const { out } = await run(...words, "--json");
    expect(JSON.parse(out)).toMatchObject([
      { actor: "command", name: username, details },
      { at: new Date(NOON - 9 * DAY).toISOString() },
    ]);
    const csv = (await run(...words, "--since", "2026-11-18", "--csv")).out;
    expect(csv).toBe(
      `\ufeffat,actor,person,action,kind,subject,name,details\r\n${new Date(NOON).toISOString()},command,,changed,person,${id},${username},level: 0 → 10\r\n`,
    );
    expect((await run("--kind", "no")).code).not.toBe(0);
  });
});

test("a change is deleted when the school's time for it is over", async () => {
  const school = await openSchool();
  const add = (name: string, at: number) =>
    school.database.write((db) =>
      recordChange(db, at, {
        ...{ actor: COMMAND, action: "changed", kind: "content", subject: "PM", name },
      }),
    );
  await add("old", NOON - 365 * DAY - MINUTE);
  await add("young", NOON - 365 * DAY + MINUTE);
  await school.restart();
  await school.server.idle();
  const rows = await school.database.read.selectFrom("audit").select("subject_name").execute();
  expect(rows.map(({ subject_name }) => subject_name)).toEqual(["young"]);
});
