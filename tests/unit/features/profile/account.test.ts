import { expect, test } from "vitest";
import { matchFailure, minutesToWait } from "../../../../src/core/match-failure.ts";
import { createAccount, passwordMessages } from "../../../../src/features/profile/account.ts";
import { failed } from "../../../support/results.ts";
import { openSignedIn } from "../../support/open-app.ts";

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
