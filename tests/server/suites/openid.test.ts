import { expect, onTestFinished, test } from "vitest";
import { addMonths } from "../../../src/domain/calendar.ts";
import { CLIENT_ID } from "../../support/openid-provider.ts";
import { TURNS_OF_DAY } from "../../support/turns-of-day.ts";
import { send } from "../support/client.ts";
import { linksTo } from "../support/mailed-link.ts";
import { moveToZone } from "../support/move-to-zone.ts";
import { fragmentOf, newSecret, OpenIdBrowser } from "../support/openid-browser.ts";
import { OpenIdSchool, verified } from "../support/openid-school.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { addApp, addTutor, outcome, own } from "../support/second-factor.ts";
import { DAY, openSchool, PASSWORD, PMB, PMS } from "../support/test-school.ts";

const of = new OpenIdSchool();

const coursesOf = async (accountId: number, at = of.school) => {
  const rows = await at.rows("subscription", { account_id: accountId }, "course_id");
  return rows.map(({ course_id, sub_date, exp_date }) => [course_id, sub_date, exp_date]);
};

test("signing in at the provider is offered where the school's name and colour are told, and only there", async () => {
  const { organization } = (await of.school.call("/organizations/1")).json;
  expect(organization.openid).toBe("Thimble accounts");
  const other = await openSchool();
  expect((await other.call("/organizations/1")).text).not.toContain("openid");
  const page = await new OpenIdBrowser().start(other);
  expect(fragmentOf(page)).toEqual({ "openid-error": "invalid" });
});

test("signing in at the provider with another level ends the links that were mailed", async () => {
  const staff = await of.school.token(await of.school.add({ level: 20 }));
  const person = await of.school.add();
  await of.signIn("mailed", verified(person, { level: 0 }));
  const json = { people: [person.id], action: "reset-password" };
  expect((await of.school.call("/staff/people/actions", { token: staff, json })).status).toBe(200);
  await of.school.server.mailLinks();
  const [link = ""] = await linksTo(of.school, person.email);
  expect((await of.school.call(link)).status).toBe(200);
  await of.signIn("mailed", verified(person, { level: 10 }));
  expect((await of.school.call(link)).status).toBe(404);
});

test("signing in at the provider asks the provider with PKCE, state and nonce, in the person's language", async () => {
  const { form } = await of.atProvider("asked", { email_verified: false });
  const asked = Object.fromEntries(new URL(form).searchParams);
  expect(asked).toMatchObject({
    client_id: CLIENT_ID,
    response_type: "code",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{20,}$/),
    nonce: expect.stringMatching(/^[\w-]{20,}$/),
    redirect_uri: `${of.school.url}/api/openid/callback`,
    scope: "openid email profile",
    ui_locales: "he",
  });
});

test("signing in at the provider gives the session that a password gives, and nothing of it is in an address or the log", async () => {
  const own = await openSchool({ openId: of.settings, isLogged: true });
  const person = await own.add({ courses: [{ course: PMB }] });
  const earlier = await own.token(person, "elsewhere");
  const { page, code, user, token } = await of.signIn("same-session", verified(person), own);
  expect(page).toMatch(`${own.url}/tls/authorization?next=%2Fprogress#openid-code=`);
  const { json } = await own.login(person.username, undefined, "tab-1");
  expect(user).toEqual({ ...json.user, signedInElsewhere: true });
  expect((await own.call("/user/courses", { token })).status).toBe(200);
  const session = await own.call("/user/get-session?t=1", { token: earlier });
  expect(session.json.sessionId).toBe("tab-1");
  // The log writes its last lines when the school closes.
  await own.stop();
  expect(own.log).toContain("/api/openid/callback");
  for (const secret of [token, code ?? ""]) expect(own.log).not.toContain(secret);
});

test("signing in at the provider knows a person again whatever becomes of the address, and gives the account to nobody else with it, until the school unlinks it", async () => {
  const person = await of.school.add();
  const idOf = async (name: string, claims = verified(person)) => {
    const { user, error } = await of.signIn(name, claims);
    return user?.id ?? error;
  };
  expect(await idOf("first owner")).toBe(person.id);
  const elsewhere = { email: "elsewhere@thimble.example" };
  expect(await idOf("first owner", elsewhere)).toBe(person.id);
  expect(await idOf("next owner")).toBe("unknown");
  const unlink = ["user", "set", person.username, "--unlink"];
  expect(await runInProcess(unlink, of.school.variables)).toMatchObject({ code: 0, err: "" });
  expect(await idOf("next owner")).toBe(person.id);
});

