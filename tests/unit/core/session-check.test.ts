import { createHash } from "node:crypto";
import type { Context } from "hono";
import { expect, test } from "vitest";
import { openApp, openSignedIn } from "../support/open-app.ts";

const CHECK = "GET /user/get-session";

const proofOf = (t: string | undefined, sessionId: string): string =>
  createHash("sha256").update(`${t}\n${sessionId}`).digest("hex");

test("sends no request while nobody is signed in", async () => {
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

test.each<[string, (() => Response) | null]>([
  ...[500, 502, 404, 429].map((status): [string, () => Response] => [
    `status ${status}`,
    () => new Response("", { status }),
  ]),
  ["a captive portal's page", () => new Response("<p>Wi-Fi</p>")],
  ["no network", null],
])("the session stays after a check with %s", async (_, answer) => {
  const { session, school, ends } = await openSignedIn();
  if (answer) school.answer(CHECK, answer);
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

test("ends the session once when a call's token is refused", async () => {
  const { app, session, school, ends } = await openSignedIn();
  school.endTokens();
  await Promise.all([session.check(), session.check()]);
  expect(ends).toEqual(["ended"]);
  expect(app.alerts.state.list.map(({ text }) => text)).toEqual(["authorization.ended"]);
});
