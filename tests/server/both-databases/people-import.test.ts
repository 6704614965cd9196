import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ImportedRow, ImportSummary } from "../../../src/contract/staff-import.ts";
import { LANGUAGES } from "../../../src/domain/languages.ts";
import type { Database } from "../../../src/server/db/open-database.ts";
import { formRequest } from "../support/form.ts";
import { it } from "../support/on-sqlite.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { DAY, openSchool, PMB, SWB, type TestSchool } from "../support/test-school.ts";
import { unzipped } from "../support/unzipped.ts";
import { workbook } from "../support/workbook.ts";

/** So many rows are written in four parts. */
const LONG = 600;

const school = openSchool.shared();
const manager = sharedPerson(school, { username: "mona", level: 20 });
const administrator = sharedPerson(school, { username: "ada", level: 100 });
sharedPerson(school, { username: "boss", level: 100 });

/** What somebody of a school's staff does with tables. */
const importer = (at: TestSchool, who: { token: string }) => {
  const post = (path: string, json: object) =>
    at.call(`/staff/imports/${path}`, { token: who.token, json });
  const page = async (id: number, token = who.token) => {
    await at.server.runJobs();
    const { json } = await at.call(`/staff/jobs/${id}`, { token });
    return { ...json, result: json.result && (JSON.parse(json.result) as ImportSummary) };
  };
  const send = async (text: string | Buffer) => {
    const file = { name: "file", fileName: "people.csv", body: Buffer.from(text) };
    const answer = await at.call("/staff/imports", formRequest(who.token, [file]));
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"id"')]);
    return answer.json.id as number;
  };
  const order = async (id: number, options: object = {}): Promise<number> =>
    (await post(`${id}/run`, { ...RUN, ...options })).json.id;
  /** @param reading how it is to be read, which is asked for in a second call */
  const check = async (text: string | Buffer, reading?: object) => {
    const sent = await send(text);
    const first = await page(sent);
    if (!reading) return { id: sent, ...first };
    const id: number = (await post(`${sent}/check`, reading)).json.id;
    return { id, ...(await page(id)) };
  };
  const run = async (id: number, options?: object) => page(await order(id, options));
  const bring = async (text: string | Buffer, options?: object) =>
    run((await check(text)).id, options);
  return { post, page, send, order, check, run, bring };
};
const { check, run, bring, post } = importer(school, manager);
const ofAdministrator = importer(school, administrator);

/** A school of one test, and somebody of its staff who brings tables. */
const openOwn = async (level = 20) => {
  const own = await openSchool();
  const { id, token } = await own.signedIn({ username: "one", level });
  return { own, id, token, ...importer(own, { token }) };
};

const subscriptions = async (db: Database["read"]) =>
  (await db.selectFrom("subscription").select("account_id").execute()).length;

const tableOf = (length: number) => {
  const lines = Array.from({ length }, (_, at) => `p${at},p${at}@thimble.example,PMB`);
  return ["username,email,courses", ...lines].join("\n");
};

const RUN = { rows: "all", invite: false, language: "en" };

const account = async (username: string) => (await school.rows("account", { username }))[0];