test("signing in at the provider takes the level from the provider at each sign-in, and keeps it where it says nothing", async () => {
  const person = await of.school.add({ level: 20 });
  const levelAfter = async (level: unknown) =>
    (await of.signIn("levels", verified(person, { level }))).user.level;
  expect(await levelAfter(undefined)).toBe(20);
  expect(await levelAfter(10)).toBe(10);
  expect(await levelAfter("100")).toBe(100);
  // Nobody else could run the school yet.
  expect(await levelAfter(["0"])).toBe(100);
  await of.school.add({ level: 100 });
  expect(await levelAfter(0)).toBe(0);
});

test("signing in at the provider makes nobody a tutor of courses that the school has not given", async () => {
  const student = await of.school.student({ course: PMB });
  await of.school.message(student.token);
  const person = await of.school.add({ level: 0 });
  const { token } = await of.signIn("new tutor", verified(person, { level: 10 }));
  const seen = async () => (await of.school.call("/user/messages", { token })).json.messages.length;
  expect(await seen()).toBe(0);
  const give = ["user", "set", person.username, "--teaches", "PMB"];
  expect(await runInProcess(give, of.school.variables)).toMatchObject({ code: 0 });
  expect(await seen()).toBe(1);
});

test("signing in at the provider takes the level from the provider for the sessions before, too, without waiting for the app", async () => {
  const person = await of.school.add({ level: 20 });
  const { token } = await of.signIn("demoted", verified(person));
  const begin = () => own(of.school, token, "totp/begin", { proof: PASSWORD });
  expect((await begin()).status).toBe(200);
  const { browser, callback } = await of.atProvider("demoted", verified(person, { level: 0 }));
  await browser.redirectOf(callback);
  expect(outcome(await begin())).toEqual([403, "session/not_allowed"]);
});

test("signing in at the provider gives the courses that the provider lists from that day, and leaves those that run as they are", async () => {
  const person = await of.school.add({
    courses: [{ course: PMB, subDate: "2026-09-01", expDate: "2026-12-01" }],
  });
  const coursesAfter = async (courses: string | string[]) => {
    await of.signIn("courses", verified(person, { school: { courses } }));
    return coursesOf(person.id);
  };
  expect(await coursesAfter(["PMB", "PMS", "choir"])).toEqual([
    [PMB, "2026-09-01", "2026-12-01"],
    [PMS, "2026-11-18", "2027-05-18"],
  ]);
  of.school.now += 20 * DAY;
  expect(await coursesAfter("PMB")).toEqual([
    [PMB, "2026-12-08", "2027-06-08"],
    [PMS, "2026-11-18", "2027-05-18"],
  ]);
});

test("signing in at the provider creates the account of a person who has none, where the school wants that", async () => {
  const courseDates = { until: "2027-07-31" };
  const creating = await openSchool({
    openId: { ...of.settings, creates: true, clientSecret: null, courseDates },
  });
  await creating.add({ username: "ada" });
  const claims = {
    ...{ email: "ada@provider.example", email_verified: true, preferred_username: "ada" },
    ...{ given_name: "Ada", family_name: "Thread\u0000", school: { courses: ["PMB"] } },
  };
  const { user } = await of.signIn("new", claims, creating, { isPublic: true });
  expect(user).toMatchObject({
    ...{ username: "ada@provider.example", email: "ada@provider.example" },
    ...{ firstName: "Ada", lastName: "Thread", level: 0 },
  });
  expect(await coursesOf(user.id, creating)).toEqual([[PMB, "2026-11-18", "2027-07-31"]]);
  for (const password of ["x", " "]) {
    expect((await creating.login(user.username, password)).status).toBe(404);
  }
});

