import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isPostgres } from "../../../src/server/db/is-postgres.ts";
import type { SchoolServer } from "../../../src/server/school-server.ts";
import { type Answer, send } from "../support/client.ts";
import {
  addApp,
  addPasskey,
  addTutor,
  codeAt,
  DOMAIN,
  firstStep,
  outcome,
  own,
  PERIOD,
  PUBLIC_URL,
  signInWith,
  type Tutor,
} from "../support/second-factor.ts";
import { SoftAuthenticator } from "../support/soft-authenticator.ts";
import { NOON, openSchool, PASSWORD, type Person } from "../support/test-school.ts";

const EXPIRED = [410, "second_factor/expired"];
const MOST_PASSKEYS = 20;

/** Who has been let in, or what was added, of answers that were given at once. */
const succeeded = (answers: readonly Answer[]): Answer[] =>
  answers.filter(({ status }) => status === 200);

const codesIn = (answers: readonly Answer[]): string[] =>
  succeeded(answers).flatMap(({ json }) => json.recoveryCodes);

const SIGN_IN = "login/second-factor";

type Finish = (address: string) => Promise<Answer>;

describe("second factors at two servers at once", () => {
  const school = openSchool.shared({ publicUrl: PUBLIC_URL, requiresSecondFactor: true });
  let other: SchoolServer;
  beforeAll(async () => {
    other = await school.startAnother();
  });
  afterAll(async () => {
    await other.close();
  });

  /** Sends both requests, one to each server. Where writes run side by side, both have begun theirs. */
  const atOnce = async ({ id }: Person, first: Finish, second: Finish) => {
    const ask = () => Promise.all([first(school.url), second(other.address)]);
    const { database } = school;
    if (!isPostgres(database.read)) return ask();
    let answers: ReturnType<typeof ask> | undefined;
    await database.write(async (db) => {
      await database.lockAccount(db, id);
      answers = ask();
      const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => {
        const { rows } = await waiting.execute(database.read);
        expect(Number(rows[0]?.count)).toBe(2);
      });
    });
    return answers as ReturnType<typeof ask>;
  };

  const post = (path: string, json: object, token?: string) => (address: string) =>
    send(`${address}/api/user/${path}`, { json, ...(token && { token }) });

  /** Somebody who has given the right password, and how they would set up a second factor. */
  const setUp = async (tutor: Person, kind: "app" | "passkey") => {
    const step = await firstStep(school, tutor);
    const { challenge, rp } = step.setUp.passkey;
    const passkey = new SoftAuthenticator(rp.id).register({ origin: PUBLIC_URL, challenge });
    const { challenge: asked } = step;
    if (kind === "app") return { challenge: asked, code: codeAt(step.setUp.secret, school.now) };
    return { challenge: asked, newPasskey: { name: "Key", passkey } };
  };

  /** Somebody who is signed in, and how they would add a second factor in the profile. */
  const adding = async ({ token }: Tutor, kind: "app" | "passkey") => {
    const proof = { proof: PASSWORD };
    if (kind === "app") {
      const { challenge, secret } = (await own(school, token, "totp/begin", proof)).json;
      const code = codeAt(secret, school.now);
      return post("second-factor/totp", { challenge, code }, token);
    }
    const { challenge, options } = (await own(school, token, "passkeys/begin", proof)).json;
    const asked = { origin: PUBLIC_URL, challenge: options.challenge };
    const passkey = new SoftAuthenticator(DOMAIN).register(asked);
    return post("second-factor/passkeys", { challenge, name: "Key", passkey }, token);
  };

  /** A tutor who has signed in before the school required a second factor of staff. */
  const earlierTutor = async (): Promise<Tutor> => {
    const tutor = await school.add({ level: 10 });
    await school.changeAccount(tutor.id, { level: 0 });
    const token = await school.token(tutor);
    await school.changeAccount(tutor.id, { level: 10 });
    return { ...tutor, token };
  };

  const rowsOf = async (table: "totp" | "passkey" | "recovery_code" | "token", id: number) =>
    (await school.rows(table, { account_id: id })).length;

  test.each([
    ["app", "app"],
    ["app", "passkey"],
    ["passkey", "app"],
    ["passkey", "passkey"],
  ] as const)("one of two people with the password sets up theirs: %s and %s", async (...kinds) => {
    const tutor = await school.add({ level: 10 });
    const [mine, theirs] = [await setUp(tutor, kinds[0]), await setUp(tutor, kinds[1])];
    const answers = await atOnce(tutor, post(SIGN_IN, mine), post(SIGN_IN, theirs));
    expect(answers.map(outcome)).toContainEqual(EXPIRED);
    expect(succeeded(answers)).toHaveLength(1);
    expect((await rowsOf("totp", tutor.id)) + (await rowsOf("passkey", tutor.id))).toBe(1);
    expect(await rowsOf("token", tutor.id)).toBe(1);
    const [code = ""] = codesIn(answers);
    expect(await rowsOf("recovery_code", tutor.id)).toBe(10);
    expect((await signInWith(school, tutor, { code })).status).toBe(200);
  });

  test.each([
    ["app", "app"],
    ["app", "passkey"],
    ["passkey", "passkey"],
    ["app", "sign-in"],
  ] as const)("recovery codes are given once to who adds two: %s and %s", async (one, two) => {
    const tutor = await earlierTutor();
    const first = await adding(tutor, one);
    const second =
      two === "sign-in" ? post(SIGN_IN, await setUp(tutor, "passkey")) : await adding(tutor, two);
    expect(codesIn(await atOnce(tutor, first, second))).toHaveLength(10);
    expect(await rowsOf("recovery_code", tutor.id)).toBe(10);
  });

  test("one of two factors stays when both are removed at once, as the school requires one", async () => {
    const tutor = await earlierTutor();
    await addApp(school, tutor);
    const { device } = await addPasskey(school, tutor);
    const passkey = device.id.toString("base64url");
    const remove = (json: object) =>
      post("second-factor/remove", { proof: PASSWORD, ...json }, tutor.token);
    const answers = await atOnce(tutor, remove({}), remove({ passkey }));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await rowsOf("totp", tutor.id)) + (await rowsOf("passkey", tutor.id))).toBe(1);
    expect(await rowsOf("recovery_code", tutor.id)).toBe(10);
  });

  test("an account gets no more passkeys than it may have, however many were begun", async () => {
    const tutor = await earlierTutor();
    const begun: Finish[] = [];
    for (let count = 0; count <= MOST_PASSKEYS; count++) begun.push(await adding(tutor, "passkey"));
    for (const finish of begun.slice(2)) expect((await finish(school.url)).status).toBe(200);
    const [one, two] = begun as [Finish, Finish];
    const answers = await atOnce(tutor, one, two);
    expect(succeeded(answers)).toHaveLength(1);
    expect(answers.map(outcome)).toContainEqual([409, "account/limit_reached"]);
    expect(await rowsOf("passkey", tutor.id)).toBe(MOST_PASSKEYS);
  });

  test.each(["a code of the app", "a recovery code"])(
    "%s is taken once by two servers",
    async (kind) => {
      const tutor = await earlierTutor();
      const { secret, recoveryCodes } = await addApp(school, tutor);
      school.now += PERIOD;
      const code = kind === "a recovery code" ? recoveryCodes[0] : codeAt(secret, school.now);
      const step = async () =>
        post(SIGN_IN, { challenge: (await firstStep(school, tutor)).challenge, code });
      const [one, two] = [await step(), await step()];
      const answers = await Promise.all([one(school.url), two(other.address)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      school.now = NOON;
    },
  );
});

test("sessions for the password alone end, also of a server that did not know the setting yet", async () => {
  const school = await openSchool({ publicUrl: PUBLIC_URL });
  const reach = async (token: string) => (await school.call("/user/courses", { token })).status;
  const { username } = await school.add({ level: 10 });
  const student = await school.student();
  // The provider is responsible for the factors of this one.
  const byProvider = await addTutor(school);
  const { hash } = await school.row("token", { account_id: byProvider.id });
  const session = { token_hash: hash, id_token: "of the provider" };
  await school.database.write((db) => db.insertInto("openid_session").values(session).execute());

  const earlier = await school.startAnother();
  await school.stop();
  school.use({ requiresSecondFactor: true });
  await school.start();
  const json = { username, password: PASSWORD, sessionId: null };
  const { token } = (await send(`${earlier.address}/api/user/login`, { json })).json;
  expect(await reach(token)).toBe(200);
  await earlier.close();
  const restarted = await school.startAnother();
  const later = () => {
    school.now += 3000;
    return reach(token);
  };
  // PostgreSQL tells the other server a moment later.
  await expect.poll(later).toBe(401);
  expect([await reach(student.token), await reach(byProvider.token)]).toEqual([200, 200]);
  await restarted.close();
});
