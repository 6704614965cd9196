import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quickPasswords } from "../support/quick-passwords.ts";
import { MINUTE, type OpenSchool, PASSWORD, type TestSchool } from "../support/test-school.ts";

export const guessingSuite = (open: OpenSchool): void => {
  describe("guessing passwords", () => {
    let school: TestSchool;
    beforeAll(async () => {
      school = await open();
    });
    afterAll(() => school.close());

    test("is throttled after ten failures for a name, whether it exists or not", async () => {
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

    test("starts again from zero for a name after the right password", async () => {
      const { username } = await school.add();
      for (let failure = 1; failure <= 9; failure += 1) {
        await school.login(username, "wrong password");
      }
      expect((await school.login(username)).status).toBe(200);
      expect((await school.login(username, "wrong password")).status).toBe(404);
      expect((await school.login(username)).status).toBe(200);
      school.now += 15 * MINUTE;
    });

    test("lets at most ten through when all arrive at once", async () => {
      const { username } = await school.add();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => school.login(username, "wrong password")),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 404)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      school.now += 15 * MINUTE;
    });

    test("counts the address that a trusted proxy reports", async () => {
      const behind = await open({ trustProxy: true, passwords: quickPasswords() });
      const from = (address: string, at: TestSchool) =>
        at.call("/user/login", {
          method: "POST",
          headers: { "X-Forwarded-For": `10.9.8.${Math.random()}, ${address}` },
          json: { username: `name-${Math.random()}`, password: "wrong", sessionId: null },
        });
      for (let failure = 1; failure <= 50; failure += 1) {
        expect((await from("192.0.2.7", behind)).status).toBe(404);
      }
      expect((await from("192.0.2.7", behind)).status).toBe(429);
      expect((await from("192.0.2.8", behind)).status).toBe(404);
      await behind.close();
    });

    test("ignores such a header where there is no trusted proxy", async () => {
      const plain = await open({ passwords: quickPasswords() });
      const statuses = new Set<number>();
      for (let failure = 1; failure <= 51; failure += 1) {
        const answer = await plain.call("/user/login", {
          method: "POST",
          headers: { "X-Forwarded-For": `192.0.2.${failure}` },
          json: { username: `name-${failure}`, password: "wrong", sessionId: null },
        });
        statuses.add(answer.status);
      }
      expect(statuses).toEqual(new Set([404, 429]));
      await plain.close();
    });

    test("from the many IPv6 addresses of one household counts as from one", async () => {
      const behind = await open({ trustProxy: true, passwords: quickPasswords() });
      const from = (address: string) =>
        behind.call("/user/login", {
          method: "POST",
          headers: { "X-Forwarded-For": address },
          json: { username: `name-${Math.random()}`, password: "wrong", sessionId: null },
        });
      for (let failure = 1; failure <= 50; failure += 1) {
        expect((await from(`2001:db8:1:2:${failure}::1`)).status).toBe(404);
      }
      expect((await from("2001:db8:1:2::ffff")).status).toBe(429);
      expect((await from("2001:db8:1:3::1")).status).toBe(404);
      await behind.close();
    });

    test("is throttled after fifty failures from an address, over many names", async () => {
      const { username } = await school.add();
      for (let failure = 1; failure <= 50; failure += 1) {
        expect((await school.login(`name-${failure}`, "wrong password")).status).toBe(404);
      }
      expect((await school.login(username)).status).toBe(429);
      school.now += 15 * MINUTE;
      expect((await school.login(username)).status).toBe(200);
    });
  });
};
