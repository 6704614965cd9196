import { expect, test } from "vitest";
import { type Derivation, Passwords } from "../../../src/server/accounts/password/passwords.ts";

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

test("a password is stored as argon2id with 19 MiB, two passes and a random salt", async () => {
  const passwords = new Passwords();
  const [one, other] = [await passwords.hash("ﬁt Café"), await passwords.hash("ﬁt Café")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  const verify = (password: string) => passwords.verifyInTurn(WHO, (check) => check(password, one));
  expect([await verify("fit Café"), await verify("fit Café ")]).toEqual([true, false]);
});

test("a password is verified with the parameters of its hash", async () => {
  const { asked, verify } = open();
  expect(await verify("ﬁt", "$argon2id$v=19$m=64,t=13,p=14$AAEC$AAAA")).toBe(true);
  expect(await verify("fit", "$argon2id$v=19$m=64,t=13,p=14$AAEC$AAAB")).toBe(false);
  const parameters = {
    message: Buffer.from("fit"),
    nonce: Buffer.from([0, 1, 2]),
    ...{ parallelism: 14, tagLength: 3, memory: 64, passes: 13 },
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
  "$argon2id$v=19$m=64,t=3,p=4$AAEC$AA-A",
])("a password whose hash is damaged is reported: %j", async (hash) => {
  await expect(open().verify("any", hash)).rejects.toThrow("A stored password is damaged");
});
