import { expect, test } from "vitest";
import { OverloadedError } from "../../../src/server/overloaded-error.ts";
import { type Derivation, Passwords } from "../../../src/server/passwords.ts";

const WHO = { party: "192.0.2.1", known: false };

/** Hashes to zeros, and keeps what it was asked for. */
const open = (maxWaitMs?: number) => {
  const asked: Derivation[] = [];
  const passwords = new Passwords(async (parameters) => {
    asked.push(parameters);
    return Buffer.alloc(parameters.tagLength);
  }, maxWaitMs);
  const verify = (password: string, hash: string | null) =>
    passwords.verifyInTurn(WHO, (check) => check(password, hash));
  return { passwords, asked, verify };
};

const STANDARD = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };

test("a password is hashed with the standard's parameters, in its compatible Unicode form", async () => {
  const { passwords, asked } = open();
  const hash = await passwords.hash("ﬁt Café");
  expect(asked).toEqual([
    { ...STANDARD, message: Buffer.from("fit Café"), nonce: expect.any(Buffer) },
  ]);
  expect(asked[0]?.nonce.length).toBe(16);
  const salt = asked[0]?.nonce.toString("base64").replace("==", "");
  expect(hash).toBe(`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${"A".repeat(43)}`);
});

test("a password is stored as argon2id with 19 MiB, two passes and a random salt", async () => {
  const passwords = new Passwords();
  const [one, other] = [await passwords.hash("the same"), await passwords.hash("the same")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  const verify = (password: string) => passwords.verifyInTurn(WHO, (check) => check(password, one));
  expect([await verify("the same"), await verify("the same ")]).toEqual([true, false]);
});

test("a password is verified with the parameters of its hash", async () => {
  const { asked, verify } = open();
  expect(await verify("ﬁt", "$argon2id$v=19$m=64,t=13,p=14$AAEC$AAAA")).toBe(true);
  expect(await verify("fit", "$argon2id$v=19$m=64,t=13,p=14$AAEC$AAAB")).toBe(false);
  const parameters = {
    message: Buffer.from("fit"),
    nonce: Buffer.from([0, 1, 2]),
    parallelism: 14,
    tagLength: 3,
    memory: 64,
    passes: 13,
  };
  expect(asked).toEqual([parameters, parameters]);
});

test.each([
  ["of nobody", null],
  ["that nobody has chosen yet", ""],
])("a password %s takes the same work, and never matches", async (_, hash) => {
  const { asked, verify } = open();
  expect(await verify("", hash)).toBe(false);
  expect(asked).toEqual([{ ...STANDARD, message: Buffer.from(""), nonce: Buffer.alloc(16) }]);
});

test.each([
  "$argon2id$v=19$m=64,t=3,p=4$AAEC",
  "$argon2i$v=19$m=64,t=3,p=4$AAEC$AAAA",
  "x$argon2id$v=19$m=64,t=3,p=4$AAEC$AAAA",
  "$argon2id$v=19$m=64,t=3,p=4$AAEC$AAAA$x",
  "$argon2id$v=19$m=64,t=3,p=4$AA-C$AAAA",
  "$argon2id$v=19$m=64,t=3,p=4$AAEC$AA-A",
])("a password whose hash is damaged is reported: %j", async (hash) => {
  await expect(open().verify("any", hash)).rejects.toThrow("A stored password is damaged");
});

test("a password finds no place where one would wait for too long, and asks nothing of who has left", async () => {
  // A hash is expected to take 30 ms, and two run at once.
  const { passwords, asked } = open(31);
  const gate = Promise.withResolvers<boolean>();
  const wait = (party: string, signal?: AbortSignal) =>
    passwords.verifyInTurn({ party, known: false, ...(signal && { signal }) }, () => gate.promise);
  const running = [wait("a"), wait("b")];
  const waiting = [wait("c"), wait("d")];
  await expect(wait("e")).rejects.toThrow(OverloadedError);
  await expect(wait("f", AbortSignal.abort())).rejects.toThrow(OverloadedError);
  // Owners of new passwords wait in the other line.
  const hash = passwords.hash("new");
  gate.resolve(true);
  expect(await Promise.all([...running, ...waiting])).toEqual([true, true, true, true]);
  await hash;
  expect(asked.length).toBe(1);
});
