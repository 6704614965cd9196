import { expect, test } from "vitest";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { failed } from "../../support/results.ts";
import { openApp } from "../support/open-app.ts";

/** Every value that was written to a machine's storage. */
const watchedMachine = () => {
  const machine = createMemoryMachine();
  const written: string[] = [];
  const { set } = machine.storage;
  machine.storage.set = (key, value) => {
    written.push(value);
    return set(key, value);
  };
  return { machine, written };
};

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

test("signing in stores no password", async () => {
  const { machine, written } = watchedMachine();
  const { session } = openApp({ machine });
  await session.signIn("dana", "secret");
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

test("signing in works without access to storage", async () => {
  const machine = createMemoryMachine();
  machine.storage.set = () => false;
  const { session } = openApp({ machine });
  expect(await session.signIn("dana", "secret")).toMatchObject({ ok: true });
  expect(session.state.authenticated).toBe(true);
});

const refused = async (answer: Response | Error, name = "dana") => {
  const { session, school, machine } = openApp();
  if (answer instanceof Error) school.network.up = false;
  else school.answer("POST /user/login", () => answer);
  const result = await session.signIn(name, "secret");
  expect(session.state).toMatchObject({ authenticated: false, token: null, level: -1 });
  expect(machine.storage.get("session.v1")).toBeNull();
  return result;
};

test("a refused sign-in is the same for an unknown name and a wrong password", async () => {
  const { session } = openApp();
  const wrong = failed("wrong-name-or-password");
  expect(await session.signIn("nobody", "secret")).toEqual(wrong);
  expect(await session.signIn("dana", "wrong")).toEqual(wrong);
  expect(session.state.authenticated).toBe(false);
});

test("a refused sign-in depends on the status 404, whatever the body", async () => {
  expect(await refused(new Response("nope", { status: 404 }))).toEqual(
    failed("wrong-name-or-password"),
  );
});

test.each([
  ["120", 120],
  [null, null],
])("a refused sign-in has a waiting time: Retry-After %s", async (header, seconds) => {
  const headers = header ? { "retry-after": header } : undefined;
  expect(await refused(new Response("", { status: 429, headers }))).toEqual({
    ok: false,
    failure: { kind: "throttled", seconds },
  });
});

test.each([
  ["no network", () => new Error("down")],
  ["a failing server", () => new Response("", { status: 500 })],
  ["a captive portal", () => new Response("<p>Wi-Fi</p>", { status: 200 })],
  ["an answer without a token", () => Response.json({ user: { level: 100 } })],
])("a sign-in counts %s as no connection", async (_, answer) => {
  expect(await refused(answer())).toEqual(failed("no-connection"));
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

test("a request for a new password is sent in the language of the interface", async () => {
  const { session, school } = openApp();
  await session.forgotPassword("dana@school.example", "he");
  expect(school.requests[0]?.body).toEqual({
    emailOrUsername: "dana@school.example",
    language: "he",
  });
});

test("a request for a new password reveals nothing about the school's answer", async () => {
  const { session, school } = openApp();
  const events: unknown[] = [];
  for (const status of [200, 404, 500]) {
    school.answer("POST /user/forgot-password", () => new Response("", { status }));
    events.push(await session.forgotPassword("dana", "en"));
  }
  school.network.up = false;
  events.push(await session.forgotPassword("dana", "en"));
  expect(new Set(events)).toEqual(new Set([undefined]));
});
