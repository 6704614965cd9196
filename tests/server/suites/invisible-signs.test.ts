import { beforeAll, expect, test } from "vitest";
import { runInProcess } from "../support/run-in-process.ts";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
let manager: string;
beforeAll(async () => {
  manager = (await school.signedIn({ level: 20 })).token;
});

const emailOf = async (username: string) => (await school.row("account", { username })).email;

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
