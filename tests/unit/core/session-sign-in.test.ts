import { expect, test } from "vitest";
import { getProducts } from "../../../src/contract/content.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { failed } from "../../support/results.ts";
import { openApp } from "../support/open-app.ts";
import type { SmallSchool } from "../support/small-school.ts";

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

test("signing in uses the school's session id if it returns one, else its own", async () => {
  const { session, school } = openApp();
  for (const given of ["theirs", null]) {
    school.answer("POST /user/login", async (context) => {
      school.usual("POST /user/login");
      const answer = await school.fetch(context.req.raw.clone());
      const { user, token } = (await answer.json()) as { user: object; token: string };
      return context.json({ user: { ...user, sessionId: given }, token });
    });
    await session.signIn("dana", "secret");
    if (given) expect(session.state.sessionId).toBe(given);
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
  school.answer("POST /user/login", async (context) => {
    school.usual("POST /user/login");
    const answer = await school.fetch(context.req.raw.clone());
    return context.json({ ...((await answer.json()) as object), ahead });
  });

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
