import { describe, expect, test } from "vitest";
import { OverloadedError, Passwords } from "../../src/server/passwords.ts";
import { TestSchool } from "./support/test-school.ts";

describe("passwords", () => {
  test("are stored as argon2id with 19 MiB, two passes and a random salt", async () => {
    const passwords = new Passwords();
    const [one, other] = [await passwords.hash("the same"), await passwords.hash("the same")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await passwords.verify("the same", one)).toBe(true);
    expect(await passwords.verify("the same ", one)).toBe(false);
    expect(await passwords.verify("the same", null)).toBe(false);
  });

  test("are equal whichever Unicode form a keyboard sends", async () => {
    const passwords = new Passwords();
    expect(await passwords.verify("cafe\u0301 au lait", await passwords.hash("café au lait"))).toBe(
      true,
    );
  });

  test("are hashed two at a time; a hundred wait, and more are asked to retry soon", async () => {
    let running = 0;
    let most = 0;
    const gate = Promise.withResolvers<void>();
    const passwords = new Passwords(async () => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
      return Buffer.alloc(32);
    });
    const school = await TestSchool.open({ passwords });
    await school.add({ username: "somebody" });

    const waiting = Array.from({ length: 102 }, () => passwords.hash("any"));
    await expect(passwords.hash("any")).rejects.toThrow(OverloadedError);
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const answer = await school.login("somebody", "wrong password");
      expect([answer.status, answer.json.code]).toEqual([503, "server/overloaded"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    gate.resolve();
    await Promise.all(waiting);
    expect(most).toBe(2);
    // Refused sign-ins do not count as attempts.
    expect((await school.login("somebody", "wrong password")).status).toBe(404);
    await school.close();
  });
});
