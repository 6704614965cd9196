import { expect, test } from "vitest";
import { createAccount } from "../../../../src/features/profile/account.ts";
import { failed } from "../../../support/results.ts";
import { openSignedIn } from "../../support/open-app.ts";

const openAccount = async () => {
  const opened = await openSignedIn();
  return { ...opened, account: createAccount(opened.app.transport.send) };
};

const CALL = "POST /user/change-password";

test("a new password is sent to the school with the old one", async () => {
  const { account, school } = await openAccount();
  expect(await account.changePassword("secret", "longer secret")).toMatchObject({ ok: true });
  expect(school.requests.at(-1)).toMatchObject({
    call: CALL,
    body: { current_password: "secret", new_password: "longer secret" },
  });
});

test("a new password under eight characters is not even sent", async () => {
  const { account, school } = await openAccount();
  expect(await account.changePassword("secret", "1234567")).toEqual(failed("too-short"));
  expect(school.count(CALL)).toBe(0);
  expect(await account.changePassword("secret", "12345678")).toMatchObject({ ok: true });
});

test("a new password is refused with a wrong current password", async () => {
  const { account, session } = await openAccount();
  expect(await account.changePassword("wrong", "longer secret")).toEqual(failed("wrong-password"));
  expect(session.state.authenticated).toBe(true);
});

test.each([
  [{ "Retry-After": "540" }, 540],
  [{}, 60],
])("a password change after too many attempts says when to retry: %j", async (headers, seconds) => {
  const { account, school } = await openAccount();
  school.answer(CALL, () => new Response("", { status: 429, headers }));
  expect(await account.changePassword("secret", "longer secret")).toEqual({
    ok: false,
    failure: { kind: "throttled", seconds },
  });
});

test.each([
  [422, "too-short"],
  [500, "unexpected"],
])("a new password refused with %i is reported as %s", async (status, kind) => {
  const { account, school } = await openAccount();
  school.answer(CALL, () => new Response("", { status }));
  expect(await account.changePassword("secret", "longer secret")).toEqual(failed(kind));
});

test("a new password that is common is refused with the reason", async () => {
  const { account, school } = await openAccount();
  const refused = { status: 422, code: "password/too_common" };
  school.answer(CALL, () => Response.json(refused, { status: 422 }));
  expect(await account.changePassword("secret", "sunshine")).toEqual(failed("too-common"));
});

test("a new password of blanks is not even sent", async () => {
  const { account, school } = await openAccount();
  expect(await account.changePassword("secret", " ".repeat(9))).toMatchObject({ ok: false });
  expect(school.count(CALL)).toBe(0);
});

test("a new password without a network is not changed", async () => {
  const { account, school } = await openAccount();
  school.network.up = false;
  expect(await account.changePassword("secret", "longer secret")).toEqual(failed("unexpected"));
});
