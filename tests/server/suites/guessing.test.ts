import { afterEach, describe, expect, test } from "vitest";
import { send } from "../support/client.ts";
import { DAY, MINUTE, NOON, openSchool, PASSWORD } from "../support/test-school.ts";

describe("guessing passwords", () => {
  const school = openSchool.shared();
  afterEach(() => {
    school.now += 15 * MINUTE;
  });

  test("sign-ins are throttled after ten failures for a name, whether it exists or not", async () => {
    const { username } = await school.add();
    for (const name of [username, "no-such-name"]) {
      for (let failure = 1; failure <= 10; failure += 1) {
        expect((await school.login(name, "wrong password")).status).toBe(404);
      }
      const held = await school.login(name, PASSWORD);
      expect(held.status).toBe(429);
      expect(held.json.code).toBe("login/throttled");
      expect(held.headers["retry-after"]).toBe("900");
    }
    school.now += 14 * MINUTE;
    expect((await school.login(username)).headers["retry-after"]).toBe("60");
    school.now += MINUTE;
    expect((await school.login(username)).status).toBe(200);
  });

  test("a right password never counts as a guess, not even of seventy people at once", async () => {
    const people = await Promise.all(Array.from({ length: 70 }, () => school.add()));
    for (let round = 1; round <= 2; round += 1) {
      const answers = await Promise.all(people.map(({ username }) => school.login(username)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });

  test("a name stays throttled after a restart, and at another server of the school", async () => {
    const { username } = await school.add();
    for (let failure = 1; failure <= 9; failure += 1) {
      await school.login(username, "wrong password");
    }
    const another = await school.startAnother();
    await another.idle();
    const there = (password: string) =>
      send(`${another.address}/api/user/login`, {
        json: { username, password, sessionId: null },
      });
    expect((await there("wrong password")).status).toBe(404);
    expect((await there(PASSWORD)).status).toBe(429);
    await another.close();
    expect((await school.login(username)).status).toBe(429);
    await school.restart();
    expect((await school.login(username)).status).toBe(429);
  });

  test("a clock that was wrong and is set back shuts nobody out for longer", async () => {
    const { username } = await school.add();
    const now = school.now;
    school.now += DAY;
    for (let failure = 1; failure <= 10; failure += 1) {
      await school.login(username, "wrong password");
    }
    school.now = now;
    expect((await school.login(username)).status).toBe(200);
    school.now = now + DAY;
  });
});

describe("guessing passwords through a proxy", () => {
  const school = openSchool.shared({ trustedProxies: 1 });
  afterEach(() => {
    school.now += 15 * MINUTE;
  });

  const signIn = (
    username: string,
    { from, password = PASSWORD, cookie }: { from: string; password?: string; cookie?: string },
  ) =>
    school.call("/user/login", {
      headers: { "X-Forwarded-For": from, ...(cookie && { Cookie: cookie }) },
      json: { username, password, sessionId: null },
    });
  const fail = (from: string, username = `name-${Math.random()}`) =>
    signIn(username, { from, password: "wrong password" });
  /** Strangers guess a name until it is throttled for them. */
  const lock = async (username: string) => {
    for (let at = 1; at <= 10; at += 1) await fail(`203.0.113.${at}`, username);
    expect((await signIn(username, { from: "203.0.113.99" })).status).toBe(429);
  };
  /** Signs in, and gives the cookie as the browser sends it back. */
  const cookieOf = async (username: string, from: string) => {
    const { headers } = await signIn(username, { from });
    return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  };

  test("guessing does not shut out a browser that has signed in to the account before", async () => {
    const { username } = await school.add();
    const cookie = await cookieOf(username, "192.0.2.50");
    await lock(username);
    // On the way, in another network.
    expect((await signIn(username, { from: "198.51.100.20", cookie })).status).toBe(200);
    for (let failure = 1; failure <= 50; failure += 1) await fail("198.51.100.21");
    expect((await signIn(username, { from: "198.51.100.21", cookie })).status).toBe(200);
    // A cookie that the school has not given makes no difference.
    const forged = `device=${"x".repeat(22)}`;
    expect((await signIn(username, { from: "198.51.100.22", cookie: forged })).status).toBe(429);
  });

  test("the cookie of a known browser makes guessing no easier, and no script or other call gets it", async () => {
    const { username } = await school.add();
    const { headers } = await signIn(username, { from: "192.0.2.80" });
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^device=[\w-]{22}; Max-Age=15552000; Path=\/api\/user\/login; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const https = await school.call("/user/login", {
      headers: { "X-Forwarded-For": "192.0.2.80", "X-Forwarded-Proto": "https" },
      json: { username, password: PASSWORD, sessionId: null },
    });
    // In the frame of another site, too.
    expect(https.headers["set-cookie"]?.[0]).toMatch(
      /HttpOnly; Secure; SameSite=None; Partitioned$/,
    );
    const rows = await school.database.read.selectFrom("known_place").selectAll().execute();
    const [cookie = ""] = headers["set-cookie"] ?? [];
    expect(JSON.stringify(rows)).not.toContain(cookie.slice(7, 29));
  });

  test("a device is forgotten that was not used for half a year", async () => {
    const { username } = await school.add();
    const cookie = await cookieOf(username, "192.0.2.90");
    school.now += 181 * DAY;
    await lock(username);
    expect((await signIn(username, { from: "192.0.2.90", cookie })).status).toBe(429);
    school.now = NOON;
  });
});
