import { afterAll, describe, expect, test } from "vitest";
import type { MailTexts } from "../../../src/server/news/mail-texts.ts";
import { send } from "../support/client.ts";
import { MailServer } from "../support/mail-server.ts";
import { mailsTo } from "../support/mailed-link.ts";
import { MINUTE, openSchool, PASSWORD, sharedPerson } from "../support/test-school.ts";

const LINK = /http:\/\/127\.0\.0\.1:\d+\/api\/reset\/[\w-]+/;

describe("changing the password", () => {
  const school = openSchool.shared();

  const change = (token: string, current_password: string, new_password: string) =>
    school.call("/user/change-password", { token, json: { current_password, new_password } });

  /** One person whose password stays as it is. */
  const unchanged = sharedPerson(school, { username: "person-easy" });

  test("a changed password counts from then on, and ends other sessions", async () => {
    const person = await school.add();
    const [here, elsewhere] = [await school.token(person), await school.token(person)];
    await school.call("/user/courses", { token: elsewhere });
    const answer = await change(here, PASSWORD, "a new password");
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect((await school.login(person.username)).status).toBe(404);
    expect((await school.login(person.username, "a new password")).status).toBe(200);
    expect((await school.call("/user/courses", { token: here })).status).toBe(200);
    expect((await school.call("/user/courses", { token: elsewhere })).status).toBe(401);
  });

  test.each(["password1", "Sunshine", "iloveyou ", "PERSON-EASY", "person-easy@thimble.example"])(
    "a new password that is easy to guess is refused with the reason: %s",
    async (easy) => {
      const { status, json } = await change(unchanged.token, PASSWORD, easy);
      expect([status, json.code, json.errors[0].path]).toEqual([
        ...[422, "password/too_common", "new_password"],
      ]);
    },
  );

  test("a stolen token cannot be used to guess the password", async () => {
    const { token } = await school.student();
    for (let failure = 1; failure <= 10; failure += 1) {
      const { outcome } = await change(token, "wrong password", "a new password");
      expect(outcome).toEqual([403, "password/wrong_password"]);
    }
    expect((await change(token, PASSWORD, "a new password")).status).toBe(429);
  });
});

