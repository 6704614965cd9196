import { describe, expect, test } from "vitest";
import type { SchoolChange } from "../../../src/contract/audit.ts";
import type { Actor } from "../../../src/domain/audit.ts";
import { type RecordedChange, recordChange } from "../../../src/server/audit/record-change.ts";
import { it } from "../support/on-sqlite.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { DAY, MINUTE, NOON, openSchool, type Person } from "../support/test-school.ts";

const COMMAND: Actor = { kind: "command" };

const school = openSchool.shared();
const manager = sharedPerson(school, { level: 20 });
const admin = sharedPerson(school, { level: 100 });

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
    const change = {
      ...{ id: expect.any(Number), at: new Date(NOON).toISOString(), action: "changed" },
      ...{ actor: "person", actor_id: admin.id, actor_name: admin.username },
      ...{ kind: "person", subject: String(id), name: username },
      details: [
        { field: "level", before: ["0"], now: ["10"] },
        { field: "courses", before: null, now: ["PMB", "SWB"] },
        { field: "note", before: null, now: [] },
      ],
    };
    const { json } = await list(manager.token, { person: String(id) });
    expect(json).toEqual({ changes: [change], total: 1, cursor: null });
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
    const day = "2026-11-18";
    const queries: [query: Record<string, string>, found: string[]][] = [
      [{ from: day }, ["eve three", "eve two"]],
      [{ to: day }, ["eve two", "eve one"]],
      [{ from: day, to: day }, ["eve two"]],
      [{ kind: "term" }, ["eve three"]],
      [{ action: "published" }, ["eve two"]],
    ];
    for (const [query, found] of queries) {
      expect(await names(admin.token, { search: "eve", ...query })).toEqual(found);
    }
  });

  test("changes of a person are those by this person and those about this person", async () => {
    const [one, other] = [await school.add(), await school.add()];
    await record({ actor: personAs(one), name: "by one" });
    await record({ kind: "person", subject: one.id, name: "about one" });
    await record({ kind: "lesson", subject: one.id, name: "a lesson with that id" });
    await record({ actor: personAs(other), name: "by other" });
    expect(await names(admin.token, { person: String(one.id) })).toEqual(["about one", "by one"]);
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
    await runInProcess(["user", "remove", person.username, "--yes"], school.variables);
    const [change] = (await list(admin.token, { search: "stays" })).json.changes;
    expect(change).toMatchObject({ actor_id: null, actor_name: person.username });
  });

  test("the command lists changes, with the same filters", async () => {
    const { id, username } = await school.add();
    const about = { kind: "person", subject: id, name: username } as const;
    await record({ ...about, details: { level: [0, 10] } });
    await record(about, NOON - 9 * DAY);
    const run = (...words: string[]) => runInProcess(["audit", "list", ...words], school.variables);
    const words = ["--person", username.toUpperCase(), "--kind", "person"];
    expect((await run(...words, "--since", "2026-11-18")).out).toBe(
      `2026-11-18T12:00  command line  changed  person  ${username}  level: 0 → 10\n`,
    );
    const both = JSON.parse((await run(...words, "--json")).out);
    expect(both.map(({ at }: { at: string }) => Date.parse(at))).toEqual([NOON, NOON - 9 * DAY]);
    expect((await run(...words, "--csv")).out).toContain(
      `,person,${id},${username},level: 0 → 10\r`,
    );
  });
});

test("a change is deleted when the school's time for it is over", async () => {
  await record({ name: "old" }, NOON - 365 * DAY - MINUTE);
  await record({ name: "young" }, NOON - 365 * DAY + MINUTE);
  await school.restart();
  await school.server.idle();
  expect(await names(admin.token, { search: "old" })).toEqual([]);
  expect(await names(admin.token, { search: "young" })).toEqual(["young"]);
});
