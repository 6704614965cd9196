import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passwordProblem } from "../../../src/server/password-rule.ts";
import {
  corporaPresent,
  corpusLines,
  naughtyStrings,
  SQL_LISTS,
  WITHOUT_CORPORA,
} from "../support/corpora.ts";
import { activationCalls, FORM, newMachine } from "../support/machine.ts";
import { MINUTE, openSchool, PASSWORD } from "../support/test-school.ts";

/**
 * Hostile text that no database sees, so that these run on one of them. Only its hash is stored of a
 * password; a session id is stored when the password was right; a wrong path is looked up in memory; a
 * registration that is refused is not stored.
 */
const why = corporaPresent ? "" : ` (${WITHOUT_CORPORA})`;
describe.skipIf(!corporaPresent)(`hostile passwords${why}`, () => {
  const log: string[] = [];
  // Runs when the school is closed, which writes the end of the log.
  afterAll(() => {
    expect(log.join("")).not.toContain('"status":500');
  });
  const school = openSchool.shared({ logTo: (text) => log.push(text) });
  beforeAll(async () => {
    await school.add({ username: "admin", level: 100 });
  });

  /** Moves the clock, so that sign-ins are not throttled. */
  const login = async (username: string, password: string, sessionId: string | null = null) => {
    school.now += 16 * MINUTE;
    return school.login(username, password, sessionId);
  };

  test("SQL in a password or a session id signs nobody in", async () => {
    for (const line of corpusLines(...SQL_LISTS)) {
      expect([line, (await login("admin", line)).status]).toEqual([line, 404]);
      expect([404, 422]).toContain((await login("admin", "x", line)).status);
    }
    expect((await login("admin", PASSWORD)).status).toBe(200);
  });

  test("SQL in a path or a query reads nothing", async () => {
    const { token } = (await login("admin", PASSWORD)).json;
    for (const line of corpusLines(...SQL_LISTS).filter((line) => !/^\d+$/.test(line))) {
      const text = encodeURIComponent(line);
      const paths = [
        `/assets/fetchData?product=${text}&title=sheet.pdf`,
        `/glossary/fetchImage?title=${text}`,
        `/products/${text}/skeleton`,
        `/products/PM/lessons/${text}`,
        `/organizations/${text}`,
        `/user/progress/${text}`,
        `/user/progress/nextLesson/${text}`,
      ];
      for (const path of paths) {
        expect([path, (await school.call(path, { token })).status]).toEqual([path, 404]);
      }
    }
  });

  test("a naughty string is no country of a registration", async () => {
    const { activate, issue } = activationCalls(() => school);
    // A refused form takes no seat.
    const serial = await issue();
    for (const text of naughtyStrings()) {
      const form = { ...FORM, email: text, country: text, telephone: text };
      const refused = await activate(newMachine(), serial, { form });
      expect([text, refused.status, refused.text]).toEqual([text, 200, "Error100"]);
    }
  });

  test("a naughty string is an ordinary wrong password", async () => {
    for (const text of naughtyStrings()) {
      const status = text === "" ? 422 : 404;
      expect([text, (await login("admin", text)).status]).toEqual([text, status]);
    }
  });

  test("a naughty string can be a password, unless it is short or common", async () => {
    const { username } = await school.add();
    let current = PASSWORD;
    let { token } = (await login(username, current)).json;
    for (const text of naughtyStrings()) {
      const json = { current_password: current, new_password: text };
      const { status } = await school.call("/user/change-password", { token, json });
      const isGood = (await passwordProblem(text)) === null;
      expect([text, status]).toEqual([text, isGood ? 200 : 422]);
      if (!isGood) continue;
      current = text;
      token = (await login(username, current)).json.token;
    }
  });
});
