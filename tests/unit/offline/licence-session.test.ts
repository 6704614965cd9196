import { expect, test } from "vitest";
import { createLicenceState, type LicenceStatus } from "../../../src/offline/licence/licence.ts";
import { createLicenceSession } from "../../../src/offline/licence/licence-session.ts";

const open = (status: LicenceStatus) => {
  const state = createLicenceState(true);
  Object.assign(state, { status, serialNumber: "0a1b", fullName: "Dana Levi" });
  const ends: string[] = [];
  const session = createLicenceSession({ state, check: async () => undefined })({
    onEnd: (why: string) => ends.push(why),
  } as never);
  return { session, ends };
};

const NOBODY = { authenticated: false, user: null, token: null, sessionId: null, level: -1 };

test.each(["checking", "none", "lapsed"] as const)("nobody is signed in: %s", (status) => {
  const { session, ends } = open(status);
  session.boot();
  expect(session.state).toEqual(NOBODY);
  session.logOut();
  expect(ends).toEqual([]);
});

test("the owner of the licence is signed in as a student, under the serial number, until the session ends once", () => {
  const { session, ends } = open("active");
  session.boot();
  expect(session.state).toMatchObject({
    authenticated: true,
    level: 0,
    token: null,
    user: { firstName: "Dana Levi", username: "0a1b", level: 0, expire: null },
  });
  session.logOut();
  session.logOut();
  expect(ends).toEqual(["logged-out"]);
  expect(session.state).toEqual(NOBODY);
});
