import { expect, test, vi } from "vitest";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { openApp, openSignedIn } from "../support/open-app.ts";
import { createSmallSchool } from "../support/small-school.ts";

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
  const dana = school.people.get("dana");
  if (dana) dana.expire = "2026-04-02";
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
  const boss = school.people.get("boss");
  if (boss) boss.expire = "2020-01-01";
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
