import { expect, test } from "vitest";
import { createLicenceState, type LicenceStatus } from "../../../src/offline/licence/licence.ts";
import { createLicenceSession } from "../../../src/offline/licence/licence-session.ts";
import { failed } from "../../support/results.ts";

const open = (status: LicenceStatus) => {
  const state = createLicenceState(true);
  Object.assign(state, { status, serialNumber: "0a1b", fullName: "Dana Levi" });
  const ends: string[] = [];
  let checks = 0;
  const check = async () => {
    checks += 1;
  };
  const session = createLicenceSession({ state, check })({
    onEnd: (why: string) => ends.push(why),
  } as never);
  return { session, ends, checks: () => checks };
};

const NOBODY = { authenticated: false, user: null, token: null, sessionId: null, level: -1 };

test.each(["checking", "none", "activated", "lapsed"] as const)(
  "nobody is signed in while the licence is %s",
  (status) => {
    const { session, ends } = open(status);
    session.boot();
    expect(session.state).toEqual(NOBODY);
    session.logOut();
    expect(ends).toEqual([]);
  },
);

test("the owner of the licence is signed in as a student, under the serial number, until the session ends once", () => {
  const { session, ends } = open("active");
  session.boot();
  expect(session.state).toMatchObject({
    authenticated: true,
    level: 0,
    token: null,
    user: {
      ...{ id: 0, firstName: "Dana Levi", lastName: "", username: "0a1b", email: "", level: 0 },
      ...{
        languages: [],
        expire: null,
        serialNumber: "0a1b",
        canDownloadApp: false,
        signedInElsewhere: false,
      },
    },
  });
  session.logOut();
  session.logOut();
  expect(ends).toEqual(["logged-out"]);
  expect(session.state).toEqual(NOBODY);
});

test("a check of the session is one of the licence; nobody signs in with a password", async () => {
  const { session, checks } = open("active");
  await session.check();
  expect(checks()).toBe(1);
  expect(await session.signIn("dana", "a needle a day")).toEqual(failed("unreachable"));
});
