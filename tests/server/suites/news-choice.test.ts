import { beforeAll, expect, test } from "vitest";
import type { MailServer } from "../support/mail-server.ts";
import { openMailingSchool, sharedMailingSchool } from "../support/news.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { openSchool, PMB } from "../support/test-school.ts";

const { school, mailServer, pass, tutor, waitingWork, answer, choose, place, talk } =
  sharedMailingSchool();

const FORM = "application/x-www-form-urlencoded";

/** The path of the link in the last mail to somebody. */
const linkIn = (mails: MailServer, email: string): string => {
  const header = mails.to(email).at(-1)?.header("list-unsubscribe") ?? "";
  return new URL(header.replace(/^<|>$/g, "")).pathname.replace(/^\/api/, "");
};
const newsOf = async (token: string) => (await school.call("/user/news", { token })).json.news;

test("a choice and the place of a person are kept", async () => {
  const { token } = await school.student({ course: PMB });
  expect((await choose(token, { mail: "digest", hour: 23, idle: true })).status).toBe(200);
  const at = { language: "he", zone: "Asia/Tokyo", week_start: 7 };
  expect((await place(token, at)).status).toBe(200);
  const chosen = { mail: "digest", hour: 23, idle: true };
  expect(await newsOf(token)).toEqual({ ...chosen, ...at, works: true });
});

test.each<[string, Record<string, unknown>, number]>([
  ["a language that is none", { language: "english" }, 422],
  ["a long zone", { zone: "A".repeat(65) }, 422],
  ["a week that begins on no day", { week_start: 8 }, 422],
  ["a zone that nobody knows, which counts as none", { zone: "Mars/Olympus" }, 200],
])("a place is told with %s", async (_, wrong, status) => {
  const { token } = await school.student();
  expect((await place(token, wrong)).status).toBe(status);
  expect(await newsOf(token)).toMatchObject({ zone: "" });
});

let link: string;
let person: Awaited<ReturnType<typeof waitingWork>>;
let token: string;
beforeAll(async () => {
  ({ token } = await tutor());
  person = await waitingWork();
  await answer(token, { ...person.said, state: "accepted" });
  await pass();
  link = linkIn(mailServer, person.email);
});

const post = (path: string, body: string, type = FORM, at = school) =>
  at.call(path, { body, headers: { "Content-Type": type } });
const mailOf = async () => (await newsOf(person.token)).mail;

test("the link to the choice is in the header that mail programs know, and in the text", async () => {
  const [mail] = mailServer.to(person.email);
  expect(mail?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(mail?.text).toContain(`/api${link}`);
  expect(mail?.header("auto-submitted")).toBe("auto-generated");
});

test("the link to the choice opens a page with it, and changes nothing by that", async () => {
  await choose(person.token, { mail: "at-once" });
  const { status, headers, text } = await school.call(link);
  expect([status, headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
  expect(text).toContain("You get a mail as soon as there is something new.");
  for (const word of [person.username, person.email, "Noa"]) expect(text).not.toContain(word);
  expect(await mailOf()).toBe("at-once");
});

test.each([
  ["a form", "List-Unsubscribe=One-Click", FORM],
  [
    "a form in parts",
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    "multipart/form-data; boundary=b",
  ],
])("the link to the choice ends the mails by one click, sent as %s", async (_, body, type) => {
  await choose(person.token, { mail: "digest", hour: 9, idle: true });
  for (let click = 1; click <= 2; click += 1) {
    expect((await post(link, body, type)).status).toBe(200);
    expect(await newsOf(person.token)).toMatchObject({ mail: "never", hour: 9, idle: true });
  }
  const sent = mailServer.to(person.email).length;
  await talk({ token }, person, "Darts");
  await pass();
  expect(mailServer.to(person.email)).toHaveLength(sent);
});

test("the page of the link lets a person choose, and changes nothing by words that it does not know", async () => {
  for (const mail of ["never", "at-once", "digest"]) {
    const page = await post(link, `mail=${mail}`);
    expect([page.status, page.text.includes("Saved."), await mailOf()]).toEqual([200, true, mail]);
  }
  for (const body of ["", "mail=sometimes", "mail", "List-Unsubscribe=Two-Clicks", "\0\xff"]) {
    const page = await post(link, body);
    expect([body, page.status, page.text.includes("Saved.")]).toEqual([body, 200, false]);
  }
  expect(await mailOf()).toBe("digest");
});

test("whoever has the link to the choice uses up none of its person's writes", async () => {
  const writesPerMinute = 20;
  const own = await openMailingSchool((options) =>
    openSchool({ ...options, accountLimits: { writesPerMinute } }),
  );
  const noa = await own.waitingWork();
  const { token: teaches } = await own.tutor();
  await own.answer(teaches, { ...noa.said, state: "accepted" });
  await own.pass();
  const path = linkIn(own.mailServer, noa.email);
  const statuses: number[] = [];
  for (let count = 0; count <= writesPerMinute; count += 1) {
    const mail = count % 2 === 0 ? "never" : "digest";
    statuses.push((await post(path, `mail=${mail}`, FORM, own.school)).status);
  }
  expect(statuses).toEqual([...Array(writesPerMinute).fill(200), 429]);
  expect((await own.choose(noa.token, { mail: "at-once" })).status).toBe(200);
});

test("a link with a guessed key, and that of a person who was removed, has the same page", async () => {
  const removed = await waitingWork();
  await answer(token, { ...removed.said, state: "accepted" });
  await pass();
  const ofRemoved = linkIn(mailServer, removed.email);
  const ran = await runInProcess(["user", "remove", removed.username, "--yes"], school.variables);
  expect(ran.code).toBe(0);
  await school.hearOthers();
  const [id = "", ...rest] = link.split("/").at(-1)?.split("-") ?? [];
  const key = rest.join("-");
  const guessed = [
    ...[`${Number(id) + 1}-${key}`, `${id}-${"A".repeat(22)}`, `${id}-`, id, "x"],
    ...[`${id}-${key}x`, `0${id}-${key}`, "%00", "9".repeat(400)],
  ];
  const paths = [ofRemoved, ...guessed.map((each) => `/news/${each}`)];
  const pages = await Promise.all(paths.map((path) => school.call(path)));
  const clicks = await Promise.all(paths.map((path) => post(path, "List-Unsubscribe=One-Click")));
  const page = { text: expect.stringContaining("Nobody gets mails by this link any more") };
  for (const each of pages) expect(each).toMatchObject({ ...page, status: 404 });
  for (const each of clicks) expect(each).toMatchObject({ ...page, status: 200 });
  expect(new Set([...pages, ...clicks].map(({ text }) => text)).size).toBe(1);
});

test("the key of the link to the choice opens nothing else", async () => {
  const key = link.split("/").at(-1) ?? "";
  for (const asking of [{ token: key }, { headers: { "X-License": key } }]) {
    expect((await school.call("/user/news", asking)).status).toBe(401);
  }
  expect((await school.call(`/reset/${key}`)).status).toBe(404);
});
