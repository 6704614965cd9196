import { expect, test } from "vitest";
import { OverloadedError } from "../../src/server/overloaded-error.ts";
import { Passwords } from "../../src/server/passwords.ts";
import { openSchool } from "./support/test-school.ts";

const STRANGER = { party: "192.0.2.1", known: false };

const verify = (passwords: Passwords, password: string, hash: string | null) =>
  passwords.verifyInTurn(STRANGER, (check) => check(password, hash));

test("passwords are stored as argon2id with 19 MiB, two passes and a random salt", async () => {
  const passwords = new Passwords();
  const [one, other] = [await passwords.hash("the same"), await passwords.hash("the same")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await verify(passwords, "the same", one)).toBe(true);
  expect(await verify(passwords, "the same ", one)).toBe(false);
  expect(await verify(passwords, "the same", null)).toBe(false);
});

/** Passwords whose hashing stands still until it is let go. */
const standingStill = () => {
  const gate = Promise.withResolvers<void>();
  const seen = { running: 0, most: 0 };
  const passwords = new Passwords(async () => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await gate.promise;
    seen.running -= 1;
    return Buffer.alloc(32);
  });
  return { passwords, seen, go: () => gate.resolve() };
};

/** Waits in the queue, and says how it ended. */
const wait = (passwords: Passwords, party: string, known: boolean, done: string[] = []) =>
  passwords
    .verifyInTurn({ party, known }, async (check) => {
      done.push(party);
      return check("any", null);
    })
    .then(
      () => "verified",
      (reason) => (reason instanceof OverloadedError ? "refused" : "failed"),
    );

/** As many wait as two at once, of which each is expected to take 30 ms, serve in 700 ms. */
const WAITING = 46;

test("passwords are hashed two at a time; who would wait for longer than 0.7 s is asked to retry soon", async () => {
  const { passwords, seen, go } = standingStill();
  const school = await openSchool({ passwords });
  await school.add({ username: "somebody" });
  const waiting = Array.from({ length: 2 + WAITING }, (_, at) => wait(passwords, `${at}`, false));
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    const answer = await school.login("somebody", "wrong password");
    expect([answer.status, answer.json.code]).toEqual([503, "server/overloaded"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  go();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["verified"]));
  expect(seen.most).toBe(2);
  // Refused sign-ins do not count as attempts.
  expect((await school.login("somebody", "wrong password")).status).toBe(404);
});

test("passwords of one address that asks often wait behind each other, and shut out nobody else", async () => {
  const { passwords, go } = standingStill();
  const done: string[] = [];
  const flood = Array.from({ length: 100 }, () => wait(passwords, "flood", false, done));
  const others = ["one", "two", "three"].map((name) => wait(passwords, name, false, done));
  go();
  expect(await Promise.all(others)).toEqual(["verified", "verified", "verified"]);
  expect(done.slice(0, 8).sort()).toEqual([...Array(5).fill("flood"), "one", "three", "two"]);
  expect((await Promise.all(flood)).filter((end) => end === "refused")).toHaveLength(
    100 - 2 - WAITING + others.length,
  );
});

test("passwords of devices that the school knows go before a flood from many addresses", async () => {
  const { passwords, go } = standingStill();
  const done: string[] = [];
  const flood = Array.from({ length: 100 }, (_, at) => wait(passwords, `${at}`, false, done));
  const known = ["dana", "noa", "yael"].map((name) => wait(passwords, name, true, done));
  go();
  expect(await Promise.all(known)).toEqual(["verified", "verified", "verified"]);
  expect(done.indexOf("yael")).toBeLessThan(8);
  // Each of the three takes its turn from a stranger.
  const refused = (await Promise.all(flood)).filter((end) => end === "refused");
  expect(refused).toHaveLength(100 - 2 - WAITING + known.length);
});
