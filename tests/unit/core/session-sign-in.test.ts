import { describe, expect, test } from "vitest";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { openApp } from "../support/open-app.ts";

/** Everything that a machine's storage was ever given. */
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

describe("signing in", () => {
  test("takes up the person, the level and the token", async () => {
    const { session } = openApp();
    expect(session.state).toMatchObject({ authenticated: false, user: null, level: -1 });
    const result = await session.signIn("boss", "secret");
    expect(result).toMatchObject({ ok: true, value: { id: 8, username: "boss" } });
    expect(session.state).toMatchObject({ authenticated: true, level: 100 });
    expect(session.state.token).toEqual(expect.any(String));
  });

  test("sends another session id each time: a hash that says nothing of the password", async () => {
    const { session, school } = openApp();
    for (let time = 0; time < 3; time += 1) await session.signIn("dana", "secret");
    const ids = school.requests.map(({ body }) => (body as { sessionId: string }).sessionId);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{64}$/);
  });

  test("keeps no password on the machine", async () => {
    const { machine, written } = watchedMachine();
    const { session } = openApp({ machine });
    await session.signIn("dana", "secret");
    expect(written.length).toBeGreaterThan(0);
    expect(written.join()).not.toContain("secret");
  });

  test("goes by the school's session id where it gives one, else by its own", async () => {
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

  test("an account without rights at the machine's storage is signed in all the same", async () => {
    const machine = createMemoryMachine();
    machine.storage.set = () => false;
    const { session } = openApp({ machine });
    expect(await session.signIn("dana", "secret")).toMatchObject({ ok: true });
    expect(session.state.authenticated).toBe(true);
  });
});

describe("a refused sign-in", () => {
  const refused = async (answer: Response | Error, name = "dana") => {
    const { session, school, machine } = openApp();
    if (answer instanceof Error) school.network.up = false;
    else school.answer("POST /user/login", () => answer);
    const result = await session.signIn(name, "secret");
    expect(session.state).toMatchObject({ authenticated: false, token: null, level: -1 });
    expect(machine.storage.get("session.v1")).toBeNull();
    return result;
  };

  test("an unknown name and a wrong password look alike", async () => {
    const { session } = openApp();
    const wrong = { ok: false, failure: { kind: "wrong-name-or-password" } };
    expect(await session.signIn("nobody", "secret")).toEqual(wrong);
    expect(await session.signIn("dana", "wrong")).toEqual(wrong);
    expect(session.state.authenticated).toBe(false);
  });

  test("goes by the status 404, whatever the words with it", async () => {
    expect(await refused(new Response("nope", { status: 404 }))).toEqual({
      ok: false,
      failure: { kind: "wrong-name-or-password" },
    });
  });

  test.each([
    ["120", 120],
    [null, null],
  ])("throttled with Retry-After %s", async (header, seconds) => {
    const headers = header ? { "retry-after": header } : undefined;
    expect(await refused(new Response("", { status: 429, headers }))).toEqual({
      ok: false,
      failure: { kind: "throttled", seconds },
    });
  });

  test.each([
    ["no network", () => new Error("down")],
    ["a server in trouble", () => new Response("", { status: 500 })],
    ["a captive portal", () => new Response("<p>Wi-Fi</p>", { status: 200 })],
    ["an answer without a token", () => Response.json({ user: { level: 100 } })],
  ])("%s counts as no connection", async (_, answer) => {
    expect(await refused(answer())).toEqual({ ok: false, failure: { kind: "no-connection" } });
  });

  test("an account whose time is over gets in no more", async () => {
    const { session, school, machine } = openApp();
    const dana = school.people.get("dana");
    if (dana) dana.expire = "2026-04-01";
    expect(await session.signIn("dana", "secret")).toEqual({
      ok: false,
      failure: { kind: "expired" },
    });
    expect(session.state.authenticated).toBe(false);
    expect(machine.storage.get("session.v1")).toBeNull();
    if (dana) dana.expire = "2026-04-02";
    expect(await session.signIn("dana", "secret")).toMatchObject({ ok: true });
  });
});

describe("a forgotten password", () => {
  test("is asked for in the language of the interface", async () => {
    const { session, school } = openApp();
    await session.forgotPassword("dana@school.example", "he");
    expect(school.requests[0]?.body).toEqual({
      emailOrUsername: "dana@school.example",
      language: "he",
    });
  });

  test("tells nothing of what the school makes of it", async () => {
    const { session, school } = openApp();
    const told: unknown[] = [];
    for (const status of [200, 404, 500]) {
      school.answer("POST /user/forgot-password", () => new Response("", { status }));
      told.push(await session.forgotPassword("dana", "en"));
    }
    school.network.up = false;
    told.push(await session.forgotPassword("dana", "en"));
    expect(new Set(told)).toEqual(new Set([undefined]));
  });
});
