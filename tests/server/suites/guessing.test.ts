import { randomUUID } from "node:crypto";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type Derivation, Passwords } from "../../../src/server/accounts/password/passwords.ts";
import { steadyClock } from "../../../src/server/steady-clock.ts";
import { send } from "../support/client.ts";
import { activationCalls, activationOf, newMachine } from "../support/machine.ts";
import { quickPasswords } from "../support/quick-passwords.ts";
import { DAY, MINUTE, openSchool, PASSWORD } from "../support/test-school.ts";

const school = openSchool.shared({ trustedProxies: 1 });
afterEach(() => {
  school.now += 15 * MINUTE;
});

const failTenTimes = async (username: string) => {
  for (let at = 1; at <= 10; at += 1) {
    expect((await school.login(username, "wrong password")).status).toBe(404);
  }
};

test("a right password never counts as a guess, not even of seventy people at once", async () => {
  const people = await Promise.all(Array.from({ length: 70 }, () => school.add()));
  for (let round = 1; round <= 2; round += 1) {
    const answers = await Promise.all(people.map(({ username }) => school.login(username)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
});

test("a name stays throttled after a restart, and at another server of the school", async () => {
  const { username } = await school.add();
  const another = await school.startAnother();
  await another.idle();
  const there = (name: string) =>
    send(`${another.address}/api/user/login`, {
      json: { username: name, password: PASSWORD, sessionId: null },
    });
  // Nobody learns thereby which names exist.
  for (const name of [username, "no-such-name"]) {
    await failTenTimes(name);
    const { status, json, headers } = await there(name);
    expect([status, json.code, headers["retry-after"]]).toEqual([429, "login/throttled", "900"]);
  }
  await another.close();
  expect((await school.login(username)).status).toBe(429);
  await school.restart();
  expect((await school.login(username)).status).toBe(429);
  school.now += 15 * MINUTE;
  expect((await school.login(username)).status).toBe(200);
});

test("a clock that was wrong and is set back shuts nobody out for longer", async () => {
  const { username } = await school.add();
  school.now += DAY;
  await failTenTimes(username);
  school.now -= DAY;
  expect((await school.login(username)).status).toBe(200);
  school.now += DAY;
});

test.each([DAY, -DAY])("failures count by a clock that goes on when the system's jumps", (jump) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const before = steadyClock();
  vi.setSystemTime(Date.now() + jump);
  expect(Math.abs(steadyClock() - before)).toBeLessThan(DAY / 2);
});

const signIn = (username: string, headers: Record<string, string> = {}) =>
  school.call("/user/login", { headers, json: { username, password: PASSWORD, sessionId: null } });

test("guessing does not shut out a browser that has signed in to the account before", async () => {
  const { username } = await school.add();
  const from = (address: string, cookie = "") =>
    signIn(username, { "X-Forwarded-For": address, Cookie: cookie });
  const [set = ""] = (await from("192.0.2.50")).headers["set-cookie"] ?? [];
  const [cookie = ""] = set.split(";");
  await failTenTimes(username);
  // On the way, in another network.
  expect((await from("198.51.100.20", cookie)).status).toBe(200);
  // A cookie that the school has not given makes no difference.
  expect((await from("198.51.100.22", `device=${"x".repeat(22)}`)).status).toBe(429);
  // Half a year later.
  school.now += 181 * DAY;
  await failTenTimes(username);
  expect((await from("192.0.2.50", cookie)).status).toBe(429);
});

test("the cookie of a known browser makes guessing no easier, and no script or other call gets it", async () => {
  const { username } = await school.add();
  const [plain = ""] = (await signIn(username)).headers["set-cookie"] ?? [];
  expect(plain).toMatch(
    /^device=[\w-]{22}; Max-Age=15552000; Path=\/api\/user\/login; HttpOnly; SameSite=Lax$/,
  );
  const { headers } = await signIn(username, { "X-Forwarded-Proto": "https" });
  // In the frame of another site, too.
  expect(headers["set-cookie"]?.[0]).toMatch(/HttpOnly; Secure; SameSite=None; Partitioned$/);
  expect(JSON.stringify(await school.rows("known_place"))).not.toContain(plain.slice(7, 29));
});

test("every sign-in hashes once, whether the account exists or not", async () => {
  const hashings: Derivation[] = [];
  const own = await openSchool({ passwords: quickPasswords((how) => hashings.push(how)) });
  const { username: known } = await own.add();
  const how = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  for (const username of [known, "nobody", "\0", "x".repeat(1000), "\ud800"]) {
    hashings.length = 0;
    expect((await own.login(username, "not the password")).status).toBe(404);
    expect(hashings).toMatchObject([how]);
    expect(hashings[0]?.nonce).toHaveLength(16);
  }
});

const { registration, activate, issue, post } = activationCalls(() => school);

const guesses = [
  ["/user/check_activation", () => activationOf(newMachine(), randomUUID())],
  ["/user/check_license", () => ({ activationId: randomUUID() })],
  ["/user/deactivate", () => ({ ...newMachine(), serialNumber: randomUUID() })],
] as const;

test("guessing serial numbers and licences is throttled after fifty failures from one address, over all calls together", async () => {
  for (let at = 0; at < 50; at += 1) {
    const [path, json] = guesses[at % 3] ?? guesses[0];
    const answer = at % 4 === 0 ? await registration(randomUUID()) : await post(path, json());
    expect(answer.status).toBe(200);
  }
  const serial = await issue();
  for (const answer of [await registration(serial), await activate(newMachine(), serial)]) {
    expect(answer.outcome).toEqual([429, "activation/throttled"]);
    expect(answer.headers["retry-after"]).toBe("900");
  }
  for (const [path, json] of guesses) expect((await post(path, json())).status).toBe(429);
  school.now += 15 * MINUTE;
  expect((await registration(serial)).json.status).toBe("ok");
});

test("guessing serial numbers and licences does not throttle a school where many machines check their licences", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  const [, activationId] = (await activate(machine, serial)).text.split("\n");
  for (let time = 1; time <= 60; time += 1) {
    expect((await post("/user/check_license", { activationId })).json.status).toBe("ok");
    expect((await registration(serial)).json.status).toBe("ok");
    expect((await activate(newMachine(), serial)).text).toBe("Error300");
  }
});

/** Passwords of which none is verified before the gate opens. */
const gated = (maxWaitMs?: number) => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const passwords = new Passwords(async ({ tagLength }) => {
    begun += 1;
    await gate.promise;
    // Every password is right: that of the account in `school` below.
    return Buffer.alloc(tagLength, 7);
  }, maxWaitMs);
  return { passwords, open: () => gate.resolve(), begun: () => begun };
};

