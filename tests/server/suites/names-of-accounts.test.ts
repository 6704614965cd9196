import { afterAll, beforeAll, expect, test } from "vitest";
import { findByUsername } from "../../../src/server/accounts/account-rows.ts";
import type { Derivation } from "../../../src/server/accounts/password/passwords.ts";
import { quickPasswords } from "../support/quick-passwords.ts";
import { MINUTE, openSchool } from "../support/test-school.ts";

const log: string[] = [];
const hashings: Derivation[] = [];
const passwords = quickPasswords((parameters) => hashings.push(parameters));
// Runs when the school is closed, which writes the end of the log.
afterAll(() => {
  expect(log.join("")).not.toContain('"status":500');
});
const school = openSchool.shared({ passwords, logTo: (text) => log.push(text) });
beforeAll(() => school.add({ username: "admin", level: 100 }));

/** Moves the clock, so that sign-ins are not throttled. */
const login = async (username: string, password: string) => {
  school.now += 16 * MINUTE;
  return school.login(username, password);
};

test("every sign-in hashes once, whether the account exists or not", async () => {
  const cost = async (username: string) => {
    const before = hashings.length;
    expect((await login(username, "not the password")).status).toBe(404);
    return hashings.slice(before).map(({ message: _, nonce, ...how }) => ({
      ...how,
      nonce: nonce.length,
    }));
  };
  const known = await cost("admin");
  const how = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, nonce: 16 };
  expect(known).toEqual([how]);
  for (const unknown of ["nobody", "\0", "x".repeat(1000), "\ud800"]) {
    expect(await cost(unknown)).toEqual(known);
  }
});

test("a name finds its own account, and no other", async () => {
  for (const name of ["admin", "ADMIN", " admin ", "ａｄｍｉｎ"]) {
    expect((await findByUsername(school.database.read, name))?.username).toBe("admin");
  }
  for (const name of ["admin%", "adm_n", "admin\0", "аdmin"]) {
    expect(await findByUsername(school.database.read, name)).toBeUndefined();
  }
});
