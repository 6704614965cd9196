import { createHash } from "node:crypto";
import type { Context } from "hono";
import { expect, test, vi } from "vitest";
import { getProducts } from "../../../src/contract/content.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { failed } from "../../support/results.ts";
import { openApp, openSignedIn } from "../support/open-app.ts";
import { createSmallSchool, type SmallSchool } from "../support/small-school.ts";

const KEY = "session.v1";

/** The same machine after a restart. */
const again = ({ school, machine }: Awaited<ReturnType<typeof openSignedIn>>) => {
  const opened = openApp({ school, machine });
  expect(opened.session.state.authenticated).toBe(false);
  opened.session.boot();
  return opened;
};

test("a stored session is restored at the next start, and passes the check", async () => {
  const first = await openSignedIn();
  const { session, ends } = again(first);
  expect(session.state).toMatchObject({
    authenticated: true,
    token: first.session.state.token,
    user: { username: "dana" },
  });
  await session.check();
  expect(ends).toEqual([]);
});

test("a stored session that has expired is ended at start, with a message", async () => {
  const school = createSmallSchool();
  Object.assign(school.people.get("dana") ?? {}, { expire: "2026-04-02" });
  const first = await openSignedIn("dana", { school });
  expect(again(first).session.state.authenticated).toBe(true);
  first.machine.advance(24 * 3_600_000);
  const { app, session, ends, machine } = again(first);
  expect(session.state).toMatchObject({ authenticated: false, token: null, level: -1 });
  expect(ends).toEqual(["expired"]);
  expect(app.alerts.state.list.map(({ text }) => text)).toEqual(["authorization.expired"]);
  expect(machine.storage.get(KEY)).toBeNull();
  // While it is used, the reason is the same.
  first.session.onUnauthorized();
  expect(first.ends).toEqual(["expired"]);
});

test("a stored session of an administrator does not expire", async () => {
  const school = createSmallSchool();
  Object.assign(school.people.get("boss") ?? {}, { expire: "2020-01-01" });
  expect(again(await openSignedIn("boss", { school })).session.state.authenticated).toBe(true);
});

test.each([
  ["not JSON", "{"],
  ["without a token", '{"sessionId":"s","user":{"level":100}}'],
  ["without a user", '{"sessionId":"s","token":"t"}'],
  ["with a token of another kind", '{"sessionId":"s","token":7,"user":{}}'],
])("a stored session that is %s is dropped, and nobody is signed in", (_, value) => {
  const machine = createMemoryMachine();
  machine.storage.set(KEY, value);
  const { session, ends } = openApp({ machine });
  session.boot();
  expect(session.state).toMatchObject({ authenticated: false, level: -1 });
  expect(machine.storage.get(KEY)).toBeNull();
  expect(ends).toEqual([]);
});

test("a stored session without a session id is ended by the first check", async () => {
  const first = await openSignedIn();
  const kept = JSON.parse(first.machine.storage.get(KEY) ?? "");
  first.machine.storage.set(KEY, JSON.stringify({ ...kept, sessionId: null }));
  const { session, ends } = again(first);
  await session.check();
  expect(ends).toEqual(["ended"]);
});

test("signing out revokes the token at the school and deletes it here", async () => {
  const { session, school, machine, ends } = await openSignedIn();
  const { token } = session.state;
  session.logOut();
  expect(session.state).toMatchObject({ authenticated: false, token: null, user: null });
  expect(machine.storage.get(KEY)).toBeNull();
  expect(ends).toEqual(["logged-out"]);
  await vi.waitFor(() => {
    const events = school.requests.find(({ call }) => call === "POST /user/logout");
    expect(events?.request.headers.get("authorization")).toBe(`Bearer ${token}`);
  });
});

