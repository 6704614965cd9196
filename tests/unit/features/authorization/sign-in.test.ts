import { expect, test } from "vitest";
import { createSignIn, WRONG } from "../../../../src/features/authorization/sign-in.ts";
import { openApp } from "../../support/open-app.ts";

const LOGIN = "POST /user/login";

const open = () => {
  const opened = openApp();
  const { session, alerts } = opened.app;
  const shown = () => alerts.state.list.map(({ text, values }) => ({ text, ...values }));
  const steps: unknown[] = [];
  const waits: number[] = [];
  const signIn = createSignIn(
    { session, alerts },
    (step) => steps.push(step),
    async (seconds) => waits.push(seconds),
  );
  return { ...opened, signIn, shown, steps, waits };
};

test("a school that asks for more after the right password gets it, without an alert or a session", async () => {
  const { signIn, session, school, shown, steps } = open();
  const step = { challenge: "c", totp: true, passkey: null, setUp: null };
  const problem = { code: "session/second_factor", secondFactor: step };
  school.answer(LOGIN, () => Response.json(problem, { status: 401 }));
  expect(await signIn.submit("dana", "secret")).toBeUndefined();
  expect(steps).toEqual([step]);
  expect(session.state.authenticated).toBe(false);
  expect(shown()).toEqual([]);
});

test.each([
  ["90", 2],
  ["0", 1],
  [null, 1],
])("after too many tries, %j seconds to wait are %i minutes", async (seconds, minutes) => {
  const { signIn, school, shown, app } = open();
  const headers = new Headers(seconds === null ? [] : [["retry-after", seconds]]);
  school.answer(LOGIN, () => Response.json({ code: "x" }, { status: 429, headers }));
  expect(await signIn.submit("dana", "secret")).toBeUndefined();
  expect(shown()).toEqual([{ text: "authorization.throttled", minutes }]);
  expect(app.alerts.state.list).toMatchObject([{ seconds: 15 }]);
});

test("a busy school is asked again after the seconds that it names, until it has an answer", async () => {
  const { signIn, school, shown, waits } = open();
  const refusals = ["1", "2", "20"];
  school.answer(LOGIN, () => {
    const seconds = refusals.shift();
    return seconds === undefined
      ? Response.json({ code: "x" }, { status: 404 })
      : Response.json({ code: "x" }, { status: 503, headers: { "Retry-After": seconds } });
  });
  expect(await signIn.submit("dana", "wrong")).toBe(WRONG);
  expect(waits).toEqual([1, 2, 20]);
  expect(shown()).toEqual([]);
});

test.each([null, "0", "21", "3600"])(
  "a school that is closed, with %j seconds to wait, counts as out of reach",
  async (seconds) => {
    const { signIn, school, shown, waits } = open();
    const headers = new Headers(seconds === null ? [] : [["retry-after", seconds]]);
    school.answer(LOGIN, () => Response.json({ code: "x" }, { status: 503, headers }));
    expect(await signIn.submit("dana", "secret")).toBeUndefined();
    expect(waits).toEqual([]);
    expect(shown()).toMatchObject([{ text: "failure.connection" }]);
  },
);
