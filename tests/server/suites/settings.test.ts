import { expect, test, vi } from "vitest";
import { MailServer } from "../support/mail-server.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { MINUTE, openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
const run = (words: string[], more: Record<string, string> = {}) =>
  runInProcess(["settings", ...words], { ...school.variables, ...more });
const listed = async (name: string, more: Record<string, string> = {}) => {
  const { out } = await run(["list", "--json"], more);
  return JSON.parse(out).find((setting: { name: string }) => setting.name === name);
};

test("a setting is changed while the school is served, on all of its servers", async () => {
  const other = await school.startAnother();
  const { token } = await school.student();
  const note = (address: string) =>
    fetch(`${address}/api/user/notes/101`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ text: "cut on the fold" }),
    });
  try {
    expect((await note(other.address)).status).toBe(200);
    expect(await run(["set", "WRITES_PER_MINUTE", "1"])).toMatchObject({ code: 0 });
    await school.server.refresh();
    await other.refresh();
    for (const address of [school.url, other.address]) {
      await note(address);
      expect((await note(address)).status).toBe(429);
    }
    await run(["unset", "WRITES_PER_MINUTE"]);
    await other.refresh();
    await school.server.refresh();
    // The school of the tests has no limit.
    expect((await note(other.address)).status).toBe(200);
  } finally {
    await other.close();
  }
});

test("mail goes by the mail server that is set while the school is served", async () => {
  const mails = new MailServer();
  const url = await mails.start();
  const { email, username } = await school.add();
  expect(await run(["set", "SMTP_URL", url])).toMatchObject({ code: 0 });
  await run(["set", "PUBLIC_URL", "https://learn.tailors.example/"]);
  await school.server.refresh();
  await school.call("/user/forgot-password", { json: { emailOrUsername: username } });
  await vi.waitUntil(() => mails.mails.length > 0);
  expect(mails.mails[0]?.to).toEqual([email]);
  expect(mails.mails[0]?.text).toContain("https://learn.tailors.example/api/reset/");
  await run(["unset", "SMTP_URL"]);
  await run(["unset", "PUBLIC_URL"]);
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

test("a second factor that is asked for from now on ends the sessions of staff without one", async () => {
  const tutor = await school.add({ level: 10 });
  const token = await school.token(tutor);
  expect((await school.call("/user/notes", { token })).status).toBe(200);
  await run(["set", "SECOND_FACTOR", "staff"]);
  await school.hearOthers();
  await school.server.refresh();
  // On SQLite a server looks once a second for the changes of others.
  school.now += MINUTE;
  expect((await school.call("/user/notes", { token })).status).toBe(401);
  await run(["unset", "SECOND_FACTOR"]);
  await school.server.refresh();
});