test.each([
  ["a school that knows no such call", 404],
  ["a token that has expired", 401],
  ["no network", 0],
])("signing out works with %s, though the machine has lost the session", async (_, status) => {
  const { app, session, school, ends, machine } = await openSignedIn();
  school.answer("POST /user/logout", () => new Response("", { status }));
  school.network.up = status > 0;
  machine.storage.remove(KEY);
  session.updateUser({ firstName: "Dina" });
  expect(machine.storage.get(KEY)).toBeNull();
  session.logOut();
  session.logOut();
  await vi.waitFor(() => expect(app.network.state.online).toBe(status > 0));
  await new Promise(setImmediate);
  expect(session.state.authenticated).toBe(false);
  expect([ends, app.alerts.state.list]).toEqual([["logged-out"], []]);
});

test("a session that ends or changes in one tab leaves the other tab's later one", async () => {
  const first = await openSignedIn();
  const second = openApp({ school: first.school, machine: first.machine });
  await second.session.signIn("dana", "secret");
  await first.session.check();
  expect(first.ends).toEqual(["used-elsewhere"]);
  const third = again(first);
  expect(third.session.state.token).toBe(second.session.state.token);
  // Neither does a change of the person.
  await openApp({ school: first.school, machine: first.machine }).session.signIn("boss", "secret");
  third.session.updateUser({ firstName: "Dina" });
  expect(third.session.state.user?.firstName).toBe("Dina");
  expect(again(first).session.state.user).toMatchObject({ username: "boss", firstName: "Dana" });
});

const CHECK = "GET /user/get-session";

const proofOf = (t: string | undefined, sessionId: string): string =>
  createHash("sha256").update(`${t}\n${sessionId}`).digest("hex");

test("the session check sends no request while nobody is signed in", async () => {
  const { session, school } = openApp();
  await session.check();
  expect(school.requests).toEqual([]);
});

test("the session check ends the session once the account is used elsewhere", async () => {
  const here = await openSignedIn();
  const there = openApp({ school: here.school });
  await there.session.signIn("dana", "secret");
  await here.session.check();
  expect(here.ends).toEqual(["used-elsewhere"]);
  expect(here.session.state).toMatchObject({ authenticated: false, token: null, user: null });
  await there.session.check();
  expect(there.ends).toEqual([]);
});

test("the session check allows two places if the school does", async () => {
  const here = await openSignedIn("dana", { singleLogin: false });
  await openApp({ school: here.school }).session.signIn("dana", "secret");
  await here.session.check();
  expect(here.ends).toEqual([]);
});

test("the session check keeps a session without an id until the account is used elsewhere", async () => {
  const here = await openSignedIn("dana", { hasSessionId: false });
  expect(here.school.requests.at(-1)?.body).toMatchObject({ sessionId: null });
  await here.session.check();
  expect(here.ends).toEqual([]);
  await openApp({ school: here.school }).session.signIn("dana", "secret");
  await here.session.check();
  expect(here.ends).toEqual(["used-elsewhere"]);
});

const untrue: [string, (context: Context, sessionId: string) => object][] = [
  ["the status 401", () => new Response("", { status: 401 })],
  ["the status 403", () => new Response("", { status: 403 })],
  ["no session id", (context) => ({ t: context.req.query("t"), sessionId: null })],
  ["no proof", (context, sessionId) => ({ t: context.req.query("t"), sessionId })],
  ["a wrong proof", (_, sessionId) => ({ t: proofOf("1", "x"), sessionId })],
  [
    "the proof of another session",
    (context, sessionId) => ({ t: proofOf(context.req.query("t"), "x"), sessionId }),
  ],
  [
    "a session elsewhere without its proof",
    (context, sessionId) => ({ t: proofOf(context.req.query("t"), sessionId), sessionId: "x" }),
  ],
];

test.each(untrue)("the session check ends the session at an answer with %s", async (_, answer) => {
  const { session, school, ends } = await openSignedIn();
  const { sessionId } = session.state;
  school.answer(CHECK, (context) => {
    const said = answer(context, sessionId ?? "");
    return said instanceof Response ? said : context.json(said);
  });
  await session.check();
  expect(ends).toEqual(["ended"]);
});

