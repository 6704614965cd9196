import { expect, test } from "vitest";
import { hashText } from "../support/hash-text.ts";
import { quickPasswords } from "../support/quick-passwords.ts";
import { DAY, NOON, openSchool, PASSWORD, PMB } from "../support/test-school.ts";

const school = openSchool.shared();

test("signing in returns the account, its school and a token", async () => {
  const { id, username, email } = await school.add({ courses: [{ course: PMB }] });
  const answer = await school.login(username, PASSWORD, "a1b2");
  expect(answer.status).toBe(200);
  const { user, token, ahead } = answer.json;
  expect(token).toMatch(/^[\w-]{40,}$/);
  expect(user).toEqual({
    ...{ id, username, email, firstName: "Noa", lastName: "Brand", languages: ["en", "he"] },
    ...{ level: 0, registration: "2026-01-15", expire: null, org_id: 1, sessionId: "a1b2" },
    ...{ accepted_policy_personaldata: null, accepted_policy_mediaconsent: null },
    ...{ serialNumber: "", canDownloadApp: false, signedInElsewhere: false },
    Organization: expect.objectContaining({ id: 1, name: "Thimble School" }),
  });
  for (const path of ["/products", "/user/courses"]) {
    const { status, json } = await school.call(path, { token });
    expect([status, ahead[path]], path).toEqual([200, json]);
  }
  expect(Object.keys(ahead)).toHaveLength(2);
  const stored = await school.database.read.selectFrom("token").select("hash").execute();
  expect(stored).toContainEqual({ hash: hashText(token) });
  // A sign-in without a session id returns no answers of other calls.
  expect((await school.login(username)).json).not.toHaveProperty("ahead");
});

test("signing in is refused if the password is changed while it is being checked", async () => {
  const hashing = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const passwords = quickPasswords();
  const slow = await openSchool({ passwords });
  const { id, username } = await slow.add();
  const verifyInTurn = passwords.verifyInTurn.bind(passwords);
  passwords.verifyInTurn = async (...parameters) => {
    const right = await verifyInTurn(...parameters);
    hashing.resolve();
    await changed.promise;
    return right;
  };
  const signingIn = slow.login(username);
  await hashing.promise;
  const password = await quickPasswords().hash("another needle");
  await slow.changeAccount(id, { password });
  changed.resolve();
  expect((await signingIn).outcome).toEqual([404, "login/user_not_found"]);
});

test("an expired account is told the date at the sign-in, and its token opens nothing", async () => {
  const { id, username } = await school.add();
  const expiring = (expire: string, level = 0) => school.changeAccount(id, { expire, level });
  const courses = async () => {
    const { status, json } = await school.login(username, PASSWORD, "a1b2");
    expect([status, json.user.expire]).toEqual([200, expect.any(String)]);
    const courses = await school.call("/user/courses", { token: json.token });
    // The sign-in tells no more than the token does.
    expect(Boolean(json.ahead)).toBe(courses.status === 200);
    return courses.status;
  };
  // One calendar month after the last day of access.
  await expiring("2026-12-17");
  expect(await courses()).toBe(401);
  await expiring("2026-12-17", 100);
  expect(await courses()).toBe(200);
  await expiring("2026-12-18");
  expect(await courses()).toBe(200);
});

test("a sign-in that fails is logged with the name's hash and the address", async () => {
  const logging = await openSchool({ isLogged: true });
  await logging.add({ username: "camille" });
  for (const name of ["camille", "nobody-here", "camille"]) await logging.login(name, "a guess");
  await logging.login("camille");
  await logging.restart();
  const { log: text } = logging;
  const failed = text
    .split("\n")
    .filter((line) => line.includes('"sign-in failed"'))
    .map((line) => JSON.parse(line));
  expect(failed).toHaveLength(3);
  const [first, other, again] = failed;
  expect(first).toMatchObject({ name: expect.stringMatching(/^[\w-]{22}$/), address: "127.0.0.1" });
  expect(again.name).toBe(first.name);
  expect(other.name).not.toBe(first.name);
  for (const secret of ["camille", "nobody-here", "guess"]) expect(text).not.toContain(secret);
});

test("signing in gives the same answer for an unknown name and a wrong password", async () => {
  const { username } = await school.add();
  const said = async (name: string) => {
    const { json } = await school.login(name, "wrong password");
    return { ...json, instance: "" };
  };
  const wrong = await said(username);
  expect(wrong).toMatchObject({ status: 404, code: "login/user_not_found" });
  expect(await said("nobody")).toEqual(wrong);
});

const check = (token: string, t: string) => school.call(`/user/get-session?t=${t}`, { token });

test("the session proves the session id of the latest sign-in by the hash of the time and the id", async () => {
  const person = await school.add();
  const token = await school.token(person, "first");
  const proof = (sessionId: string) => ({ t: hashText("1700000000000", sessionId), sessionId });
  expect((await check(token, "1700000000000")).json).toEqual(proof("first"));
  await school.token(person, "second");
  expect((await check(token, "1700000000000")).json).toEqual(proof("second"));
});

test("the session stays valid while it is used, and expires after sixty days without use", async () => {
  const { token } = await school.student();
  for (const days of [59, 59]) {
    school.now += days * DAY;
    expect((await check(token, "1")).status).toBe(200);
    await school.server.idle();
  }
  school.now += 60 * DAY;
  const { outcome, headers } = await check(token, "1");
  expect(outcome).toEqual([401, "session/no_token"]);
  expect(headers["www-authenticate"]).toBe("Bearer");
  school.now = NOON;
});

test.each(["", "Bearer", "Basic c3R1ZGVudDp4", "Bearer not-a-token", `Bearer ${"x".repeat(5000)}`])(
  "the session is refused for the header %j",
  async (Authorization) => {
    const { status } = await school.call("/user/courses", { headers: { Authorization } });
    expect(status).toBe(401);
  },
);

test("policies are stored with the day of acceptance, each on its own, and can be declined", async () => {
  const accept = (token: string, json: object) =>
    school.call("/user/accept-policy", { token, json });
  const person = await school.add();
  const accepted = async () => {
    const { user } = (await school.login(person.username)).json;
    return [user.accepted_policy_personaldata, user.accepted_policy_mediaconsent];
  };
  expect(await accepted()).toEqual([null, null]);
  const token = await school.token(person);
  const answer = await accept(token, { policy: "personaldata", accepted: true });
  expect(answer.json).toEqual({ policy: "personaldata", accepted: "2026-11-18" });
  const unknown = await accept(token, { policy: "password", accepted: true });
  expect([unknown.status, unknown.json.errors[0].path]).toEqual([422, "policy"]);
  school.now += DAY;
  await accept(token, { policy: "mediaconsent", accepted: true });
  expect(await accepted()).toEqual(["2026-11-18", "2026-11-19"]);
  await accept(token, { policy: "personaldata", accepted: true });
  expect(await accepted()).toEqual(["2026-11-19", "2026-11-19"]);
  const declined = await accept(token, { policy: "personaldata", accepted: false });
  expect(declined.json).toEqual({ policy: "personaldata", accepted: false });
  expect(await accepted()).toEqual([null, "2026-11-19"]);
  school.now = NOON;
});
