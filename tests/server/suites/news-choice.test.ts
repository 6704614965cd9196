import { beforeAll, describe, expect, test } from "vitest";
import { openMailingSchool, sharedMailingSchool } from "../support/news.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { openSchool, PMB } from "../support/test-school.ts";

const { school, mailServer, pass, tutor, waitingWork, answer, choose, place, write } =
  sharedMailingSchool();

const newsOf = async (token: string) => (await school.call("/user/news", { token })).json.news;

describe("the choice of when news comes", () => {
  test("students are told at once, tutors once a day and managers never, until they choose", async () => {
    const found = await Promise.all(
      [0, 10, 20, 100].map(async (level) => {
        const { mail, hour, idle } = await newsOf(await school.token(await school.add({ level })));
        return [level, mail, hour, idle];
      }),
    );
    expect(found).toEqual([
      [0, "at-once", 7, false],
      [10, "digest", 7, false],
      [20, "never", 7, false],
      [100, "never", 7, false],
    ]);
  });

  test("a choice and the place of a person are kept", async () => {
    const { token } = await school.student({ course: PMB });
    const answered = await choose(token, { mail: "digest", hour: 23, idle: true });
    expect(answered.status).toBe(200);
    expect((await place(token, { language: "he", zone: "Asia/Tokyo", week_start: 7 })).status).toBe(
      200,
    );
    expect(await newsOf(token)).toEqual({
      mail: "digest",
      hour: 23,
      idle: true,
      works: true,
      language: "he",
      zone: "Asia/Tokyo",
      week_start: 7,
    });
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
});

describe("the link in each mail with news", () => {
  let link: URL;
  let person: Awaited<ReturnType<typeof waitingWork>>;
  let token: string;
  beforeAll(async () => {
    ({ token } = await tutor());
    person = await waitingWork();
    await answer(token, { ...person.said, state: "accepted" });
    await pass();
    const [mail] = mailServer.to(person.email);
    link = new URL(mail?.header("list-unsubscribe").replace(/^<|>$/g, "") ?? "");
  });

  const openPage = (path: string) => school.call(path.replace(/^\/api/, ""));
  const post = (path: string, body: string, type = "application/x-www-form-urlencoded") =>
    school.call(path.replace(/^\/api/, ""), { body, headers: { "Content-Type": type } });
  const mailOf = async () => (await newsOf(person.token)).mail;

  test("the link to the choice is in the header that mail programs know, and in the text", async () => {
    const [mail] = mailServer.to(person.email);
    expect(mail?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail?.text).toContain(link.href);
    expect(mail?.header("auto-submitted")).toBe("auto-generated");
  });

  test("the link to the choice opens a page with it, and changes nothing by that", async () => {
    await choose(person.token, { mail: "at-once" });
    const page = await openPage(link.pathname);
    expect(page.status).toBe(200);
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.text).toContain("You get a mail as soon as there is something new.");
    for (const word of [person.username, person.email, "Noa"])
      expect(page.text).not.toContain(word);
    expect(await mailOf()).toBe("at-once");
  });

  test.each([
    ["a form", "List-Unsubscribe=One-Click", "application/x-www-form-urlencoded"],
    [
      "a form in parts",
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      "multipart/form-data; boundary=b",
    ],
  ])(
    "the link to the choice ends the mails by one click of a mail program, twice as well, sent as %s",
    async (_, body, type) => {
      await choose(person.token, { mail: "digest", hour: 9, idle: true });
      expect((await post(link.pathname, body, type)).status).toBe(200);
      expect(await newsOf(person.token)).toMatchObject({ mail: "never", hour: 9, idle: true });
      expect((await post(link.pathname, body, type)).status).toBe(200);
      expect(await mailOf()).toBe("never");
      const sent = mailServer.to(person.email).length;
      await write(token, "After that", await write(person.token, "Darts"));
      await pass();
      expect(mailServer.to(person.email)).toHaveLength(sent);
    },
  );

  test.each(["digest", "never", "at-once"])(
    "the page of the link lets a person choose: %s",
    async (mail) => {
      const page = await post(link.pathname, `mail=${mail}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain("Saved.");
      expect(await mailOf()).toBe(mail);
    },
  );

  test("whoever has the link to the choice uses up none of its person's writes", async () => {
    const writesPerMinute = 20;
    const own = await openMailingSchool((options) =>
      openSchool({ ...options, accountLimits: { writesPerMinute } }),
    );
    const noa = await own.waitingWork();
    const { token: teaches } = await own.tutor();
    await own.answer(teaches, { ...noa.said, state: "accepted" });
    await own.pass();
    const [mail] = own.mailServer.to(noa.email);
    const path = new URL(mail?.header("list-unsubscribe").replace(/^<|>$/g, "") ?? "").pathname;
    const statuses: number[] = [];
    for (let count = 0; count <= writesPerMinute; count += 1) {
      const body = `mail=${count % 2 === 0 ? "never" : "digest"}`;
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      statuses.push((await own.school.call(path.replace(/^\/api/, ""), { body, headers })).status);
    }
    expect(statuses).toEqual([...Array(writesPerMinute).fill(200), 429]);
    expect((await own.choose(noa.token, { mail: "at-once" })).status).toBe(200);
  });

  test("the page of the link changes nothing by words that it does not know", async () => {
    await choose(person.token, { mail: "digest" });
    for (const body of ["", "mail=sometimes", "mail", "List-Unsubscribe=Two-Clicks", "\0\xff"]) {
      const page = await post(link.pathname, body);
      expect([body, page.status, page.text.includes("Saved.")]).toEqual([body, 200, false]);
    }
    expect(await mailOf()).toBe("digest");
  });

  test("a link with a guessed key, and that of a person who was removed, has the same page", async () => {
    const removed = await waitingWork();
    await answer(token, { ...removed.said, state: "accepted" });
    await pass();
    const [mail] = mailServer.to(removed.email);
    const { pathname } = new URL(mail?.header("list-unsubscribe").replace(/^<|>$/g, "") ?? "");
    const ran = await runInProcess(["user", "remove", removed.username, "--yes"], school.variables);
    expect(ran.code).toBe(0);
    await school.hearOthers();
    const [id = "", ...key] = link.pathname.split("/").at(-1)?.split("-") ?? [];
    const guessed = [
      `${Number(id) + 1}-${key.join("-")}`,
      `${id}-${"A".repeat(22)}`,
      `${id}-`,
      id,
      "x",
      `${id}-${key.join("-")}x`,
      `0${id}-${key.join("-")}`,
      "%00",
      "9".repeat(400),
    ];
    const paths = [pathname, ...guessed.map((each) => `/api/news/${each}`)];
    const pages = await Promise.all(paths.map(openPage));
    const clicks = await Promise.all(paths.map((path) => post(path, "List-Unsubscribe=One-Click")));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]));
    const texts = new Set([...pages, ...clicks].map(({ text }) => text));
    expect(texts.size).toBe(1);
    expect([...texts][0]).toContain("Nobody gets mails by this link any more");
  });

  test("the key of the link to the choice opens nothing else", async () => {
    const key = link.pathname.split("/").at(-1) ?? "";
    for (const asking of [{ token: key }, { headers: { "X-License": key } }]) {
      expect((await school.call("/user/news", asking)).status).toBe(401);
    }
    expect((await openPage(`/reset/${key}`)).status).toBe(404);
  });
});