test("the session check ends the session at a replayed answer", async () => {
  const { session, school, ends, machine } = await openSignedIn();
  const recorded = { t: proofOf(String(machine.now()), session.state.sessionId ?? "") };
  const answer = { ...recorded, sessionId: session.state.sessionId };
  school.answerWith(CHECK, answer);
  await session.check();
  expect(ends).toEqual([]);
  machine.advance(1);
  await session.check();
  expect(ends).toEqual(["ended"]);
});

// 200 is a captive portal's page, and 0 is no network.
test.each([500, 502, 404, 429, 200, 0])("the session stays after a check at %i", async (status) => {
  const { session, school, ends } = await openSignedIn();
  if (status) school.answer(CHECK, () => new Response("<p>Wi-Fi</p>", { status }));
  else school.network.up = false;
  await session.check();
  expect(ends).toEqual([]);
});

test.each([
  ["answer", (context: Context) => context.json({ t: 1, sessionId: null })],
  ["refusal", () => new Response("", { status: 403 })],
])("an %s that arrives after signing out or for another person is ignored", async (_, answer) => {
  const { session, school, ends } = await openSignedIn();
  school.answer(CHECK, answer);
  const release = school.hold(CHECK);
  const late = session.check();
  session.logOut();
  await session.signIn("boss", "secret");
  release();
  await late;
  expect(ends).toEqual(["logged-out"]);
  expect(session.state.user?.username).toBe("boss");
});

test("the session check ignores an answer if the person signs out while its proof is computed", async () => {
  const { session, school, ends, machine } = await openSignedIn();
  await openApp({ school }).session.signIn("dana", "secret");
  const begun = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const { sha256 } = machine;
  machine.sha256 = async (text) => {
    machine.sha256 = sha256;
    begun.resolve();
    await finished.promise;
    return sha256(text);
  };
  const late = session.check();
  await begun.promise;
  session.logOut();
  await session.signIn("boss", "secret");
  finished.resolve();
  await late;
  expect(ends).toEqual(["logged-out"]);
  expect(session.state.user?.username).toBe("boss");
});

test("a refused token of several calls ends the session once", async () => {
  const { app, session, school, ends } = await openSignedIn();
  school.endTokens();
  await Promise.all([session.check(), session.check()]);
  expect(ends).toEqual(["ended"]);
  expect(app.alerts.state.list.map(({ text }) => text)).toEqual(["authorization.ended"]);
});

test("signing in stores the person, the level and the token", async () => {
  const { session } = openApp();
  expect(session.state).toMatchObject({ authenticated: false, user: null, level: -1 });
  const result = await session.signIn("boss", "secret");
  expect(result).toMatchObject({ ok: true, value: { id: 8, username: "boss" } });
  expect(session.state).toMatchObject({ authenticated: true, level: 100 });
  expect(session.state.token).toEqual(expect.any(String));
});

test("signing in sends a different session id each time, which reveals nothing about the password", async () => {
  const { session, school } = openApp();
  for (let time = 0; time < 3; time += 1) await session.signIn("dana", "secret");
  const ids = school.requests.map(({ body }) => (body as { sessionId: string }).sessionId);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{64}$/);
});

test("signing in stores no password, and works without access to storage", async () => {
  const machine = createMemoryMachine();
  const written: string[] = [];
  machine.storage.set = (_, text) => {
    written.push(text);
    return false;
  };
  const { session } = openApp({ machine });
  expect(await session.signIn("dana", "secret")).toMatchObject({ ok: true });
  expect(session.state.authenticated).toBe(true);
  expect(written.length).toBeGreaterThan(0);
  expect(written.join()).not.toContain("secret");
});

/** Changes what the school answers to the next sign-in. */
const changeSignIn = (school: SmallSchool, change: (answer: { user: object }) => object) =>
  school.answer("POST /user/login", async (context) => {
    school.usual("POST /user/login");
    const answer = await school.fetch(context.req.raw.clone());
    return context.json(change(await answer.json()));
  });

