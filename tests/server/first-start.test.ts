import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { startPostgres } from "./support/postgres-cluster.ts";
import { runCli } from "./support/run-cli.ts";
import { runInProcess, runWithInput } from "./support/run-in-process.ts";
import { startServerProcess } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { DAY, TestSchool } from "./support/test-school.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

const FIELDS = {
  name: "Fadenlauf & Söhne",
  address: "https://learn.fadenlauf.example",
  admin: "Ada",
  email: "ada@fadenlauf.example",
  password: "a fine new seam",
  repeat: "a fine new seam",
  course: "empty",
};

describe.each(["SQLite", "PostgreSQL"])("the first start of a school on %s", (kind) => {
  const tested = kind === "PostgreSQL" && !cluster ? test.skip : test;

  /** A school without content and accounts, and the path of its link. */
  const openNew = async () => {
    const databaseUrl = kind === "PostgreSQL" ? await cluster?.createDatabase() : undefined;
    const school = new TestSchool();
    onTestFinished(() => school.close());
    await school.open({ databaseUrl }, temporaryFolder());
    const link = (await school.server.startLink()) ?? "";
    return { school, path: new URL(link).pathname.replace("/api", "") };
  };
  const send = (
    school: TestSchool,
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    school.call(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });
  const accounts = ({ database }: TestSchool) =>
    database.read.selectFrom("account").select(["username", "level"]).execute();

  tested("the printed link sets up a school in which its administrator signs in", async () => {
    const { school, path } = await openNew();
    const page = await school.call(path, { headers: { "Accept-Language": "de-AT,de;q=0.9" } });
    expect([page.status, page.text.includes("Ihre Schule einrichten")]).toEqual([200, true]);
    const done = await send(school, path, FIELDS, { Origin: school.url });
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('role="status"')]);
    const answer = await school.login("ada", FIELDS.password);
    expect(answer.json.user).toMatchObject({
      level: 100,
      Organization: { name: FIELDS.name, email: FIELDS.email },
    });
    const { cds } = (await school.call("/products", { token: answer.json.token })).json;
    expect(cds).toMatchObject([{ cd: "FIRST" }]);
    const { out } = await runInProcess(["settings", "list", "--json"], school.variables);
    expect(JSON.parse(out)[0]).toMatchObject({ name: "PUBLIC_URL", value: FIELDS.address });
    const records = await school.database.read.selectFrom("audit").selectAll().execute();
    expect(records.map((record) => [record.actor, record.action, record.kind])).toEqual([
      ["school", "imported", "content"],
      ["school", "changed", "setting"],
      ["school", "added", "person"],
    ]);
  });

  tested(
    "a link is dead once it has been used, guessed, is a day old, or somebody has an account",
    async () => {
      const { school, path } = await openNew();
      const dead = async (at: string) => [
        (await school.call(at)).status,
        (await send(school, at, FIELDS)).status,
      ];
      expect(await dead(`${path}x`)).toEqual([404, 404]);
      expect(await dead("/first-start/0")).toEqual([404, 404]);
      school.now += DAY;
      expect(await dead(path)).toEqual([404, 404]);
      school.now -= DAY;
      const other = new URL((await school.server.startLink()) ?? "").pathname.replace("/api", "");
      expect((await send(school, path, FIELDS)).status).toBe(200);
      expect([await dead(path), await dead(other)]).toEqual([
        [404, 404],
        [404, 404],
      ]);
      expect(await school.server.startLink()).toBeNull();
      expect(await accounts(school)).toEqual([{ username: "Ada", level: 100 }]);
    },
  );

  tested("of two who send the form at once, one becomes the administrator", async () => {
    const { school, path } = await openNew();
    const other = new URL((await school.server.startLink()) ?? "").pathname.replace("/api", "");
    const answers = await Promise.all(
      [path, other, path, other].map((at, number) =>
        send(school, at, { ...FIELDS, admin: `ada-${number}`, email: `a${number}@thread.example` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect(await accounts(school)).toHaveLength(1);
  });

  tested("what is wrong in the form is said at its field, and the link still works", async () => {
    const { school, path } = await openNew();
    const wrong = await send(school, path, {
      ...{ name: "<b>Seam</b>", address: "ftp://seam", mail: "seam", admin: " ", email: "ada" },
      ...{ password: "12345678", repeat: "123456789" },
    });
    expect(wrong.status).toBe(422);
    for (const field of ["admin", "email", "password", "repeat"]) {
      expect(wrong.text).toContain(`id="${field}-problem"`);
    }
    expect(wrong.text).toContain("&lt;b&gt;Seam");
    expect(wrong.text).not.toContain("12345678");
    const refused = await send(school, path, { ...FIELDS, address: "ftp://seam" });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining("PUBLIC_URL must be"),
    ]);
    expect(await accounts(school)).toEqual([]);
    expect((await send(school, path, FIELDS)).status).toBe(200);
  });

  tested.each<Record<string, string>>([
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ])("a form that another site sends sets up nothing: %j", async (headers) => {
    const { school, path } = await openNew();
    expect((await send(school, path, FIELDS, headers)).status).toBe(422);
    expect(await accounts(school)).toEqual([]);
  });

  tested("the command init sets up a school, and refuses to do it twice", async () => {
    const databaseUrl = kind === "PostgreSQL" ? await cluster?.createDatabase() : undefined;
    const variables = {
      DATA_DIR: temporaryFolder(),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    const words = [
      ...["init", "--name", "Seam", "--email", "ada@seam.example", "--language", "he", "--sample"],
      ...["--smtp", "smtp://mail.seam.example", "--password-stdin", "--json"],
    ];
    const ran = await runWithInput(words, variables, "a fine new seam\n");
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(JSON.parse(ran.out)).toMatchObject({
      ...{ name: "Seam", admin: "admin", languages: ["en", "he", "de", "fr", "el"] },
      publicKey: expect.stringMatching(/^[\w-]{100,}$/),
    });
    const again = await runWithInput(words, variables, "a fine new seam\n");
    expect([again.code, again.out]).toEqual([1, ""]);
    expect(again.err).toContain("This school has been set up");
    const doctor = JSON.parse((await runInProcess(["doctor", "--json"], variables)).out);
    expect(JSON.stringify(doctor)).not.toContain("content-missing");
  });
});

test("init asks a person at a terminal for what no option says", async () => {
  const variables = { DATA_DIR: temporaryFolder() };
  const typed = "Seam\nde he\n\n\nada\nada@seam.example\nempty\na fine new seam\n";
  const { code, out, err } = await runInProcess(["init"], variables, typed);
  expect([code, out]).toEqual([
    0,
    'The school "Seam" is ready. Serve it with `npm run school -- serve`, and sign in as ada.\n',
  ]);
  expect(err).toContain("Name of the school: ");
});

test.each([
  [["--name", "Seam"], "init needs --name"],
  [["--name", "Seam", "--email", "a@b.example", "--sample", "--empty"], "not both"],
  [["--name", "Seam", "--email", "a@b.example", "--empty", "--language", "xx"], "no language"],
  [["--name", "Seam", "--email", "ada", "--empty"], "email address must be"],
  [["--name", "", "--email", "a@b.example", "--empty"], "The name is missing"],
  [["--name", "S", "--email", "a@b.example", "--empty", "--address", "x"], "PUBLIC_URL must be"],
])("init refuses what cannot be meant, and leaves the school new: %j", async (words, said) => {
  const variables = { DATA_DIR: temporaryFolder() };
  const ran = await runWithInput(["init", ...words], variables, "a fine new seam\n");
  expect(ran.code).toBeGreaterThan(0);
  expect(ran.err).toContain(said);
  const whole = ["init", "--name", "Seam", "--email", "a@b.example", "--empty"];
  expect((await runWithInput(whole, variables, "a fine new seam\n")).code).toBe(0);
});

test("a server of a new school prints its link, and one with an administrator prints none", async () => {
  const variables = { DATA_DIR: temporaryFolder(), LOG_LEVEL: "info" };
  const start = (until: RegExp) =>
    startServerProcess(
      ["src/server/cli.ts", "serve"],
      variables,
      (text) => until.exec(text)?.[1] ?? null,
    );
  const fresh = await start(/(http:\S+\/api\/first-start\/\S+)/);
  const page = await fetch(fresh.address);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<form")]);
  const secret = fresh.address.split("/").at(-1) ?? "";
  // The log has no secret.
  expect(fresh.text.split("\n").filter((line) => line.includes(secret))).toHaveLength(1);
  expect(await fresh.end("SIGTERM")).toBe(0);
  const words = ["init", "--name", "Seam", "--email", "a@b.example", "--empty"];
  expect((await runCli(words, variables, "a fine new seam\n")).code).toBe(0);
  const later = await start(/"address":"(http:[^"]+)"/);
  expect(later.text).not.toContain("first-start");
  expect(await later.end("SIGTERM")).toBe(0);
});