describe("a forgotten password", () => {
  const mailServer = new MailServer();
  afterAll(() => mailServer.stop());
  const school = openSchool.shared(async () => ({
    smtpUrl: await mailServer.start(),
    trustedProxies: 1,
  }));

  const forgot = (emailOrUsername: string, language = "en") =>
    school.call("/user/forgot-password", { json: { emailOrUsername, language } });

  const link = async (emailOrUsername: string, language?: string): Promise<string> => {
    const before = mailServer.mails.length;
    await forgot(emailOrUsername, language);
    await mailServer.received(before + 1);
    const found = LINK.exec(mailServer.mails[before]?.text ?? "")?.[0];
    if (!found) throw new Error("The mail has no link");
    return found;
  };

  const choose = (
    address: string,
    password: string,
    { repeat = password, from = "192.0.2.1" } = {},
  ) => send(address, { headers: { "X-Forwarded-For": from }, form: { password, repeat } });

  test("a mailed link replaces a password once, and ends all sessions", async () => {
    const person = await school.add();
    const token = await school.token(person);
    await school.call("/user/courses", { token });
    const address = await link(person.email);
    expect(mailServer.mails.at(-1)?.to).toEqual([person.email]);

    const page = await send(address);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    const stored = JSON.stringify(await school.rows("reset_link"));
    expect(stored).not.toContain(address.split("/").at(-1));

    for (const [password, repeat, why] of [
      ["short", "short", ""],
      ["sunshine", "sunshine", "easy to guess"],
      ["a new password", "another one", "Passwords do not match"],
    ] as const) {
      const { status, text } = await choose(address, password, { repeat });
      expect([status, text]).toEqual([422, expect.stringContaining(why)]);
    }

    const done = await choose(address, "a new password");
    expect(done.status).toBe(200);
    expect(done.text).toContain('href="/tls/"');
    expect((await school.call("/user/courses", { token })).status).toBe(401);
    expect((await school.login(person.username)).status).toBe(404);
    expect((await school.login(person.username, "a new password")).status).toBe(200);

    expect((await send(address)).status).toBe(404);
    // The answer may have been lost: the page says what to do then.
    const again = await choose(address, "yet another one");
    expect(again.status).toBe(404);
    expect(again.text).toContain("If you have already saved a password with it, sign in");
  });

  test("a mailed link lets its owner sign in at once, whatever strangers have tried with the name", async () => {
    const { username } = await school.add();
    const signIn = (from: string, password: string, cookie = "") =>
      school.call("/user/login", {
        headers: { "X-Forwarded-For": from, Cookie: cookie },
        json: { username, password, sessionId: null },
      });
    const guess = async () => {
      for (let at = 1; at <= 10; at += 1) await signIn(`203.0.113.${at}`, "a guess");
    };
    await guess();
    expect((await signIn("192.0.2.5", PASSWORD)).status).toBe(429);
    const done = await choose(await link(username), "a new password", { from: "192.0.2.5" });
    expect(done.status).toBe(200);
    await guess();
    // In the same network, and with the same browser elsewhere.
    expect((await signIn("192.0.2.5", "a new password")).status).toBe(200);
    const [cookie] = done.headers["set-cookie"]?.[0]?.split(";") ?? [];
    expect((await signIn("192.0.2.6", "a new password", cookie)).status).toBe(200);
    expect((await signIn("192.0.2.7", "a new password")).status).toBe(429);
  });

  test("a mailed link replaces one password when two people use it at once", async () => {
    const person = await school.add();
    const address = await link(person.username);
    const answers = await Promise.all([
      choose(address, "the first password"),
      choose(address, "the second password"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test.each([
    ["de", "ltr", "Guten Tag Noa", "Neues Passwort wählen"],
    ["el", "ltr", "Γεια σας, Noa", "Επιλογή νέου κωδικού"],
    ["es", "ltr", "Hola, Noa", "Elige una contraseña nueva"],
    ["fr", "ltr", "Bonjour Noa", "Choisir un nouveau mot de passe"],
    ["he", "rtl", "שלום Noa", "בחירת סיסמה חדשה"],
    ["tr", "ltr", "Merhaba Noa", "Yeni şifre seçin"],
    ["xx", "ltr", "Hello Noa", "Choose a new password"],
  ])("the mail and page of a new password are in %s", async (code, dir, hello, title) => {
    const person = await school.add();
    const address = await link(person.username, code);
    expect(mailServer.mails.at(-1)?.text).toContain(hello);
    const page = (await send(address)).text;
    expect(page).toContain(`<html lang="${code === "xx" ? "en" : code}" dir="${dir}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
  });

  test("the mail for a new password has the school's own words, under the school's name", async () => {
    const { username, id } = await school.add();
    const set = (texts: MailTexts, title: string) =>
      school.update("organisation", { mails: JSON.stringify(texts), title });
    const en = { subject: "New at {school}", text: "Dear {name},\n{link}\n{minutes} minutes\n" };
    await set(
      { signature: { en: "Yours, {school}" }, mails: { "password-reset": { en } } },
      "Thimble & <Thread>",
    );
    await school.changeAccount(id, { first_name: "{link} Noa" });
    const address = await link(username, "en");
    const { text, raw } = mailServer.mails.at(-1) ?? { text: "", raw: "" };
    expect(text.replaceAll("\r", "")).toBe(
      `Dear {link} Noa,\n${address}\n60 minutes\n\n-- \nYours, Thimble School\n`,
    );
    expect(raw).toContain("Subject: New at Thimble School\r\n");
    expect(raw).toContain("From: Thimble School <desk@thimble.example>\r\n");
    expect((await send(address)).text).toContain("password · Thimble &#38; &#60;Thread></title>");
    // The app's own words, and the signature, which every mail has.
    await link(username, "de");
    const german = mailServer.mails.at(-1)?.text ?? "";
    expect(german).toContain("Guten Tag {link} Noa");
    expect(german.replaceAll("\r", "")).toMatch(/\n\n-- \nYours, Thimble School\n$/);
    await set({}, "");
  });

  test("a mailed link is valid for 60 minutes", async () => {
    const person = await school.add();
    const address = await link(person.username);
    school.now += 59 * MINUTE;
    expect((await send(address)).status).toBe(200);
    school.now += MINUTE;
    expect((await choose(address, "a new password")).status).toBe(404);
    expect((await school.login(person.username)).status).toBe(200);
  });

  test("asking for a new password gets the same answer for any name, and mails nobody unknown", async () => {
    const { username } = await school.add();
    const before = mailServer.mails.length;
    const known = await forgot(username);
    const unknown = await forgot("nobody@thimble.example");
    for (const answer of [known, unknown]) expect([answer.status, answer.json]).toEqual([200, {}]);
    await school.server.idle();
    expect(mailServer.mails.length).toBe(before + 1);
  });

  test("an address gets at most three mails for a new password in 15 minutes", async () => {
    const { username } = await school.add();
    const before = mailServer.mails.length;
    for (let time = 1; time <= 6; time += 1) await forgot(username);
    await school.server.idle();
    expect(mailServer.mails.length).toBe(before + 3);
  });

  test("asking for a new password requires a name or an address", async () => {
    for (const json of [{}, { emailOrUsername: " " }]) {
      const answer = await school.call("/user/forgot-password", { json });
      expect(answer.status).toBe(422);
      expect(answer.json.errors[0].path).toBe("emailOrUsername");
    }
  });

  test("the mail for a new password is written to a file when no mail server is configured", async () => {
    const other = await openSchool({ isLogged: true });
    const { username, email } = await other.add();
    await other.call("/user/forgot-password", { json: { emailOrUsername: username } });
    await other.server.idle();
    const [mail = ""] = await mailsTo(other, email);
    expect(mail.replace(/=\r?\n/g, "")).toMatch(LINK);
    await other.close();
    expect(other.log).toContain("SMTP_URL is not set");
    expect(other.log).not.toContain(email);
  });
});