test.each(TURNS_OF_DAY.slice(0, 2))(
  "signing in at the provider begins accounts and courses on the school's day, $name in $zone",
  async (turn) => {
    const own = await openSchool({ openId: { ...of.settings, creates: true } });
    await moveToZone(own, turn.zone);
    const begin = async (name: string, now: number) => {
      own.now = now;
      const claims = { email: `${name}@provider.example`, school: { courses: ["PMB"] } };
      const { user } = await of.signIn(name, { ...claims, email_verified: true }, own);
      const [[, from, until] = []] = await coursesOf(user.id, own);
      return [user.registration, from, until];
    };
    const { day, next, at } = turn;
    expect(await begin("evening", at - 1)).toEqual([day, day, addMonths(day, 6)]);
    expect(await begin("morning", at)).toEqual([next, next, addMonths(next, 6)]);
  },
);

test("the desktop app that began gets the session once the browser has come back to its machine", async () => {
  const person = await of.school.add();
  const back = "http://127.0.0.1:4000/1a2b/sign-in.html";
  const way = await of.atProvider("desktop", verified(person), of.school, { back });
  const { browser, secret, callback } = way;
  const pending = { status: 200, json: { session: null } };
  expect(await of.exchange({ secret })).toMatchObject(pending);
  const page = await browser.redirectOf(callback);
  expect(page).toMatch(`${back}#openid-code=`);
  expect(await of.exchange({ secret })).toMatchObject(pending);
  const code = fragmentOf(page)["openid-code"] ?? "";
  const confirm = (json: object) => of.school.call("/openid/confirm", { json });
  expect((await confirm({ code: "guessed" })).outcome).toEqual([404, "openid/invalid_code"]);
  expect((await confirm({ code })).status).toBe(200);
  expect((await confirm({ code })).status).toBe(404);
  expect(await of.exchange({ secret: newSecret().secret })).toMatchObject(pending);
  const answer = await of.exchange({ secret });
  expect(answer.json.session.user.id).toBe(person.id);
  expect(await of.exchange({ secret })).toMatchObject(pending);
});

test.each([
  ["language=de", "Sie sind angemeldet"],
  ["language=de&error=unverified", "nicht bestätigt"],
  ["error=%3Cscript%3E", "no longer valid"],
])("the browser's page after a sign-in for the app says how it went: %s", async (query, words) => {
  expect((await of.school.call(`/openid/done?${query}`)).text).toContain(words);
});

test("signing in at the provider asks for no second factor of the school: the provider is responsible for its accounts", async () => {
  const tutor = await addTutor(of.school);
  await addApp(of.school, tutor);
  expect((await of.school.login(tutor.username)).json.code).toBe("session/second_factor");
  expect((await of.signIn("tutor", verified(tutor))).user.id).toBe(tutor.id);
});

test("signing in at the provider signs out at the provider, too, and only those who have signed in there", async () => {
  const person = await of.school.add();
  const password = await of.school.token(person);
  const signOut = (token: string) => of.school.call("/user/logout", { method: "POST", token });
  expect((await signOut(password)).status).toBe(204);
  const { token } = await of.signIn("leaves", verified(person));
  const { address } = (await signOut(token)).json;
  expect(address).toMatch(`${of.provider.issuer}/session/end?`);
  expect((await of.school.call("/user/courses", { token })).status).toBe(401);
  const query = new URL(address).searchParams;
  expect(query.get("post_logout_redirect_uri")).toBe(`${of.school.url}/tls/`);
  // The provider knows whose session it is, and asks only whether to end it.
  const page = await send(address);
  expect([page.status, page.text.includes("invalid_request")]).toEqual([200, false]);
});

test("signing in at the provider goes on at any server of the school", async () => {
  const person = await of.school.add();
  of.school.use({ publicUrl: of.school.url });
  const other = await of.school.startAnother();
  onTestFinished(() => other.close());
  const { browser, secret, callback } = await of.atProvider("two servers", verified(person));
  const { origin, pathname, search } = new URL(callback);
  // A balancer sends the same request to another server.
  browser.cookies.set(other.address, browser.cookies.get(origin) ?? new Map());
  const page = await browser.redirectOf(`${other.address}${pathname}${search}`);
  const code = fragmentOf(page)["openid-code"];
  expect((await of.exchange({ secret, code })).json.session.user.id).toBe(person.id);
});
