import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OPENID_ERRORS } from "../../../../src/contract/openid.ts";
import { createOpenId } from "../../../../src/features/authorization/openid.ts";
import { openApp } from "../../support/open-app.ts";

const FINISH = "POST /openid/session";
const SECRET = "openid.v1";

const user = { id: 7, username: "dana", firstName: "Dana", level: 0, expire: null };

/** The app at the address that the browser has come back to. */
const cameBack = (hash: string, secret: string | null = "the app's secret") => {
  history.replaceState(null, "", `/tls/authorization?next=%2Ffaq${hash}`);
  const opened = openApp();
  if (secret !== null) opened.machine.storage.set(SECRET, secret);
  opened.school.answerWith(FINISH, { session: { user, token: "t" } });
  const shown = () => opened.app.alerts.state.list.map(({ text }) => text);
  return { ...opened, openId: createOpenId(opened.app), shown };
};

beforeEach(() => {
  vi.stubGlobal("opener", null);
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

test("signing in with an account of the school's own exchanges code and secret for a session, and leaves neither behind", async () => {
  const { openId, session, school, machine, shown } = cameBack("#openid-code=one-time");
  await openId.comeBack();
  const sent = school.bodies(FINISH)[0];
  expect(sent).toEqual({
    secret: "the app's secret",
    code: "one-time",
    sessionId: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(session.state).toMatchObject({ authenticated: true, token: "t" });
  expect(session.state.sessionId).toBe((sent as { sessionId: string }).sessionId);
  expect(machine.storage.get(SECRET)).toBeNull();
  expect(location.hash).toBe("");
  expect(location.search).toBe("?next=%2Ffaq");
  expect(shown()).toEqual([]);
});

test.each(OPENID_ERRORS)("says why the school has refused an account: %s", async (error) => {
  const { openId, session, school, shown } = cameBack(`#openid-error=${error}`);
  await openId.comeBack();
  expect(shown()).toEqual([`openid.${error}`]);
  expect(session.state.authenticated).toBe(false);
  expect(school.count(FINISH)).toBe(0);
  expect(location.hash).toBe("");
});

test.each([
  ["an error that it does not know", "#openid-error=other", "secret", 0, "openid.invalid"],
  ["a code that another browser has asked for", "#openid-code=theirs", null, 0, "openid.invalid"],
  ["a 404", "#openid-code=one-time", "secret", 404, "openid.invalid"],
  ["a 429", "#openid-code=one-time", "secret", 429, "openid.throttled"],
  ["a 500", "#openid-code=one-time", "secret", 500, "failure.connection"],
])(
  "signing in with the school's account lets nobody in with %s, and says why",
  async (_, hash, secret, status, text) => {
    const { openId, school, session, shown } = cameBack(hash, secret);
    school.answer(FINISH, () => Response.json({ code: "x" }, { status }));
    await openId.comeBack();
    expect(shown()).toEqual([text]);
    expect(session.state.authenticated).toBe(false);
    expect(school.count(FINISH)).toBe(Number(status > 0));
  },
);

test("signing in with an account of the school's own tells somebody whose access has ended so, as with a password", async () => {
  const { openId, school, session, shown } = cameBack("#openid-code=one-time");
  const expired = { ...user, expire: "2020-01-31" };
  school.answerWith(FINISH, { session: { user: expired, token: "t" } });
  await openId.comeBack();
  expect(shown()).toEqual(["authorization.expired"]);
  expect(session.state.authenticated).toBe(false);
});

test("signing in with an account of the school's own gives the code to the page that has opened this window, and to no other origin", async () => {
  const told: unknown[] = [];
  const close = vi.fn();
  vi.stubGlobal("opener", { postMessage: (...what: unknown[]) => told.push(what) });
  vi.stubGlobal("close", close);
  const { openId, school, shown } = cameBack("#openid-code=one-time", null);
  await openId.comeBack();
  expect(told).toEqual([[{ openid: { code: "one-time", error: null } }, location.origin]]);
  expect(close).toHaveBeenCalledOnce();
  expect(school.count(FINISH)).toBe(0);
  // Shown only if the browser does not let the window close itself.
  expect(shown()).toEqual(["openid.invalid"]);
});

test("signing in with an account of the school's own does nothing at any other address", async () => {
  const { openId, machine, shown } = cameBack("#content");
  await openId.comeBack();
  expect([shown(), machine.storage.get(SECRET), location.hash]).toEqual([
    [],
    "the app's secret",
    "#content",
  ]);
});
