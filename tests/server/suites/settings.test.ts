import { expect, onTestFinished, test, vi } from "vitest";
import { send } from "../support/client.ts";
import { MailServer } from "../support/mail-server.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
const run = (words: string[], more: Record<string, string> = {}) =>
  runInProcess(["settings", ...words], { ...school.variables, ...more });
const listed = async (name: string, more: Record<string, string> = {}) => {
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
  expect(await listed("ACCOUNT_NOTES", fixed)).toMatchObject(setting);
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
  expect(await listed("SMTP_URL")).toMatchObject(shown);
  const records = await school.database.read.selectFrom("audit").selectAll().execute();
  expect(records.at(-1)).toMatchObject({ kind: "setting", subject: "SMTP_URL" });
  expect(JSON.stringify(records)).not.toMatch(/pa(?:%20| )ss/);
  await run(["unset", "SMTP_URL"]);
});

test("a stored value that a newer rule refuses leaves the school with its default", async () => {
  const stored = { ACCOUNT_NOTES: "a lot", SECOND_FACTOR: "staff" };
  const rows = Object.entries(stored).map(([name, value]) => ({ name, value }));
  await school.database.write((db) => db.insertInto("setting").values(rows).execute());
  await school.restart();
  const { username } = await school.add({ level: 10 });
  // The other setting holds.
  expect((await school.login(username)).json.code).toBe("session/second_factor");
  for (const name of Object.keys(stored)) await run(["unset", name]);
  await school.server.refresh();
});
