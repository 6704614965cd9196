import { beforeAll, expect, test } from "vitest";
import { emailFields, usernameFields } from "../../../src/server/accounts/account-names.ts";
import * as invisibleSigns from "../../../src/server/db/migrations/0265-invisible-signs.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
let manager: string;
beforeAll(async () => {
  manager = await school.token(await school.add({ username: "mona", level: 20 }));
});

const emailOf = async (username: string) =>
  (
    await school.database.read
      .selectFrom("account")
      .select("email")
      .where("username", "=", username)
      .executeTakeFirst()
  )?.email;

test("staff and commands store no invisible signs in names and addresses", async () => {
  const json = {
    ...{ username: "\u200bzoe", email: "zoe\u00a0@school.example", first_name: "Zo\u00adë" },
    ...{ last_name: "\u200e", level: 0, last_day: null, courses: [] },
    ...{ teaches: { all: false, courses: [] }, language: "en", invite: false },
  };
  const added = await school.call("/staff/people", { token: manager, json });
  expect([added.status, added.text]).toEqual([201, expect.any(String)]);
  expect(await emailOf("zoe")).toBe("zoe@school.example");
  const words = ["user", "set", "zoe", "--email", "\u202azo\u00ade2@school.example\u202c"];
  expect(await runInProcess(words, school.variables)).toMatchObject({ code: 0 });
  expect(await emailOf("zoe")).toBe("zoe2@school.example");
});

test("people sign in with invisible signs and Turkish capitals in what they type", async () => {
  await school.add({ username: "ismail" });
  for (const typed of ["\u200bismail\u200e", "İSMAİL", "İsmail", "ismaıl\u00a0"]) {
    expect([typed, (await school.login(typed)).status]).toEqual([typed, 200]);
  }
});

test("invisible signs of people who have them already are taken off, and the changes say so", async () => {
  const { id } = await school.add({ username: "dora" });
  const twin = await school.add({ username: "twin" });
  const other = await school.add({ username: "other" });
  const store = (account: number, fields: object) =>
    school.database.write((db) =>
      db.updateTable("account").set(fields).where("id", "=", account).execute(),
    );
  const email = "\u200bdora@school.example";
  await store(id, { ...emailFields(email), email_key: email, last_name: "K\u00a0L" });
  await store(other.id, { ...usernameFields("twin\u200b"), username_key: "twin\u200b" });
  await school.database.write(invisibleSigns.up);
  expect(await emailOf("dora")).toBe("dora@school.example");
  const { json } = await school.call(`/staff/changes?person=${id}`, { token: manager });
  expect(json.changes).toMatchObject([
    {
      ...{ actor: "school", action: "changed", name: "dora" },
      details: [
        { field: "email", before: ["[U+200B]dora@school.example"], now: ["dora@school.example"] },
        { field: "last_name", before: ["K[U+00A0]L"], now: ["K L"] },
      ],
    },
  ]);
  // The school has to decide which of both keeps the name; each still opens its own account.
  for (const { id: own, typed } of [
    { id: twin.id, typed: "twin" },
    { id: other.id, typed: "twin\u200b" },
  ]) {
    expect((await school.login(typed)).json.user.id).toBe(own);
  }
});
