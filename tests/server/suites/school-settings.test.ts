import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, startProvider } from "../../support/openid-provider.ts";
import { send } from "../support/client.ts";
import { MailServer } from "../support/mail-server.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { openSchool } from "../support/test-school.ts";

interface SentGroup {
  name: string;
  version: string;
  settings: { name: string; value: string; has_secret: boolean; from: string }[];
}

const listed = <Value>(fields: Readonly<Record<string, Value>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

const school = openSchool.shared();
const asAdmin = async () => {
  const { token, ...admin } = await school.signedIn({ level: 100 });
  const call = (path: string, json?: unknown, method?: string) =>
    school.call(`/staff/school${path}`, { token, json, method });
  const group = async (name: string): Promise<SentGroup> =>
    (await call("")).json.groups.find((one: SentGroup) => one.name === name);
  const save = async (
    name: string,
    values: Record<string, string | null>,
    secrets: Record<string, string> = {},
    seen?: string,
  ) => {
    const replaces = seen ?? (await group(name)).version;
    const json = { replaces, values: listed(values), secrets: listed(secrets) };
    return call(`/settings/${name}`, json, "PUT");
  };
  return { admin, token, call, group, save };
};

test("of two who change the same form the second is told, and a refused value changes nothing", async () => {
  const { save, group } = await asAdmin();
  const { version } = await group("kept");
  expect((await save("kept", { CONTENT_KEPT_DAYS: "9" }, {}, version)).status).toBe(200);
  const late = await save("kept", { CONTENT_KEPT_DAYS: "8" }, {}, version);
  expect(late.outcome).toEqual([409, "setting/changed"]);
  const refused = await save("kept", { CONTENT_KEPT_DAYS: "0", AUDIT_KEPT_DAYS: "30" });
  expect(refused.json.problems).toMatchObject([{ name: "CONTENT_KEPT_DAYS", code: "value" }]);
  expect((await group("kept")).settings.map(({ value }) => value)).toEqual(["9", "365"]);
  for (const [form, values] of [
    ["kept", { PORT: "1" }],
    ["kept", { SMTP_URL: "smtp://x" }],
  ] as const) {
    expect((await save(form, values)).status).toBe(422);
  }
  expect((await save("nothing", {}, {}, "")).status).toBe(404);
});

test("a kept password is not sent to another server or account, or on another line", async () => {
  const { save, group, call, admin } = await asAdmin();
  await save("mail", { SMTP_URL: "smtp://desk@mail.example" }, { SMTP_URL: "pa ss" });
  expect((await call("")).text).not.toContain("pa%20ss");
  const { out } = await runInProcess(["audit", "list", "--json"], school.variables);
  expect(JSON.parse(out)[0]).toMatchObject({ actorName: admin.username, subject: "SMTP_URL" });
  expect(out).not.toMatch(/pa(?:%20| )ss/);
  for (const other of ["evil.example", "example?tls.rejectUnauthorized=false"]) {
    const elsewhere = await save("mail", { SMTP_URL: `smtp://desk@mail.${other}` });
    expect(elsewhere.json.problems).toMatchObject([{ name: "SMTP_URL" }]);
  }
  expect((await group("mail")).settings[0]).toMatchObject({
    ...{ value: "smtp://desk@mail.example", has_secret: true },
  });
  const open = await save("mail", { SMTP_URL: "smtp://mail.evil.example" });
  expect(open.json.group.settings[0]).toMatchObject({ has_secret: false });
  await save("mail", { SMTP_URL: null });
});

test("a test mail is not said to be sent where no mail server is set", async () => {
  const { call, admin } = await asAdmin();
  const { json } = await call("/test-mail", undefined, "POST");
  expect(json).toEqual({ to: admin.email, taken: false, answer: "" });
});

test("a test mail goes to the administrator, with the answer of the mail server in words", async () => {
  const { save, call, admin } = await asAdmin();
  const mails = new MailServer();
  await save("mail", { SMTP_URL: await mails.start() });
  const sent = () => call("/test-mail", undefined, "POST");
  expect((await sent()).json).toEqual({ to: admin.email, taken: true, answer: "" });
  expect(mails.mails[0]?.to).toEqual([admin.email]);
  mails.refused.set(admin.email, { code: 550, message: "No such mailbox here" });
  const answer = expect.stringContaining("No such mailbox here");
  expect((await sent()).json).toMatchObject({ taken: false, answer });
  for (const _ of [1, 2, 3]) await sent();
  expect((await sent()).status).toBe(429);
  await save("mail", { SMTP_URL: null });
  await mails.stop();
});

test("a provider is tried before anything is saved, with its keys and the school's secret", async () => {
  const { call, save } = await asAdmin();
  const provider = await startProvider();
  await provider.serve(school.url);
  const tried = async (client_secret: string | null, issuer = provider.issuer) => {
    const { json } = await call("/try-openid", { issuer, client_id: CLIENT_ID, client_secret });
    return json.steps.map(({ step, works }: { step: string; works: boolean }) => [step, works]);
  };
  expect(await tried(CLIENT_SECRET)).toEqual([
    ["discovery", true],
    ["keys", true],
    ["client", true],
  ]);
  expect((await tried("another secret")).at(-1)).toEqual(["client", false]);
  expect(await tried(CLIENT_SECRET, "http://127.0.0.1:9")).toEqual([["discovery", false]]);
  const insecure = { issuer: "http://x.example", client_id: "x", client_secret: null };
  expect((await call("/try-openid", insecure)).status).toBe(422);
  const saved = await save(
    "openid",
    { OPENID_ISSUER: provider.issuer, OPENID_CLIENT_ID: CLIENT_ID, OPENID_NAME: "Thimble" },
    { OPENID_CLIENT_SECRET: CLIENT_SECRET },
  );
  expect([saved.json.problems, saved.text.includes(CLIENT_SECRET)]).toEqual([[], false]);
  // The stored secret is tried for the same client alone.
  expect((await tried(null)).at(-1)).toEqual(["client", true]);
  expect((await school.call("/organizations/1")).json.organization.openid).toBe("Thimble");
  await save("openid", { OPENID_ISSUER: null, OPENID_CLIENT_ID: null, OPENID_NAME: null });
  expect((await school.call("/organizations/1")).json.organization.openid).toBeUndefined();
  await provider.close();
});

test("a provider that is tried leads nowhere else, and what it answers is not shown", async () => {
  const { call } = await asAdmin();
  const secret = "a word of another service";
  const provider = await startProvider();
  const elsewhere = await startProvider();
  let asked = 0;
  elsewhere.answerWith((_, response) => {
    asked += 1;
    response.end(secret);
  });
  const { issuer } = provider;
  const discovered = {
    ...{ issuer, authorization_endpoint: `${issuer}/${encodeURI(secret)}` },
    ...{ jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` },
    ...{ response_types_supported: ["code"], subject_types_supported: ["public"] },
    id_token_signing_alg_values_supported: ["RS256"],
  };
  const away = { Location: elsewhere.issuer };
  const json = { "Content-Type": "application/json" };
  type Answer = readonly [status: number, headers: Record<string, string>, body: string];
  const found: Answer = [200, json, JSON.stringify(discovered)];
  const cases: [failing: string, answers: Record<string, Answer>][] = [
    ["discovery", { well: [302, away, ""] }],
    ["discovery", { well: [200, {}, secret] }],
    ["discovery", { well: [200, json, `{${secret}`] }],
    ["discovery", { well: [500, json, JSON.stringify({ error: secret })] }],
    ["keys", { well: found, keys: [302, away, ""] }],
    ["keys", { well: found, keys: [200, {}, secret] }],
    [
      "client",
      {
        ...{ well: found, keys: [200, json, '{"keys":[]}'] },
        token: [400, json, JSON.stringify({ error: secret, error_description: secret })],
      },
    ],
    ["client", { well: found, keys: [200, json, '{"keys":[]}'], token: [307, away, ""] }],
  ];
  for (const [failing, answers] of cases) {
    provider.answerWith(({ url = "" }, response) => {
      const name = Object.keys(answers).find((one) => url.includes(one)) ?? "";
      const [status, headers, body] = answers[name] ?? [404, {}, ""];
      response.writeHead(status, headers).end(body);
    });
    const answer = await call("/try-openid", { issuer, client_id: "x", client_secret: "x" });
    expect(answer.json.steps.at(-1)).toMatchObject({ step: failing, works: false });
    expect(decodeURI(answer.text)).not.toContain(secret);
  }
  expect(asked).toBe(0);
  const tries = await school.rows("audit", { action: "tested" });
  expect(tries.filter(({ details }) => details?.includes(issuer))).toHaveLength(cases.length);
  await provider.close();
  await elsewhere.close();
});

test.each([
  "SSH-2.0-OpenSSH_9.9 of a host within\r\n",
  "220 an FTP server within\r\n",
  "500 no mail within\r\n",
])("a test of the mail server does not show what another service says: %j", async (said) => {
  const { save, call } = await asAdmin();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => socket.write("500 Unknown command within\r\n"));
    socket.write(said);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await save("mail", { SMTP_URL: `smtp://127.0.0.1:${port}` });
  const { json } = await call("/test-mail", undefined, "POST");
  expect([json.taken, json.answer.includes("within")]).toEqual([false, false]);
  expect(json.answer).not.toBe("");
  await save("mail", { SMTP_URL: null });
  await once(server.close(), "close");
});

test.each([
  ["everyone", [false, false]],
  ["students", [false, true]],
  ["nobody", [true, true]],
])("an account on a second device, where one device is for %s", async (rule, staying) => {
  const { save } = await asAdmin();
  expect((await save("sign-in", { ONE_DEVICE: rule })).json.problems).toEqual([]);
  const stays = [];
  for (const level of [0, 10]) {
    const person = await school.add({ level });
    const earlier = await school.token(person, "first");
    await school.token(person, "second");
    const { json } = await school.call("/user/get-session?t=1", { token: earlier });
    stays.push(json.sessionId === "first");
  }
  expect(stays).toEqual(staying);
  await save("sign-in", { ONE_DEVICE: null });
});

test("nobody shuts themselves out by asking for a second factor that they have not", async () => {
  const { save, token } = await asAdmin();
  const refused = await save("sign-in", { SECOND_FACTOR: "staff" });
  expect(refused.outcome).toEqual([409, "second_factor/not_set_up"]);
  expect((await school.call("/user/notes", { token })).status).toBe(200);
});

test("serial numbers are issued, found by pages, and revoked", async () => {
  const { call } = await asAdmin();
  const list = async (query: string) => (await call(`/serials?${query}`)).json;
  expect((await call("/serials", { name: "", seats: 0, courses: [] })).status).toBe(422);
  expect((await call("/serials", { name: "", seats: 1, courses: ["NONE"] })).status).toBe(404);
  const issued = [];
  for (const name of ["Évening 100%", "Library"]) {
    issued.push((await call("/serials", { name, seats: 2, courses: ["PMB"] })).json.serial);
    school.now += 1000;
  }
  const first = await list("limit=1");
  expect(first.serials).toMatchObject([{ name: "Library", seats: 2, taken: 0, courses: ["PMB"] }]);
  const second = await list(`limit=1&before=${first.cursor}`);
  expect([second.serials[0].name, second.cursor]).toEqual(["Évening 100%", null]);
  expect((await list("search=100%25")).serials).toMatchObject([{ serial: issued[0] }]);
  const revoked = await call(`/serials/${issued[0]}/revoke`, undefined, "POST");
  expect(revoked.json).toEqual({ changed: true });
  const [found] = (await list(`search=${encodeURIComponent("ÉVENING")}`)).serials;
  expect(found.revoked).toBe(true);
  expect((await call("/serials/none/revoke", undefined, "POST")).status).toBe(404);
});

test("the first steps of a school are done as soon as it has what they are about", async () => {
  const { call, save } = await asAdmin();
  const done = async () =>
    (await call("")).json.first_steps
      .filter((step: { done: boolean }) => step.done)
      .map(({ name }: { name: string }) => name);
  await school.add({ level: 0 });
  const before = await done();
  expect(before).toEqual(expect.arrayContaining(["name", "course", "people"]));
  expect(before).not.toContain("mail");
  await save("mail", { SMTP_URL: "smtp://mail.example" });
  await save("address", { PUBLIC_URL: "https://school.example" });
  await save("backups", { BACKUP_TIMES: "daily" });
  expect(await done()).toEqual(["name", "mail", "address", "course", "people", "backup"]);
  await save("mail", { SMTP_URL: null });
  await save("address", { PUBLIC_URL: null });
  await save("backups", { BACKUP_TIMES: null });
});

const run = (words: string[], more: Record<string, string> = {}) =>
  runInProcess(["settings", ...words], { ...school.variables, ...more });
const settingOf = async (name: string, more: Record<string, string> = {}) => {
  const { out } = await run(["list", "--json"], more);
  return JSON.parse(out).find((setting: { name: string }) => setting.name === name);
};

test("a setting is changed while the school is served, on all of its servers", async () => {
  const other = await school.startAnother();
  onTestFinished(() => other.close());
  const { token } = await school.student();
  const servers = [school.server, other];
  const note = async (address: string) => {
    const asking = { method: "PUT", token, json: { text: "cut on the fold" } };
    return (await send(`${address}/api/user/notes/101`, asking)).status;
  };
  expect(await note(other.address)).toBe(200);
  expect(await run(["set", "WRITES_PER_MINUTE", "1"])).toMatchObject({ code: 0 });
  for (const server of servers) await server.refresh();
  for (const { address } of servers) {
    await note(address);
    expect(await note(address)).toBe(429);
  }
  await run(["unset", "WRITES_PER_MINUTE"]);
  for (const server of servers) await server.refresh();
  // The school of the tests has no limit.
  expect(await note(other.address)).toBe(200);
});

test("mail goes by the mail server that is set while the school is served", async () => {
  const mails = new MailServer();
  const url = await mails.start();
  const { email, username } = await school.add();
  expect(await run(["set", "SMTP_URL", url])).toMatchObject({ code: 0 });
  await school.server.refresh();
  await school.call("/user/forgot-password", { json: { emailOrUsername: username } });
  await vi.waitUntil(() => mails.mails.length > 0);
  expect(mails.mails[0]?.to).toEqual([email]);
  await run(["unset", "SMTP_URL"]);
  await school.server.refresh();
  await school.server.idle();
  await mails.stop();
});

test("what the environment sets is fixed, and what opens ports or files is no such setting", async () => {
  const fixed = { ACCOUNT_NOTES: "17" };
  const setting = { value: "17", from: "environment", isFixed: true };
  expect(await settingOf("ACCOUNT_NOTES", fixed)).toMatchObject(setting);
  const ran = await run(["set", "ACCOUNT_NOTES", "18"], fixed);
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("change it there")]);
  for (const name of ["PORT", "DATA_DIR", "DATABASE_URL", "STORE_URL", "TLS_KEY", "licence_key"]) {
    expect(await run(["set", name, "1"])).toMatchObject({ code: 2 });
  }
});

test("a secret is neither shown nor recorded, and can be read from the input", async () => {
  const words = ["settings", "set", "SMTP_URL", "--stdin"];
  const given = "smtp://desk:pa%20ss@mail.example:587\n";
  expect(await runWithInput(words, school.variables, given)).toMatchObject({ code: 0 });
  const shown = { value: "smtp://desk@mail.example:587", hasSecret: true, from: "school" };
  expect(await settingOf("SMTP_URL")).toMatchObject(shown);
  const records = await school.rows("audit", {}, "id");
  expect(records.at(-1)).toMatchObject({ kind: "setting", subject: "SMTP_URL" });
  expect(JSON.stringify(records)).not.toMatch(/pa(?:%20| )ss/);
  await run(["unset", "SMTP_URL"]);
});

test("a stored value that a newer rule refuses leaves the school with its default", async () => {
  const stored = { ACCOUNT_NOTES: "a lot", SECOND_FACTOR: "staff" };
  const rows = listed(stored);
  await school.database.write((db) => db.insertInto("setting").values(rows).execute());
  await school.restart();
  const { username } = await school.add({ level: 10 });
  // The other setting holds.
  expect((await school.login(username)).json.code).toBe("session/second_factor");
  for (const name of Object.keys(stored)) await run(["unset", name]);
  await school.server.refresh();
});