test("signing in uses the school's session id if it returns one, else its own", async () => {
  const { session, school } = openApp();
  for (const sessionId of ["theirs", null]) {
    changeSignIn(school, ({ user, ...rest }) => ({ user: { ...user, sessionId }, ...rest }));
    await session.signIn("dana", "secret");
    if (sessionId) expect(session.state.sessionId).toBe(sessionId);
    else expect(session.state.sessionId).toMatch(/^[\da-f]{64}$/);
  }
});

test("a refused sign-in is the same for an unknown name and a wrong password", async () => {
  const { session } = openApp();
  const wrong = await session.signIn("nobody", "secret");
  expect(wrong).toMatchObject({ ok: false, failure: { kind: "refused", status: 404 } });
  expect(await session.signIn("dana", "wrong")).toEqual(wrong);
  expect(session.state.authenticated).toBe(false);
});

test.each<[string, Response | Error, object]>([
  ["no network", new Error("down"), { kind: "unreachable" }],
  ["a failing server", new Response("", { status: 500 }), { kind: "refused", status: 500 }],
  ["a captive portal", new Response("<p>Wi-Fi</p>"), { kind: "undecodable", json: false }],
  ["no token", Response.json({ user: { level: 100 } }), { kind: "undecodable", json: true }],
  [
    "429 and a waiting time",
    new Response("", { status: 429, headers: { "retry-after": "120" } }),
    { kind: "refused", status: 429, retryAfter: 120 },
  ],
])("a sign-in fails, and signs nobody in, when the answer is %s", async (_, answer, failure) => {
  const { session, school, machine } = openApp();
  if (answer instanceof Error) school.network.up = false;
  else school.answer("POST /user/login", () => answer);
  expect(await session.signIn("dana", "secret")).toMatchObject({ ok: false, failure });
  expect(session.state).toMatchObject({ authenticated: false, token: null, level: -1 });
  expect(machine.storage.get("session.v1")).toBeNull();
});

test("signing in is refused for an expired account", async () => {
  const { session, school, machine } = openApp();
  const dana = school.people.get("dana");
  if (dana) dana.expire = "2026-04-01";
  expect(await session.signIn("dana", "secret")).toEqual(failed("expired"));
  expect(session.state.authenticated).toBe(false);
  expect(machine.storage.get("session.v1")).toBeNull();
  if (dana) dana.expire = "2026-04-02";
  expect(await session.signIn("dana", "secret")).toMatchObject({ ok: true });
});

/** Adds answers of other calls to that of the next sign-in. */
const sendAhead = (school: SmallSchool, ahead: unknown) =>
  changeSignIn(school, (answer) => ({ ...answer, ahead }));

test("answers that come with a sign-in are used once, by the same person, and then the school is asked", async () => {
  const { app, session, school } = openApp();
  const cds = [{ id: 1, cd: "AHEAD", title: "Ahead", translations: [] }];
  sendAhead(school, { "/products": { cds } });
  const products = async () => {
    const answer = await app.transport.send(getProducts);
    return answer.ok ? answer.value.cds.map(({ cd }) => cd) : answer;
  };
  await session.signIn("dana", "secret");
  expect(await products()).toEqual(["AHEAD"]);
  expect(await products()).toEqual(["PM"]);
  expect(school.count("GET /products")).toBe(1);

  sendAhead(school, { "/products": { cds } });
  await session.signIn("dana", "secret");
  session.logOut();
  await session.signIn("boss", "secret");
  expect(await products()).toEqual(["PM"]);
});

test.each([null, { "/products": "x" }])("signing in works with the answers %j", async (ahead) => {
  const { app, session, school } = openApp();
  sendAhead(school, ahead);
  expect(await session.signIn("dana", "secret")).toMatchObject({ ok: true });
  const answer = await app.transport.send(getProducts);
  expect(answer.ok).toBe(typeof (ahead as Record<string, unknown>)?.["/products"] !== "string");
});
