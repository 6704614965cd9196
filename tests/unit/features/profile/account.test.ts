import { expect, test } from "vitest";
import { matchFailure, minutesToWait } from "../../../../src/core/match-failure.ts";
import { createAccount, passwordMessages } from "../../../../src/features/profile/account.ts";
import { createPolicies } from "../../../../src/features/profile/policies-model.ts";
import { failed } from "../../../support/results.ts";
import { openApp, openSignedIn } from "../../support/open-app.ts";

const openAccount = async () => {
  const opened = await openSignedIn();
  return { ...opened, account: createAccount(opened.app) };
};

const CALL = "POST /user/change-password";

test.each([
  ["under eight characters", "1234567"],
  ["of blanks", " ".repeat(9)],
  ["of four signs that count twice", "🧵🧵🧵🧵"],
])("a new password %s is not even sent", async (_, password) => {
  const { account, school } = await openAccount();
  expect(await account.changePassword("secret", password)).toMatchObject(failed("too-short"));
  expect(school.count(CALL)).toBe(0);
});

const throttled = () => new Response("", { status: 429, headers: { "Retry-After": "540" } });
const refusal = (status: number, code: string) => () => Response.json({ code }, { status });

test.each<[string, (() => Response) | null, string, number]>([
  ["with a wrong current one", refusal(403, "password/wrong_password"), "profile.wrong", 1],
  ["that is common", refusal(422, "password/too_common"), "profile.too-common", 1],
  ["that is invalid", refusal(422, ""), "profile.too-short", 1],
  ["by a broken school", refusal(500, ""), "profile.unexpected", 1],
  ["without a network", null, "profile.unexpected", 1],
  ["after too many tries, with the time to wait", throttled, "profile.throttled", 9],
])("a new password is refused %s, with the reason", async (_, answer, message, minutes) => {
  const { account, school, session } = await openAccount();
  if (answer) school.answer(CALL, answer);
  school.network.up = answer !== null;
  const result = await account.changePassword("secret", "longer secret");
  if (result.ok) throw new Error("taken");
  expect(matchFailure(result.failure, passwordMessages)).toBe(message);
  expect(minutesToWait(result.failure)).toBe(minutes);
  expect(session.state.authenticated).toBe(true);
});

test("a new password whose answer was lost is sent again with the same key, and another one with its own", async () => {
  const { account, school } = await openAccount();
  const lost = () => Response.json({ code: "server/database_away" }, { status: 503 });
  school.answer(CALL, lost);
  await account.changePassword("secret", "longer secret");
  await account.changePassword("secret", "longer secret");
  await account.changePassword("secret", "another secret");
  const [first, again, other] = school.keysOf(CALL);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

const ACCEPT = "POST /user/accept-policy";

const openPolicies = async () => {
  const opened = await openSignedIn();
  const { app, session } = opened;
  const policies = createPolicies(app);
  const consent = (policy: "personaldata" | "mediaconsent") =>
    policies.consent(policy, session.state.user);
  return { ...opened, policies, consent };
};

test("an accepted policy is valid from that day on, after the next start too", async () => {
  const { policies, consent, school, machine } = await openPolicies();
  expect(consent("personaldata")).toEqual({ kind: "none" });
  school.answerWith(ACCEPT, { policy: "?", accepted: "2026-03-02" });
  expect(await policies.accept("personaldata", true)).toMatchObject({ ok: true });
  expect(school.requests.at(-1)?.body).toEqual({ policy: "personaldata", accepted: true });
  expect(consent("personaldata")).toMatchObject({ kind: "valid", until: "2026-08-28" });
  expect(consent("mediaconsent")).toEqual({ kind: "none" });
  machine.advance(180 * 86_400_000);
  expect(consent("personaldata")).toMatchObject({ kind: "expired", accepted: "2026-03-02" });
  const { session } = openApp({ school, machine });
  session.boot();
  expect(session.state.user?.accepted_policy_personaldata).toBe("2026-03-02");
});

test("an answer without a day means today, and a declined policy is no longer valid", async () => {
  const { policies, consent, school } = await openPolicies();
  school.answerWith(ACCEPT, { accepted: true });
  await policies.accept("mediaconsent", true);
  expect(consent("mediaconsent")).toMatchObject({ kind: "valid", accepted: "2026-03-02" });
  school.answerWith(ACCEPT, { accepted: false });
  await policies.accept("mediaconsent", false);
  expect(consent("mediaconsent")).toEqual({ kind: "none" });
});

test("a session that ends before the answer is not changed by it", async () => {
  const { policies, school, session } = await openPolicies();
  school.answerWith(ACCEPT, { accepted: true });
  const release = school.hold(ACCEPT);
  const accepting = policies.accept("personaldata", true);
  session.logOut();
  release();
  await accepting;
  expect(session.state.user).toBeNull();
});
