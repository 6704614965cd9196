import {
  BlobReader,
  TextReader,
  TextWriter,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ImportedRow, ImportSummary } from "../../../src/contract/staff-import.ts";
import { LANGUAGES } from "../../../src/domain/languages.ts";
import type { Database } from "../../../src/server/db/open-database.ts";
import { formRequest } from "../support/form.ts";
import { it } from "../support/on-sqlite.ts";
import { DAY, openSchool, PMB, SWB, type TestSchool } from "../support/test-school.ts";
import { workbook } from "../support/workbook.ts";

type Reading = Partial<
  Record<
    "columns" | "encoding" | "separator" | "date_order" | "odd_letters" | "sheet" | "titles_row",
    unknown
  >
>;

/** So many rows are written in four parts. */
const LONG = 600;

const school = openSchool.shared();
let manager: string;
let administrator: string;

beforeAll(async () => {
  manager = await school.token(await school.add({ username: "mona", level: 20 }));
  administrator = await school.token(await school.add({ username: "ada", level: 100 }));
  await school.add({ username: "boss", level: 100 });
});

const tools = (of: () => TestSchool) => {
  const page = async (id: number, token: string) => {
    await of().server.runJobs();
    const { json } = await of().call(`/staff/jobs/${id}`, { token });
    return { ...json, result: json.result && (JSON.parse(json.result) as ImportSummary) };
  };
  const send = async (text: string | Buffer, token: string, fileName = "people.csv") => {
    const body = Buffer.isBuffer(text) ? text : Buffer.from(text);
    const answer = await of().call(
      "/staff/imports",
      formRequest(token, [{ name: "file", fileName, body }]),
    );
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"id"')]);
    return answer.json.id as number;
  };
  const post = async (path: string, json: object, token: string) => {
    const answer = await of().call(path, { token, json });
    expect([path, answer.status]).toEqual([path, 201]);
    return page(answer.json.id, token);
  };
  const check = async (text: string | Buffer, token: string, reading?: Reading) => {
    const id = await send(text, token);
    const first = await page(id, token);
    if (!reading) return { id, ...first };
    const again = await post(`/staff/imports/${id}/check`, reading, token);
    return { id: again.job.id as number, ...again };
  };
  const run = (id: number, token: string, options: object = {}) =>
    post(
      `/staff/imports/${id}/run`,
      { rows: "all", invite: false, language: "en", ...options },
      token,
    );
  const bring = async (text: string | Buffer, token: string, options: object = {}) =>
    run((await check(text, token)).id, token, options);
  return { page, send, check, run, bring };
};
const { send, check, run, bring } = tools(() => school);

const account = (username: string) =>
  school.database.read
    .selectFrom("account")
    .selectAll()
    .where("username", "=", username)
    .executeTakeFirst();

const coursesOf = async (username: string) =>
  school.database.read
    .selectFrom("subscription")
    .innerJoin("account", "account.id", "account_id")
    .select(["course_id", "sub_date", "exp_date", "sub_months"])
    .where("username", "=", username)
    .orderBy("course_id")
    .execute();

const namesIn = ({ rows }: ImportSummary) => rows.map(({ name }) => name);

const rowsOf = (result: ImportSummary) =>
  result.rows.map(({ row, kind, fields, errors }) => [
    row,
    kind,
    kind === "wrong" ? errors.map(({ column, problem }) => `${column} ${problem}`) : fields,
  ]);

