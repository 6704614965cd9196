import { expect, test } from "vitest";
import { Passwords } from "../../src/server/accounts/password/passwords.ts";
import { send } from "./support/client.ts";
import { openSchool, PASSWORD } from "./support/test-school.ts";

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