/** What somebody has in another table, by course. */
const coursesOf = async (username: string, table: "subscription" | "teaches" = "subscription") => {
  const account_id = (await account(username))?.id ?? 0;
  return (await school.rows(table, { account_id })).toSorted((a, b) => a.course_id - b.course_id);
};

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
    );
    expect(job).toMatchObject({ state: "done", done: 5, total: 5 });
    expect(result.columns).toEqual([
      ...["username", "email", "first_name", "level", "courses", "until"],
    ]);
    expect(result.counts).toEqual({ add: 1, change: 1, same: 0, wrong: 3 });
    const BAD = ["email bad-email", "level bad-level", "courses unknown-course", "until bad-date"];
    expect(rowsOf(result)).toEqual([
      [2, "change", ["first_name", "courses"]],
      [3, "add", ["username", "email", "first_name", "level"]],
      [4, "wrong", ["email twice"]],
      [5, "wrong", BAD],
      [7, "wrong", ["username nobody"]],
    ]);
    expect(await account("nina")).toBeUndefined();
  });

  test("adds people with courses, days and languages, invites them once, and records it", async () => {
    const { job, result } = await ofAdministrator.bring(
      [
        "username,email,first name,last name,level,language,last day,courses,from,until,months,teaches",
        "ina,ina@thimble.example,Ina,Öz,10,Deutsch,2027-12-31,,,,,PMB; SWB",
        '"jo",jo@thimble.example,=1+1,"O\'Neil",,he,,PMB; SWB,2026-12-01; 2027-01-01,never; ,; 6,',
      ].join("\n"),
      { invite: true },
    );
    expect(job.state).toBe("done");
    expect(result.counts).toEqual({ add: 2, change: 0, same: 0, wrong: 0 });
    expect(await account("ina")).toMatchObject({
      ...{ first_name: "Ina", last_name: "Öz", level: 10, expire: "2028-01-31", password: "" },
    });
    expect(await account("jo")).toMatchObject({ first_name: "=1+1", last_name: "O'Neil" });
    expect(await coursesOf("jo")).toMatchObject([
      { course_id: PMB, sub_date: "2026-12-01", exp_date: null, sub_months: null },
      { course_id: SWB, sub_date: "2027-01-01", exp_date: "2027-07-01", sub_months: 6 },
    ]);
    for (const username of ["ina", "jo"]) {
      const account_id = (await account(username))?.id ?? 0;
      expect((await school.row("link_mail", { account_id })).purpose).toBe("invitation");
    }
    const about = { subject_name: "ina", actor_name: "ada" } as const;
    const { details } = await school.row("audit", { ...about, action: "added" });
    expect(JSON.parse(details)).toEqual({
      ...{ level: 10, last_day: "2027-12-31", teaches: [[], ["PMB", "SWB"]] },
    });
    await school.row("audit", { ...about, action: "invited" });
  });

  test("changes what a row has, and takes nothing away that it leaves empty", async () => {
    await school.add({ username: "kai", level: 10, courses: [{ course: PMB }], teaches: [PMB] });
    const titles = "username,email,first name,last name,level,courses,until,teaches";
    const { result } = await bring(`${titles}\nKAI,kai@new.example,,Neu,,SWB,2027-03-01,SWB\n`);
    const changed = ["username", "email", "last_name", "courses", "teaches"];
    expect(rowsOf(result)).toEqual([[2, "change", changed]]);
    expect(await account("KAI")).toMatchObject({
      ...{ email_key: "kai@new.example", first_name: "Noa", last_name: "Neu" },
      search_text: expect.stringMatching(/^noa neu\n/),
    });
    for (const table of ["subscription", "teaches"] as const) {
      const courses = (await coursesOf("KAI", table)).map(({ course_id }) => course_id);
      expect([table, courses]).toEqual([table, [PMB, SWB]]);
    }
  });

  it.each(["csv", "xlsx"])(
    "that was exported as %s is imported again without a change",
    async (format) => {
      const { own, token, check: checkAgain } = await openOwn(100);
      const courses = [{ course: PMB }, { course: SWB, expDate: null, subDate: null }];
      const { id } = await own.add({ username: "=cmd", email: "+a@thimble.example", courses });
      const names = { first_name: "-5", last_name: "נועה; Öz" };
      await own.changeAccount(id, { ...names, expire: "2027-02-28" });
      await own.add({ username: "'@lea", email: "lea@thimble.example", level: 10, teaches: [PMB] });
      await own.add({ level: 10, teaches: "all" });
      const table = (query: string) => own.call(`/staff/people-table?${query}`, { token });
      // The titles of the columns are the same in both formats.
      for (const language of format === "csv" ? LANGUAGES : ["he"]) {
        const { bytes } = await table(`format=${format}&language=${language}`);
        const { result } = await checkAgain(bytes);
        const counts = { add: 0, change: 0, same: 4, wrong: 0 };
        expect([language, result.counts]).toEqual([language, counts]);
        expect(result.columns).not.toContain(null);
      }
      expect((await table("search=lea")).text.trim().split("\r\n")).toHaveLength(2);
    },
  );

  it("gives the rows that are wrong as a file with the separator of the table, which is imported once it is mended", async () => {
    const { id } = await check(
      "Nutzername;Mail;Kurse\r\nmia;mia@thimble.example;PMB\r\n=max;max@thimble.example;PMX\r\n",
    );
    const all = await run(id);
    expect(all.job).toMatchObject({ state: "failed", problem: "import/bad_rows" });
    expect(await account("mia")).toBeUndefined();
    const good = await run(id, { rows: "good", language: "de" });
    expect(good.job.state).toBe("done");
    expect(good.result.counts).toMatchObject({ add: 1, wrong: 1 });
    expect(await account("mia")).toBeDefined();
    const rest = await school.call(good.file);
    expect(rest.headers["content-disposition"]).toContain("people-rest.csv");
    expect(rest.text).toBe(
      "\ufeffNutzername;Mail;Kurse;Fehler\r\n'=max;max@thimble.example;PMX;Kurse: Es gibt keinen Kurs „PMX“.\r\n",
    );
    const mended = await bring(rest.text.replace(";PMX;", ";PMS;"));
    expect(mended.result.counts).toEqual({ add: 1, change: 0, same: 0, wrong: 0 });
    expect(await coursesOf("=max")).toHaveLength(1);
    const again = await bring(rest.text.replace(";PMX;", ";PMY;"), { rows: "good" });
    expect((await school.call(again.file)).text.split("\r\n")[0]).toMatch(/Error$/);
  });

  test("is refused row by row where it goes beyond the rights of whoever brings it", async () => {
    await school.add({ username: "vera", email: "vera@thimble.example", level: 100 });
    const rows: [line: string, kind: string, said: string[]][] = [
      ["neu1,neu1@thimble.example,100,", "wrong", ["level level-too-high"]],
      ["vera,,,Other", "wrong", ["level above"]],
      ["vera,,100,Noa", "same", []],
      ["neu2,VERA@thimble.example,,", "wrong", ["email email-taken"]],
      ["neu3,neu3@thimble.example,20,", "add", ["username", "email", "level"]],
      ["NEU3,other@thimble.example,,", "wrong", ["username twice"]],
      ["neu4,neu3@thimble.example,,", "wrong", ["email twice"]],
      ["mona,,10,", "change", ["level"]],
    ];
    const lines = rows.map(([line]) => line).join("\n");
    const { result } = await check(`username,email,level,first name\n${lines}`);
    expect(rowsOf(result)).toEqual(rows.map(([, kind, said], at) => [at + 2, kind, said]));
  });

  test("cannot lower the last administrators, all at once or one by one", async () => {
    const { own, check: checkIn, bring: bringIn } = await openOwn(100);
    const two = await own.add({ username: "two", level: 100 });
    const blocked = await own.add({ username: "blocked", level: 100 });
    await own.changeAccount(blocked.id, { blocked: own.now });
    const both = await checkIn("username,level\none,20\ntwo,0\nblocked,0\n");
    expect(rowsOf(both.result)).toEqual([
      [2, "change", ["level"]],
      [3, "wrong", ["level last-administrator"]],
      [4, "change", ["level"]],
    ]);
    // One whose account has ended is none.
    expect((await bringIn("username,last day\ntwo,2026-11-17\n")).job.state).toBe("done");
    for (const [table, column] of [
      ["username,level\none,20\n", "level"],
      ["username,level,last day\none,,2026-11-17\n", "last_day"],
    ] as const) {
      const { result } = await checkIn(table);
      expect(rowsOf(result)).toEqual([[2, "wrong", [`${column} last-administrator`]]]);
    }
    expect((await bringIn("username,level\ntwo,20\nblocked,0\n")).job.state).toBe("done");
    expect((await own.row("account", { id: two.id })).level).toBe(20);
  });

  it("has its columns, separator, encoding and order of dates as they are chosen, and remembers columns", async () => {
    const { own, check: checkIn, run: runIn } = await openOwn();
    const text = Buffer.from("Wer;Post;Bis\nluís;luis@thimble.example;03/04/2027\n", "latin1");
    const guessed = await checkIn(text);
    expect(guessed.job).toMatchObject({ state: "failed", problem: "import/no_names" });
    expect(guessed.result).toMatchObject({
      ...{ encoding: "windows-1252", separator: ";", date_order: null },
      titles: ["Wer", "Post", "Bis"],
    });
    const columns = ["username", "email", "last_day"];
    const asked = await checkIn(text, { columns });
    expect(rowsOf(asked.result)).toEqual([[2, "wrong", ["last_day ambiguous-date"]]]);
    const chosen = await checkIn(text, { columns, date_order: "day-first" });
    expect((await runIn(chosen.id)).result.counts).toMatchObject({ add: 1 });
    expect((await own.row("account", { username: "luís" })).expire).toBe("2027-05-03");
    expect((await checkIn(text)).result.columns).toEqual(columns);
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
    const first = await check(file);
    expect(first.result).toMatchObject({
      sheets: [{ name: "2025", hidden: true }, { name: "Group A", hidden: false }, {}],
      ...{ sheet: "Group A", titles_row: 2, hidden_rows: [4], hidden_more: false },
      heads: [{ row: 1, cells: ["Our autumn"] }, { row: 2 }, { row: 3 }],
      ...{ titles: ["Email", "First name"], columns: ["email", "first_name"] },
    });
    expect(namesIn(first.result)).toEqual(["ga@thimble.example"]);
    const second = await check(file, { sheet: "Group B" });
    expect(namesIn(second.result)).toEqual(["gb@thimble.example"]);
    const other = await check(file, { sheet: "Group A", titles_row: 1 });
    expect(other.job.problem).toBe("import/no_names");
    expect(other.result).toMatchObject({ titles_row: 1, titles: ["Our autumn"] });
  });

  it("whose letters look wrong is asked about, row by row, and taken once they are right", async () => {
    const text = "E-Mail;Vorname\nrene@thimble.example;Ren\u017d\n\u200bzo@thimble.example;Zo\n";
    const asked = await check(text);
    expect(rowsOf(asked.result)).toEqual([
      [2, "wrong", ["first_name odd-letters"]],
      [3, "add", ["email", "first_name"]],
    ]);
    expect(asked.result.rows[1]?.name).toBe("zo@thimble.example");
    const right = await check(text, { odd_letters: true });
    expect(right.result).toMatchObject({ odd_letters: true, counts: { add: 2, wrong: 0 } });
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
      const { job } = await check(Buffer.from(await zip.close()));
      expect(job).toMatchObject({ state: "failed", problem: code });
      const next = await check("username,email\nn1,n1@thimble.example\n");
      expect(next.result.counts).toMatchObject({ add: 1 });
    },
  );

  it("that is none says why, and nothing is left of hostile cells", async () => {
    const wide = await check(`username\n${",x".repeat(10_000)}\n`);
    expect(wide.job.problem).toBe("table/too_many_columns");
    expect(wide.result).toEqual({ row: 2 });
    const added = ["username", "email", "first_name"];
    const cells: [kind: string, said: string[], ...row: string[]][] = [
      ["wrong", ["username control"], "a\0b", "nul@thimble.example", ""],
      ["wrong", ["username bad-username"], "\u200b", "hidden@thimble.example", ""],
      ["wrong", ["username too-long"], "a".repeat(300), "long@thimble.example", ""],
      ["wrong", ["email bad-email"], "ok1", "two@at@thimble.example", ""],
      ["wrong", ["first_name too-long"], "ok2", "ok2@thimble.example", "x".repeat(501)],
      ["add", added, "ok3", "ok3@thimble.example", "'; drop table account; --"],
      ["add", added, "ok4", "ok4@thimble.example", `${"ש".repeat(249)} ${"a".repeat(250)}`],
    ];
    const lines = cells.map(([, , ...row]) => row.join("\t"));
    const { result } = await check(`username\temail\tfirst name\n${lines.join("\n")}\n`);
    expect(rowsOf(result)).toEqual(cells.map(([kind, said], at) => [at + 2, kind, said]));
  });

  it("of an administrator is not there for a manager", async () => {
    const id = await ofAdministrator.send("username,email\nzoe,zoe@thimble.example\n");
    for (const path of ["check", "run"])
      expect((await post(`${id}/${path}`, RUN)).status).toBe(404);
  });

  test("that two people import at once is there once, and each sees what of it is theirs", async () => {
    const { own, check: checkIn, order, page } = await openOwn();
    const other = await own.startAnother();
    onTestFinished(() => other.close());
    const { id } = await checkIn(tableOf(300));
    const runs = [await order(id), await order(id)];
    await Promise.all([own.server.runJobs(), other.runJobs()]);
    const pages = await Promise.all(runs.map((run) => page(run)));
    expect(pages.map(({ job }) => job.state)).toEqual(["done", "done"]);
    const counts = pages.map(({ result }) => result.counts);
    expect(counts.map(({ add, same }) => add + same)).toEqual([300, 300]);
    expect(counts.reduce((sum, { add }) => sum + add, 0)).toBe(300);
    expect(await subscriptions(own.database.read)).toBe(300);
  });

  const whileWriting = async (
    act: (of: { own: TestSchool; id: number; token: string; run: number }) => Promise<unknown>,
  ) => {
    const { own, id: who, token, check: checkIn, order, page } = await openOwn();
    const admin = await own.token(await own.add({ level: 100 }));
    const { id } = await checkIn(tableOf(LONG));
    const run = await order(id);
    const jobs = own.server.runJobs();
    const { database } = own;
    await vi.waitUntil(async () => (await subscriptions(database.read)) > 0, { interval: 5 });
    // A write comes between two parts.
    const before = await database.write(subscriptions);
    await act({ own, id: who, token, run });
    await jobs;
    return { ...(await page(run, admin)), before, after: await subscriptions(database.read) };
  };

  test("that is long lets the writes of others come between, and goes on though it is to stop", async () => {
    const { job, result, before, after } = await whileWriting(async ({ own, run, token }) => {
      const { json } = await own.call(`/staff/jobs/${run}/stop`, { token, method: "POST" });
      expect(json.job).toMatchObject({ state: "running", stoppable: false });
    });
    expect(before).toBeLessThan(LONG);
    expect(job).toMatchObject({ state: "done", done: LONG, total: LONG });
    expect([after, result.counts]).toEqual([LONG, { add: LONG, change: 0, same: 0, wrong: 0 }]);
  });

  test("that is long leaves out whose address somebody else has got meanwhile, and names them", async () => {
    const name = `p${LONG - 1}`;
    const { result, file, after } = await whileWriting(({ own }) =>
      own.add({ email: `${name}@thimble.example` }),
    );
    expect(after).toBe(LONG - 1);
    expect(result.counts).toEqual({ add: LONG - 1, change: 0, same: 0, wrong: 1 });
    const wrong = result.rows.filter(({ kind }: ImportedRow) => kind === "wrong");
    expect(wrong).toMatchObject([{ name }]);
    expect(file).not.toBe("");
  });

  test("that is long ends where whoever brings it has lost the right to, and says what was written", async () => {
    const { job, result, after } = await whileWriting(({ own, id }) =>
      own.changeAccount(id, { level: 0 }),
    );
    expect(job).toMatchObject({ state: "failed", problem: "import/not_allowed" });
    expect(after).toBeLessThan(LONG);
    expect(result.counts.add).toBe(after);
  });

  it("is not in the zip about the person who has brought it", async () => {
    const { own, id, token, check: checkIn } = await openOwn();
    await checkIn("username,email\nforeign,foreign@thimble.example\n");
    const { bytes } = await own.call(`/staff/people/${id}/zip`, { token });
    const all = [...(await unzipped(bytes)).values()].join("");
    expect(all).toContain("people.csv");
    expect(all).not.toContain("foreign");
  });

  it("goes with its job a week later", async () => {
    const { own, send, post: postIn } = await openOwn();
    const id = await send("username\na\n");
    await own.server.runJobs();
    own.now = Math.max(own.now, Date.now()) + 8 * DAY;
    await own.server.cleanUp();
    expect(await own.sentFiles()).toEqual([]);
    expect((await postIn(`${id}/run`, RUN)).status).toBe(404);
  });
});
