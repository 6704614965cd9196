import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passwordProblem } from "../../../src/server/password-rule.ts";
import { corporaPresent, naughtyStrings, WITHOUT_CORPORA } from "../support/corpora.ts";
import { MINUTE, type OpenSchool, PASSWORD, type TestSchool } from "../support/test-school.ts";

/** Naughty strings as new passwords. No database sees one, only its hash: these run on one of them. */
export const hostilePasswords = (open: OpenSchool): void => {
  const why = corporaPresent ? "" : ` (${WITHOUT_CORPORA})`;
  describe.skipIf(!corporaPresent)(`hostile passwords${why}`, () => {
    let school: TestSchool;
    const log: string[] = [];
    beforeAll(async () => {
      school = await open({ logTo: (text) => log.push(text) });
    });
    afterAll(async () => {
      await school.close();
      expect(log.join("")).not.toContain('"status":500');
    });

    test("a naughty string can be a password, unless it is short or common", async () => {
      const { username } = await school.add();
      let current = PASSWORD;
      for (const text of naughtyStrings()) {
        // Sign-ins are not throttled.
        school.now += 16 * MINUTE;
        const { token } = (await school.login(username, current)).json;
        const json = { current_password: current, new_password: text };
        const { status } = await school.call("/user/change-password", {
          method: "POST",
          token,
          json,
        });
        const isGood = (await passwordProblem(text)) === null;
        expect([text, status]).toEqual([text, isGood ? 200 : 422]);
        if (isGood) current = text;
      }
    });
  });
};