const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${Buffer.alloc(32, 7).toString("base64").replace("=", "")}`;

const openWith = async (passwords: Passwords) => {
  const school = await openSchool({ passwords, trustedProxies: 1 });
  const add = async () => {
    const person = await school.add();
    await school.changeAccount(person.id, { password: HASH });
    return person.username;
  };
  const signIn = (username: string, from: string, cookie = "") =>
    send(`${school.url}/api/user/login`, {
      headers: { "X-Forwarded-For": from, Cookie: cookie },
      json: { username, password: PASSWORD, sessionId: null },
    });
  return { school, add, signIn };
};

test("a storm of sign-ins of a whole school at once is queued or asked to retry soon, and all are in at last", async () => {
  const { passwords, open } = gated();
  const { school, add, signIn } = await openWith(passwords);
  const names = await Promise.all(Array.from({ length: 150 }, add));
  const enter = async (name: string) => {
    for (let refused = 0; ; refused += 1) {
      const { status, headers } = await signIn(name, "192.0.2.1");
      if (status !== 503) return { status, refused };
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      open();
    }
  };
  const ends = await Promise.all(names.map(enter));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200]));
  expect(ends.some(({ refused }) => refused > 0)).toBe(true);
  await school.stop();
});

test("a storm of sign-ins from many addresses does not shut out a device that the school knows", async () => {
  const before = gated();
  before.open();
  const { passwords, open, begun } = gated(300);
  const { school, add, signIn } = await openWith(before.passwords);
  const name = await add();
  const [cookie = ""] = (await signIn(name, "192.0.2.1")).headers["set-cookie"] ?? [];
  await school.stop();
  school.use({ passwords });
  await school.start();
  const flood = Array.from({ length: 60 }, (_, at) => signIn(`nobody-${at}`, `203.0.113.${at}`));
  await expect.poll(begun).toBe(2);
  const refused: unknown[] = [];
  for (const answer of flood) {
    answer.then(({ status, json }) => status === 503 && refused.push(json.code));
  }
  // All have arrived once as many are refused as do not fit in the queue.
  await expect.poll(() => refused.length).toBe(60 - 22);
  expect(new Set(refused)).toEqual(new Set(["server/overloaded"]));
  for (let time = 1; time <= 10; time += 1) {
    expect((await signIn("late", "203.0.113.200")).status).toBe(503);
  }
  const known = signIn(name, "198.51.100.9", cookie.split(";")[0]);
  await school.call("/health");
  open();
  expect((await known).status).toBe(200);
  // Refused sign-ins do not count as attempts.
  expect((await signIn("late", "203.0.113.200")).status).toBe(404);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  // One of the flood has made room for the known device.
  expect(statuses.filter((status) => status === 404)).toHaveLength(21);
});