describe("a table of people", () => {
  test("is checked row by row, and changes nothing by that", async () => {
    await school.add({ username: "dora", email: "dora@thimble.example" });
    const { job, result } = await check(
      [
        "Benutzername;E-Mail;Vorname;Stufe;Kurse;Bis",
        "dora;;Dora;;PMB;30.06.2027",
        "nina;nina@thimble.example;Nina;Lehrerin;;",
        ";dora@thimble.example;;;;",
        "emil;kein-at;Emil;11a;XYZ;31.02.2027",
        "",
        ";;Nobody;;;",
      ].join("\r\n"),
      manager,
    );
    expect(job).toMatchObject({ state: "done", done: 5, total: 5 });
    expect(result.columns).toEqual([
      ...["username", "email", "first_name", "level", "courses", "until"],
    ]);
    expect(result.counts).toEqual({ add: 1, change: 1, same: 0, wrong: 3 });
    expect(rowsOf(result)).toEqual([
      [2, "change", ["first_name", "courses"]],
      [3, "add", ["username", "email", "first_name", "level"]],
      [4, "wrong", ["email twice"]],
      [
        5,
        "wrong",
        ["email bad-email", "level bad-level", "courses unknown-course", "until bad-date"],
      ],
      [7, "wrong", ["username nobody"]],
    ]);
    expect(await account("nina")).toBeUndefined();
  });

  test("adds people with courses, days and languages, invites them once, and records it", async () => {
    const { job, result } = await bring(
      [
        "username,email,first name,last name,level,language,last day,courses,from,until,months,teaches",
        "ina,ina@thimble.example,Ina,Öz,10,Deutsch,2027-12-31,,,,,PMB; SWB",
        '"jo",jo@thimble.example,=1+1,"O\'Neil",,he,,PMB; SWB,2026-12-01; 2027-01-01,never; ,; 6,',
      ].join("\n"),
      administrator,
      { invite: true },
    );
    expect(job.state).toBe("done");
    expect(result.counts).toEqual({ add: 2, change: 0, same: 0, wrong: 0 });
    expect(await account("ina")).toMatchObject({
      ...{ first_name: "Ina", last_name: "Öz", level: 10, expire: "2028-01-31", password: "" },
    });
    expect(await account("jo")).toMatchObject({ first_name: "=1+1", last_name: "O'Neil" });
    expect(await coursesOf("jo")).toEqual([
      { course_id: PMB, sub_date: "2026-12-01", exp_date: null, sub_months: null },
      { course_id: SWB, sub_date: "2027-01-01", exp_date: "2027-07-01", sub_months: 6 },
    ]);
    const mails = await school.database.read
      .selectFrom("link_mail")
      .innerJoin("account", "account.id", "account_id")
      .select(["username", "purpose"])
      .where("username", "in", ["ina", "jo"])
      .orderBy("username")
      .execute();
    expect(mails).toEqual([
      { username: "ina", purpose: "invitation" },
      { username: "jo", purpose: "invitation" },
    ]);
    const audit = await school.database.read
      .selectFrom("audit")
      .select(["action", "actor_name", "details"])
      .where("subject_name", "=", "ina")
      .orderBy("id")
      .execute();
    expect(audit.map(({ action, actor_name }) => `${actor_name} ${action}`)).toEqual([
      "ada added",
      "ada invited",
    ]);
    expect(JSON.parse(audit[0]?.details ?? "")).toEqual({
      ...{ level: 10, last_day: "2027-12-31", teaches: [[], ["PMB", "SWB"]] },
    });
  });

  test("changes what a row has, and takes nothing away that it leaves empty", async () => {
    const courses = [{ course: PMB }];
    await school.add({
      username: "kai",
      email: "kai@thimble.example",
      level: 10,
      courses,
      teaches: [PMB],
    });
    const { result } = await bring(
      "username,email,first name,last name,level,courses,until,teaches\n" +
        "KAI,kai@new.example,,Neu,,SWB,2027-03-01,SWB\n",
      manager,
    );
    expect(rowsOf(result)).toEqual([
      [2, "change", ["username", "email", "last_name", "courses", "teaches"]],
    ]);
    const kai = await account("KAI");
    expect(kai).toMatchObject({
      ...{ email_key: "kai@new.example", first_name: "Noa", last_name: "Neu" },
      search_text: expect.stringMatching(/^noa neu\n/),
    });
    expect((await coursesOf("KAI")).map(({ course_id }) => course_id)).toEqual([PMB, SWB]);
    const taught = school.database.read.selectFrom("teaches").select("course_id");
    expect(
      await taught.where("account_id", "=", Number(kai?.id)).orderBy("course_id").execute(),
    ).toEqual([{ course_id: PMB }, { course_id: SWB }]);
  });

  it.each(["csv", "xlsx"])(
    "that was exported as %s is imported again without a change",
    async (format) => {
      const own = await openSchool();
      const { check: checkAgain } = tools(() => own);
      const boss = await own.token(await own.add({ level: 100 }));
      const courses = [{ course: PMB }, { course: SWB, expDate: null, subDate: null }];
      await own.add({ username: "=cmd", email: "+a@thimble.example", courses });
      await own.add({
        username: "'@lea",
        level: 10,
        teaches: [PMB, SWB],
        email: "lea@thimble.example",
      });
      await own.add({ level: 10, teaches: "all" });
      await own.database.write(async (db) => {
        await db
          .updateTable("account")
          .set({ first_name: "-5", last_name: "נועה; Öz", expire: "2027-02-28" })
          .where("username", "=", "=cmd")
          .execute();
      });
      // The titles of the columns are the same in both formats.
      for (const language of format === "csv" ? LANGUAGES : ["he"]) {
        const table = await own.call(`/staff/people-table?format=${format}&language=${language}`, {
          token: boss,
        });
        expect(table.status).toBe(200);
        const { result } = await checkAgain(table.bytes, boss);
        expect([language, result.counts]).toEqual([
          language,
          { add: 0, change: 0, same: 4, wrong: 0 },
        ]);
        expect(result.columns).not.toContain(null);
      }
      const one = await own.call(`/staff/people-table?search=lea`, { token: boss });
      expect(one.text.trim().split("\r\n")).toHaveLength(2);
    },
  );

  it("gives the rows that are wrong as a file with the separator of the table, which is imported once it is mended", async () => {
    const { id } = await check(
      "Nutzername;Mail;Kurse\r\nmia;mia@thimble.example;PMB\r\n=max;max@thimble.example;PMX\r\n",
      manager,
    );
    const all = await run(id, manager);
    expect(all.job).toMatchObject({ state: "failed", problem: "import/bad_rows" });
    expect(await account("mia")).toBeUndefined();
    const good = await run(id, manager, { rows: "good", language: "de" });
    expect(good.job.state).toBe("done");
    expect(good.result.counts).toMatchObject({ add: 1, wrong: 1 });
    expect(await account("mia")).toBeDefined();
    const rest = await school.call(good.file);
    expect(rest.headers["content-disposition"]).toContain("people-rest.csv");
    expect(rest.text).toBe(
      "\ufeffNutzername;Mail;Kurse;Fehler\r\n'=max;max@thimble.example;PMX;Kurse: Es gibt keinen Kurs „PMX“.\r\n",
    );
    const mended = await bring(rest.text.replace(";PMX;", ";PMS;"), manager);
    expect(mended.result.counts).toEqual({ add: 1, change: 0, same: 0, wrong: 0 });
    expect(await coursesOf("=max")).toHaveLength(1);
    const again = await bring(rest.text.replace(";PMX;", ";PMY;"), manager, { rows: "good" });
    expect((await school.call(again.file)).text.split("\r\n")[0]).toMatch(/Error$/);
  });

  test("is refused row by row where it goes beyond the rights of whoever brings it", async () => {
    await school.add({ username: "vera", email: "vera@thimble.example", level: 100 });
    const { result } = await check(
      [
        "username,email,level,first name",
        "neu1,neu1@thimble.example,100,",
        "vera,,,Other",
        "vera,,100,Noa",
        "neu2,VERA@thimble.example,,",
        "neu3,neu3@thimble.example,20,",
        "NEU3,other@thimble.example,,",
        "neu4,neu3@thimble.example,,",
        "mona,,10,",
      ].join("\n"),
      manager,
    );
    expect(rowsOf(result)).toEqual([
      [2, "wrong", ["level level-too-high"]],
      [3, "wrong", ["level above"]],
      [4, "same", []],
      [5, "wrong", ["email email-taken"]],
      [6, "add", ["username", "email", "level"]],
      [7, "wrong", ["username twice"]],
      [8, "wrong", ["email twice"]],
      [9, "change", ["level"]],
    ]);
  });

  test("cannot lower the last administrators, all at once or one by one", async () => {
    const own = await openSchool();
    const { check: checkIn, bring: bringIn } = tools(() => own);
    const one = await own.add({ username: "one", level: 100 });
    const two = await own.add({ username: "two", level: 100 });
    const token = await own.token(one);
    const both = await checkIn("username,level\none,20\ntwo,0\n", token);
    expect(rowsOf(both.result)).toEqual([
      [2, "change", ["level"]],
      [3, "wrong", ["level last-administrator"]],
    ]);
    expect((await bringIn("username,level\ntwo,20\n", token)).job.state).toBe("done");
    const row = own.database.read.selectFrom("account").select("level").where("id", "=", two.id);
    expect(await row.executeTakeFirst()).toEqual({ level: 20 });
    const last = await checkIn("username,level\none,20\n", token);
    expect(last.result.counts).toMatchObject({ wrong: 1 });
  });

  test("cannot end the last administrator, and one whose account has ended is none", async () => {
    const own = await openSchool();
    const { check: checkIn, bring: bringIn } = tools(() => own);
    const token = await own.token(await own.add({ username: "one", level: 100 }));
    await own.add({ username: "two", level: 100 });
    const ended = await bringIn("username,last day\ntwo,2026-11-17\n", token);
    expect(ended.job.state).toBe("done");
    const { result } = await checkIn("username,level,last day\none,,2026-11-17\n", token);
    expect(rowsOf(result)).toEqual([[2, "wrong", ["last_day last-administrator"]]]);
    const lowered = await checkIn("username,level\none,20\n", token);
    expect(rowsOf(lowered.result)).toEqual([[2, "wrong", ["level last-administrator"]]]);
  });

  test("lowers an administrator who is blocked", async () => {
    const own = await openSchool();
    const { bring: bringIn } = tools(() => own);
    const token = await own.token(await own.add({ level: 100 }));
    const { id } = await own.add({ username: "gone", level: 100 });
    await own.changeAccount(id, { blocked: own.now });
    const { job } = await bringIn("username,level\ngone,0\n", token);
    expect(job).toMatchObject({ state: "done", problem: "" });
  });

  it("has its columns, separator, encoding and order of dates as they are chosen, and remembers columns", async () => {
    const own = await openSchool();
    const { check: checkIn, run: runIn } = tools(() => own);
    const token = await own.token(await own.add({ level: 20 }));
    const text = Buffer.from(
      "Wer;Post;Bis\nlu|s;luis@thimble.example;03/04/2027\n".replace("|", "í"),
      "latin1",
    );
    const guessed = await checkIn(text, token);
    expect(guessed.job).toMatchObject({ state: "failed", problem: "import/no_names" });
    expect(guessed.result).toMatchObject({
      encoding: "windows-1252",
      separator: ";",
      date_order: null,
    });
    expect(guessed.result.titles).toEqual(["Wer", "Post", "Bis"]);
    const columns = ["username", "email", "last_day"];
    const asked = await checkIn(text, token, { columns });
    expect(rowsOf(asked.result)).toEqual([[2, "wrong", ["last_day ambiguous-date"]]]);
    const chosen = await checkIn(text, token, { columns, date_order: "day-first" });
    expect(chosen.result.counts).toMatchObject({ add: 1 });
    expect((await runIn(chosen.id, token)).job.state).toBe("done");
    const row = own.database.read.selectFrom("account").select("expire");
    expect(await row.where("username", "=", "luís").executeTakeFirst()).toEqual({
      expire: "2027-05-03",
    });
    expect((await checkIn(text, token)).result.columns).toEqual(columns);
  });

  it("is read from the first visible sheet, and what is hidden is left out and named", async () => {
    const row = (name: string) => [`${name}@thimble.example`, name];
    const file = await workbook([
      { name: "2025", isHidden: true, rows: [["Email", "First name"], row("old")] },
      {
        name: "Group A",
        rows: [["Our autumn"], ["Email", "First name"], row("ga"), row("filtered")],
        hidden: [4],
      },
      { name: "Group B", rows: [["Email", "First name"], row("gb")] },
    ]);
    const first = await check(file, manager);
    expect(first.result).toMatchObject({
      sheets: [
        { name: "2025", hidden: true },
        { name: "Group A", hidden: false },
        { name: "Group B", hidden: false },
      ],
      ...{ sheet: "Group A", titles_row: 2, hidden_rows: [4], hidden_more: false },
      heads: [{ row: 1, cells: ["Our autumn"] }, { row: 2 }, { row: 3 }],
      ...{ titles: ["Email", "First name"], columns: ["email", "first_name"] },
    });
    expect(namesIn(first.result)).toEqual(["ga@thimble.example"]);
    const second = await check(file, manager, { sheet: "Group B" });
    expect(namesIn(second.result)).toEqual(["gb@thimble.example"]);
    const other = await check(file, manager, { sheet: "Group A", titles_row: 1 });
    expect(other.job.problem).toBe("import/no_names");
    expect(other.result).toMatchObject({ titles_row: 1, titles: ["Our autumn"] });
  });

  it("whose letters look wrong is asked about, row by row, and taken once they are right", async () => {
    const text = "E-Mail;Vorname\nrene@thimble.example;Ren\u017d\n\u200bzo@thimble.example;Zo\n";
    const asked = await check(text, manager);
    expect(rowsOf(asked.result)).toEqual([
      [2, "wrong", ["first_name odd-letters"]],
      [3, "add", ["email", "first_name"]],
    ]);
    expect(asked.result.rows[1]?.name).toBe("zo@thimble.example");
    const right = await check(text, manager, { odd_letters: true });
    expect(right.result).toMatchObject({ odd_letters: true, counts: { add: 2, wrong: 0 } });
  });

  it.each([
    ["", 422],
    [Buffer.alloc(33 * 1024 * 1024, "a"), 413],
  ])("that is empty or too large is not taken (%#)", async (body, status) => {
    const parts = [{ name: "file", fileName: "a.csv", body: Buffer.from(body) }];
    expect((await school.call("/staff/imports", formRequest(manager, parts))).status).toBe(status);
  });

  it.each([
    ["with a password", { password: "x" }, "<worksheet/>", "table/encrypted"],
    ["that nests elements without end", {}, "<a>".repeat(1_000_000), "table/too_large"],
  ])(
    "that is a workbook %s is refused, and the next table is checked",
    async (_, how, sheet, code) => {
      const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...how });
      const parts = {
        "xl/workbook.xml": '<w xmlns:r="r"><sheet name="a" r:id="r1"/></w>',
        "xl/_rels/workbook.xml.rels": '<r><Relationship Id="r1" Target="a.xml"/></r>',
        "xl/a.xml": sheet,
      };
      for (const [name, text] of Object.entries(parts)) await zip.add(name, new TextReader(text));
      const { job } = await check(Buffer.from(await zip.close()), manager);
      expect(job).toMatchObject({ state: "failed", problem: code });
      const next = await check("username,email\nn1,n1@thimble.example\n", manager);
      expect(next.result.counts).toMatchObject({ add: 1 });
    },
  );

  it("that is none says why, and nothing is left of hostile cells", async () => {
    const wide = await check(`username\n${",x".repeat(10_000)}\n`, manager);
    expect(wide.job.problem).toBe("table/too_many_columns");
    expect(wide.result).toEqual({ row: 2 });
    const cells = [
      ["a\0b", "nul@thimble.example", ""],
      ["\u200b", "hidden@thimble.example", ""],
      ["a".repeat(300), "long@thimble.example", ""],
      ["ok1", "two@at@thimble.example", ""],
      ["ok2", "ok2@thimble.example", "x".repeat(501)],
      ["ok3", "ok3@thimble.example", "'; drop table account; --"],
      ["ok4", "ok4@thimble.example", `${"ש".repeat(249)} ${"a".repeat(250)}`],
    ];
    const { result } = await check(
      `username\temail\tfirst name\n${cells.map((row) => row.join("\t")).join("\n")}\n`,
      manager,
    );
    expect(rowsOf(result)).toEqual([
      [2, "wrong", ["username control"]],
      [3, "wrong", ["username bad-username"]],
      [4, "wrong", ["username too-long"]],
      [5, "wrong", ["email bad-email"]],
      [6, "wrong", ["first_name too-long"]],
      [7, "add", ["username", "email", "first_name"]],
      [8, "add", ["username", "email", "first_name"]],
    ]);
  });

  it("of an administrator is not there for a manager", async () => {
    const id = await send("username,email\nzoe,zoe@thimble.example\n", administrator);
    for (const [path, json] of [
      ["check", {}],
      ["run", { rows: "all", invite: false, language: "en" }],
    ] as const) {
      const answer = await school.call(`/staff/imports/${id}/${path}`, { token: manager, json });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test("that two people import at once is there once, and each sees what of it is theirs", async () => {
    const own = await openSchool();
    const { check: checkIn, page } = tools(() => own);
    const other = await own.startAnother();
    try {
      const token = await own.token(await own.add({ level: 20 }));
      const lines = Array.from({ length: 300 }, (_, at) => `p${at},p${at}@thimble.example,PMB`);
      const { id } = await checkIn(["username,email,courses", ...lines].join("\n"), token);
      const json = { rows: "all", invite: false, language: "en" };
      const runs: number[] = [];
      for (let count = 0; count < 2; count += 1) {
        runs.push((await own.call(`/staff/imports/${id}/run`, { token, json })).json.id);
      }
      await Promise.all([own.server.runJobs(), other.runJobs()]);
      const pages = await Promise.all(runs.map((run) => page(run, token)));
      expect(pages.map(({ job }) => job.state)).toEqual(["done", "done"]);
      const counts = pages.map(({ result }) => result.counts);
      expect(counts.map(({ add, same }) => add + same)).toEqual([300, 300]);
      expect(counts.reduce((sum, { add }) => sum + add, 0)).toBe(300);
      const rows = await own.database.read
        .selectFrom("subscription")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      expect(Number(rows.count)).toBe(300);
    } finally {
      await other.close();
    }
  });

  const whileWriting = async (
    change: (own: TestSchool, manager: number) => Promise<unknown>,
    act?: (own: TestSchool, id: number, token: string) => Promise<unknown>,
  ) => {
    const own = await openSchool();
    const { check: checkIn, page } = tools(() => own);
    const person = await own.add({ level: 20 });
    const token = await own.token(person);
    const admin = await own.token(await own.add({ level: 100 }));
    const lines = Array.from({ length: LONG }, (_, at) => `p${at},p${at}@thimble.example,PMB`);
    const { id } = await checkIn(["username,email,courses", ...lines].join("\n"), token);
    const json = { rows: "all", invite: false, language: "en" };
    const run = (await own.call(`/staff/imports/${id}/run`, { token, json })).json.id;
    const jobs = own.server.runJobs();
    const people = async (db: Database["read"]) => {
      const { count } = await db
        .selectFrom("subscription")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    await vi.waitUntil(async () => (await people(own.database.read)) > 0, { interval: 5 });
    // A write comes between two parts.
    const before = await own.database.write(people);
    await act?.(own, run, token);
    await change(own, person.id);
    await jobs;
    return { ...(await page(run, admin)), before, after: await people(own.database.read) };
  };

  test("that is long lets the writes of others come between, and goes on though it is to stop", async () => {
    const { job, result, before, after } = await whileWriting(
      async () => {},
      async (own, id, token) => {
        const { json } = await own.call(`/staff/jobs/${id}/stop`, { token, method: "POST" });
        expect(json.job).toMatchObject({ state: "running", stoppable: false });
      },
    );
    expect(before).toBeLessThan(LONG);
    expect(job).toMatchObject({ state: "done", done: LONG, total: LONG });
    expect([after, result.counts]).toEqual([LONG, { add: LONG, change: 0, same: 0, wrong: 0 }]);
  });

  test("that is long leaves out whose address somebody else has got meanwhile, and names them", async () => {
    const name = `p${LONG - 1}`;
    const { result, file, after } = await whileWriting((own) =>
      own.add({ email: `${name}@thimble.example` }),
    );
    expect(after).toBe(LONG - 1);
    expect(result.counts).toEqual({ add: LONG - 1, change: 0, same: 0, wrong: 1 });
    expect(result.rows.filter(({ kind }: ImportedRow) => kind === "wrong")).toMatchObject([
      { name },
    ]);
    expect(file).not.toBe("");
  });

  test("that is long ends where whoever brings it has lost the right to, and says what was written", async () => {
    const { job, result, after } = await whileWriting((own, id) =>
      own.changeAccount(id, { level: 0 }),
    );
    expect(job).toMatchObject({ state: "failed", problem: "import/not_allowed" });
    expect(after).toBeLessThan(LONG);
    expect(result.counts.add).toBe(after);
  });

  it("is not in the zip about the person who has brought it", async () => {
    const person = await school.add({ level: 20 });
    const token = await school.token(person);
    await check("username,email\nforeign,foreign@thimble.example\n", token);
    const { bytes } = await school.call(`/staff/people/${person.id}/zip`, { token });
    const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)])));
    const jobs = (await zip.getEntries()).find(({ filename }) => filename === "job.json");
    const text = jobs && !jobs.directory ? await jobs.getData(new TextWriter()) : "";
    expect(text).toContain("people.csv");
    expect(text).not.toContain("foreign");
    await zip.close();
  });

  it("goes with its job a week later", async () => {
    const own = await openSchool();
    const { send: sendTo } = tools(() => own);
    const token = await own.token(await own.add({ level: 20 }));
    const id = await sendTo("username\na\n", token);
    await own.server.runJobs();
    own.now = Math.max(own.now, Date.now()) + 8 * DAY;
    await own.server.cleanUp();
    expect(await own.sentFiles()).toEqual([]);
    const json = { rows: "all", invite: false, language: "en" };
    expect((await own.call(`/staff/imports/${id}/run`, { token, json })).status).toBe(404);
  });
});
